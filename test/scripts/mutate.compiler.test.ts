// `npm run mutate`, as a person starts it: it names what the tests of a source do not notice.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/databases.ts';
import { root, startProcess } from '../support/scripts.ts';

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
