import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { addCodeSamples } from '../../scripts/generate/code-samples.ts';
import { completeContract } from '../../scripts/generate/complete.ts';
import { root, startProcess } from '../support/scripts.ts';

/** Comes with other packages, in one of several versions, and reads as much of YAML 1.1 as many others. */
const { load } = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };

const AMBIGUOUS = {
  date: '2030-12-05',
  time: '2026-11-21T09:30:00.000Z',
  words: ['yes', 'no', 'on', 'off', 'y', 'N', '~', 'null', 'true', ''],
  numbers: ['0x10', '017', '0o17', '1_000', '12:30:45', '1e3', '.inf', '.5', '+1'],
  marks: ['=', '<<', '- a', '# a', 'a: b', '*a', '&a', '!a', '%a', '@a', '`a', '  a ', 'a\nb\n'],
  keys: { 200: 1, no: 2, '2030-12-05': 3 },
  unicode: 'Rex 🐶',
  text: `${'A line that is longer than any that is written. '.repeat(9)}\n\n  more\n`,
};

t.test('every parser reads generated/openapi.yaml the same', async (t) => {
  const text = await readFile(join(root, 'generated/openapi.yaml'), 'utf8');
  const { document } = await completeContract(join(root, 'openapi/openapi.yaml'));
  addCodeSamples(document);
  for (const [name, data] of readings(text)) t.strictSame(data, document, name);
});

t.test('what some parsers take for something else is written so that none does', async (t) => {
  // In a process of its own, since tap teaches the same package to write dates in its own way.
  const program = `import { toYaml } from './src/docs/yaml.ts';
    process.stdout.write(toYaml(JSON.parse(process.argv[1])));`;
  const evaluate = ['--input-type=module', '--eval', program, JSON.stringify(AMBIGUOUS)];
  const { stdout } = await startProcess(t, [process.execPath, ...evaluate], { cwd: root }).ended;
  for (const [name, data] of readings(stdout)) t.strictSame(data, AMBIGUOUS, name);
});

function readings(text: string): [name: string, data: unknown][] {
  return [
    ['yaml, as YAML 1.1', parse(text, { version: '1.1', merge: true })],
    ['yaml, as YAML 1.2', parse(text, { version: '1.2' })],
    ['js-yaml', load(text)],
  ];
}
