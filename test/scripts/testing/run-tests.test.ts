// What the runner of tests says of files that pass, fail, end their process, or skip.

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { JOBS } from '../../../scripts/testing/run-tests.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { root, startProcess } from '../../support/scripts.ts';

const START = "import t from 'tap';\n";
const PASSES = `${START}t.test('passes', async (t) => { t.pass('once'); });\n`;
const FAILS = `${START}t.test('is wrong', async (t) => {\n  t.equal(1, 2, 'one is two');\n});\n`;

/** Runs groups of made-up test files, by their names. */
async function run(
  t: Test,
  groups: readonly Readonly<Record<string, string>>[],
  options: object = {},
  settings: Readonly<Record<string, string>> = { CI: '' },
) {
  const folder = join(await temporaryFolder(t), 'test');
  await mkdir(folder);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const written = await Promise.all(
    groups.map(async (files) => {
      const names = Object.entries(files).map(async ([name, text]) => {
        const file = join(folder, `${name}.test.ts`);
        await writeFile(file, text);
        return file;
      });
      return { files: await Promise.all(names) };
    }),
  );
  const program = `
    import { runTests } from './scripts/testing/run-tests.ts';
    const groups = ${JSON.stringify(written)};
    console.log('passed:', await runTests(groups, ${JSON.stringify(options)}));`;
  const command = [process.execPath, '--input-type=module', '-e', program];
  const { stdout, stderr } = await startProcess(t, command, { cwd: root, settings }).ended;
  t.equal(stderr, '');
  return stdout.replaceAll(`${folder}/`, '').replaceAll(/\(\d+\.\d s\)/g, '(SECONDS)');
}

t.test('a passed file is one line, and a failed one says where', async (t) => {
  const stdout = await run(t, [{ one: PASSES, two: FAILS, three: PASSES }]);
  t.match(stdout, /^one\.test\.ts \(SECONDS\)\ntwo\.test\.ts \(SECONDS\)\n/);
  t.match(stdout, /not ok 1 - one is two\n.*two\.test\.ts.*lineNumber: 3\n/s);
  t.match(stdout, /three\.test\.ts \(SECONDS\)\n\nFailed:\ntwo\.test\.ts\npassed: false\n$/);
});

t.test('files of a process follow each other, and each ends what it has begun', async (t) => {
  const first = `${START}
    globalThis.open = 1;
    t.teardown(() => { globalThis.open -= 1; });
    await t.test('waits', (t) => new Promise((resolve) => setTimeout(resolve, 100)));
    t.test('waits again', (t) => new Promise((resolve) => setTimeout(resolve, 100)));`;
  const second = `${START}t.equal(globalThis.open, 0);`;
  t.match(await run(t, [{ first, second }]), /passed: true\n$/);
});

t.test('processes share a group of many files, each of which runs once', async (t) => {
  const text = `${START}t.pass();\nt.comment('in process', process.pid);\n`;
  const names = Array.from({ length: 20 }, (_, i) => `file${i}`);
  const stdout = await run(t, [Object.fromEntries(names.map((name) => [name, text]))]);
  const ran = stdout.match(/^\w+(?=\.test\.ts \(SECONDS\)$)/gm) ?? [];
  t.strictSame(ran.sort(), names.sort());
  t.equal(new Set(stdout.match(/in process \d+/g)).size, JOBS);
});

t.test('a file that cannot be loaded, or ends its process, has failed', async (t) => {
  const stdout = await run(t, [
    { broken: `${START}throw new Error('made up');`, one: PASSES },
    { exits: `${START}process.exit(0);`, two: PASSES },
    { hangs: `${START}await new Promise(() => undefined);`, three: PASSES },
  ]);
  t.match(stdout, /made up/);
  t.match(stdout, /^one\.test\.ts/m);
  const [, failed = ''] = /\nFailed:\n(.*)\npassed: false\n$/s.exec(stdout) ?? [];
  const names = ['broken', 'exits', 'hangs'];
  t.strictSame(
    failed.split('\n').sort(),
    names.map((name) => `${name}.test.ts`),
  );
  // Of a process that has ended, another runs the rest.
  for (const name of ['two', 'three']) t.match(stdout, `\n${name}.test.ts (SECONDS)\n`);
});

t.test('CI skips no test that is not on the list', async (t) => {
  const skips = (reason: string) => `${START}t.test('lacks it', { skip: '${reason}' }, () => {});`;
  const groups = [{ no: skips('curl not installed'), yes: skips('SQLite has one connection') }];
  const inCi = await run(t, groups, {}, { CI: 'true' });
  t.match(inCi, /lacks it # SKIP curl not installed\nCI must not skip any of these tests\.\n/);
  t.match(inCi, /\nFailed:\nno\.test\.ts\npassed: false\n$/);
  t.match(await run(t, groups), /ok 1 - lacks it # SKIP curl not installed\n.*passed: true\n$/s);
});

t.test('can end with the first failure, also in the other processes', async (t) => {
  const slow = `${START}t.test('waits', () => new Promise((end) => setTimeout(end, 600_000)));`;
  const failing = { two: FAILS, three: PASSES };
  const busy = Array.from({ length: JOBS - 1 }, (_, i) => ({ [`slow${i}`]: slow }));
  const groups = [...busy, failing, { four: PASSES }];
  const stdout = await run(t, groups, { bail: true });
  t.match(stdout, /not ok 1 - one is two\n/);
  t.match(stdout, /\nFailed:\ntwo\.test\.ts\npassed: false\n$/);
  t.notMatch(stdout, /three|four/);
});
