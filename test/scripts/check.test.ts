import { execFileSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { changeFile, runScript, scratchCopy, startScript } from '../support/scripts.ts';

/*
 * `npm run test:one` and `npm run check`, in a copy of the project with one test.
 */

const FILE = 'test/limits/plans.test.ts';
const OTHER_FILE = 'test/limits/bans.test.ts';

/** A test that passes on one database. */
function testOn(database: 'SQLite' | 'PostgreSQL'): string {
  return `import t from 'tap';

const database = process.env.TEST_DATABASE === 'postgresql' ? 'PostgreSQL' : 'SQLite';
t.equal(database, '${database}', 'runs on ${database}');
`;
}

const cwd = await scratchCopy(t);
for (const file of await readdir(join(cwd, 'test'), { recursive: true })) {
  if (file.endsWith('.test.ts')) await rm(join(cwd, 'test', file));
}
await writeFile(join(cwd, FILE), testOn('SQLite'));

t.test('npm run test:one', async (t) => {
  const script = 'scripts/test-one.ts';

  await t.test('runs files and folders, and fails where a test does', async (t) => {
    const settings = { TEST_DATABASE: '' };
    const onSqlite = await runScript(t, script, [FILE], { cwd, settings });
    t.match(onSqlite, { code: 0, stdout: /^ok 1/m });
    const args = ['test/limits', '--postgresql'];
    const onPostgresql = await runScript(t, script, args, { cwd });
    t.match(onPostgresql, { code: 1, stdout: /^not ok 1/m });
  });

  await t.test('runs again on each save with --watch', async (t) => {
    const running = await startScript(t, script, [FILE, '--watch', '--postgresql'], { cwd });
    await running.waitFor(/^not ok 1 - runs on SQLite$/m);
    await writeFile(join(cwd, FILE), testOn('PostgreSQL'));
    await running.waitFor(/^ok 1 - runs on PostgreSQL$/m);
    await writeFile(join(cwd, FILE), testOn('SQLite'));
    await running.waitFor(/^not ok 1 - runs on SQLite$/m);
  });

  await t.test('waits for a debugger with --inspect', async (t) => {
    const settings = { NODE_OPTIONS: '--inspect-port=0' };
    const running = await startScript(t, script, [FILE, '--inspect'], { cwd, settings });
    await running.waitFor(/Debugger listening on ws:/);
    const { stdout } = await running.end('SIGTERM');
    t.notMatch(stdout, /^ok 1/m, 'the test has not run');
  });
});

t.test('npm run check', async (t) => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd });
  const check = () => runScript(t, 'scripts/check.ts', [], { cwd });
  await writeFile(join(cwd, OTHER_FILE), testOn('PostgreSQL'));
  git('init', '--quiet');
  git('add', '.');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  git(...author, 'commit', '--quiet', '--message', 'All of it.');

  await t.test('runs the test of what has changed, and no other', async (t) => {
    await changeFile(join(cwd, 'src/limits/plans.ts'), /$/, '// Changed.\n');
    const { code, stdout } = await check();
    t.equal(code, 0);
    t.match(stdout, /Style: ok\n/);
    t.match(stdout, FILE);
    t.notMatch(stdout, OTHER_FILE);
    t.match(stdout, /All checks have passed\.\n$/);
  });

  await t.test('names each check that fails, and runs no test then', async (t) => {
    await changeFile(join(cwd, 'src/limits/plans.ts'), /$/, 'const one : string = 1;\n');
    await changeFile(join(cwd, 'openapi/openapi.yaml'), 'parameters/Limit', 'parameters/None');
    const { code, stdout } = await check();
    t.equal(code, 1);
    for (const name of ['Style', 'Contract', 'Generated files']) t.match(stdout, `${name}:\n`);
    t.notMatch(stdout, FILE);
    await changeFile(join(cwd, 'openapi/openapi.yaml'), 'parameters/None', 'parameters/Limit');
    t.match((await check()).stdout, /Types:\n.*plans\.ts/s);
  });
});
