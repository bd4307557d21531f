import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../support/databases.ts';
import { root, runScript } from '../support/scripts.ts';
import { brokenContracts } from './broken-contracts.ts';

const SCRIPT = 'scripts/contract/lint.ts';
/** One that no longer changes, so that what is replaced stays in it. */
const contract = await readFile(join(root, 'openapi/released/1.0.0.yaml'), 'utf8');

t.test('the contract keeps all rules', async (t) => {
  t.same(await runScript(t, SCRIPT, [], { cwd: root }), {
    code: 0,
    stdout: 'openapi/openapi.yaml keeps all rules.\n',
    stderr: '',
  });
});

t.test('every rule refuses a contract that breaks it, and names the line', async (t) => {
  const cwd = root;
  const folder = await temporaryFolder(t);
  const files = brokenContracts.map((_, index) => join(folder, `${index}.yaml`));
  const texts = brokenContracts.map(([, before, after]) => contract.replace(before, after));
  await Promise.all(files.map((file, index) => writeFile(file, texts[index] ?? '')));
  const { code, stdout, stderr } = await runScript(t, SCRIPT, files, { cwd });
  t.equal(code, 1);
  t.equal(stdout, '');

  const problems = stderr.split('\n');
  brokenContracts.forEach(([rule, before, , says, line], index) => {
    const start = `${files[index]}:`;
    const problem = problems.find((one) => one.startsWith(start) && one.endsWith(` (${rule})`));
    t.match(problem, says, `${rule}: ${before}`);
    const lineNumber = Number(problem?.slice(start.length).split(':', 1));
    t.match(texts[index]?.split('\n')[lineNumber - 1], line);
  });
});

t.test('a contract that is not YAML is refused with its line', async (t) => {
  const file = join(await temporaryFolder(t), 'openapi.yaml');
  await writeFile(file, contract.replace('servers:', 'servers: ['));
  const { code, stderr } = await runScript(t, SCRIPT, [file], { cwd: root });
  t.equal(code, 1);
  t.match(stderr, /^.*openapi\.yaml: .* at line \d+, column \d+/);
});
