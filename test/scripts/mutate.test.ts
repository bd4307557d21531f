// `npm run mutate`: which changes it makes, and which of them it says that no test notices.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { sampleOf } from '../../scripts/mutate/index.ts';
import { mutationsOf } from '../../scripts/mutate/mutations.ts';
import { temporaryFolder } from '../support/databases.ts';
import { root, startProcess } from '../support/scripts.ts';

/** The mutations of a source, each as a line with its change. */
function changes(text: string): string[] {
  return mutationsOf('made-up.ts', text).map(({ line, start, end, replacement }) => {
    const lines = (text.slice(0, start) + replacement + text.slice(end)).split('\n');
    return lines[line - 1]?.trim() ?? '';
  });
}

t.test('each kind of change', async (t) => {
  for (const [text, ...changed] of [
    ['wait(1_000);', ';', 'wait((1_000 * 10));', 'wait(0);', 'wait(1);'],
    ['const none = 0n;', 'const none = 1n;'],
    ['const is = true;', 'const is = false;'],
    ['const is = a < b;', 'const is = a <= b;'],
    ['const is = a >= b;', 'const is = a > b;'],
    ['const is = a === b;', 'const is = a !== b;'],
    ['await end();', ';', 'end();'],
    ['void end();', ';'],
    ['const all = await read();', 'const all = read();'],
    ['try {} catch (error) { all = error; }', 'try {} catch (error) { throw error; }'],
    ['try {} catch {}', 'try {} catch (caught) { throw caught; }'],
    ['const end = read().catch(log);', 'const end = read();'],
    ['const all = copy(from, to, by);', 'const all = copy(to, from, by);'],
    ['const all = given ?? none;', 'const all = given;'],
    ['const f = (all: string[] = none) => all;', 'const f = (all: string[]) => all;'],
    ['const { all = none } = given;', 'const { all } = given;'],
  ] as const) {
    t.strictSame(changes(text), changed, text);
  }
});

t.test('nothing that makes no difference, or is not there when it runs', async (t) => {
  const text = [
    "import { one } from './one.ts';",
    'type Digit = 0 | 1;',
    'interface Place { digit: 0 | 1 }',
    'const texts: Record<Digit, string> = { 0: zero, 1: one } satisfies Record<0 | 1, string>;',
    'const longest = Math.max(one, other);',
    'const twice = add(one, one);',
    'class Other extends One { constructor() { super(); } }',
  ];
  t.strictSame(changes(text.join('\n')), []);
});

const SUBJECT = `
export function share(part: number, whole: number): string {
  if (whole === 0) return 'none';
  return \`\${(part / whole) * 100} %\`;
}
export function untested() {
  return 7;
}
`;
const TEST = `
import t from 'tap';
import { share } from './subject.ts';
t.equal(share(1, 2), '50 %');
`;

t.test('a seed chooses a sample, which is always the same', async (t) => {
  const mutations = mutationsOf('subject.ts', SUBJECT);
  const chosen = sampleOf(mutations, { sample: 3, seed: 'one' });
  t.equal(chosen.length, 3);
  t.strictSame(sampleOf(mutations, { sample: 3, seed: 'one' }), chosen);
  t.notSame(sampleOf(mutations, { sample: 3, seed: 'another' }), chosen);
  t.strictSame(sampleOf(mutations, { sample: 100, seed: 'one' }), mutations);
});

/** Runs the command on a source with a test. */
async function mutate(t: Test, test: string) {
  const folder = await temporaryFolder(t);
  const [subject, tests] = [join(folder, 'subject.ts'), join(folder, 'subject.test.ts')];
  await writeFile(subject, SUBJECT);
  await writeFile(tests, test);
  const command = [process.execPath, 'scripts/run.js', 'scripts/mutate/index.ts', subject];
  const { code, stdout, stderr } = await startProcess(t, [...command, '--tests', tests], {
    cwd: root,
  }).ended;
  t.equal(await readFile(subject, 'utf8'), SUBJECT, 'the source stays as it is');
  return { code, lines: stdout.trimEnd().split('\n'), stderr };
}

t.test('names what no test notices, and how many test files run it', async (t) => {
  const { code, lines, stderr } = await mutate(t, TEST);
  t.same({ code, stderr }, { code: 0, stderr: '' });
  const [first, ...survivors] = lines;
  t.equal(first, '8 changes, 1 test files');
  t.equal(survivors.pop(), '4 of 8 are noticed (50 %).');
  t.match(survivors.toSorted(), [
    /subject\.ts:3 0 -> 1 \(1 test files run it\)$/,
    /subject\.ts:7 7 -> \(7 \* 10\) \(0 test files run it\)$/,
    /subject\.ts:7 7 -> 0 \(0 test files run it\)$/,
    /subject\.ts:7 7 -> 1 \(0 test files run it\)$/,
  ]);
});

t.test('says nothing by a test that fails as it is', async (t) => {
  const { code, stderr } = await mutate(t, "import t from 'tap'; t.fail();");
  t.equal(code, 1);
  t.match(stderr, /subject\.test\.ts fails without a mutation\.\n$/);
});
