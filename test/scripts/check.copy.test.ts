// `npm run test:one` and `npm run check`, in a copy of the project with one test: what they check
// has to be wrong, and git has to hold what was there before.

import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t from 'tap';
import { byLikelihood, testsOf } from '../../scripts/changed-tests.ts';
import {
  changeFile,
  runScript,
  scratchCopy,
  startProcess,
  startScript,
} from '../support/scripts.ts';

const FILE = 'test/platform/async/deadlines.test.ts';
const OTHER_FILE = 'test/platform/keys/usage.test.ts';

/** A test that passes on one database. */
function testOn(database: 'SQLite' | 'PostgreSQL'): string {
  return `import t from 'tap';

const database = process.env.TEST_DATABASE === 'postgresql' ? 'PostgreSQL' : 'SQLite';
t.equal(database, '${database}', 'runs on ${database}');
`;
}

const cwd = await scratchCopy(t);
const CONTRACT = join(cwd, 'openapi', 'openapi.yaml');
for (const file of await readdir(join(cwd, 'test'), { recursive: true })) {
  if (file.endsWith('.test.ts')) await rm(join(cwd, 'test', file));
}
await mkdir(dirname(join(cwd, FILE)), { recursive: true });
await writeFile(join(cwd, FILE), '');
// The compiler and the linters look at two folders: all others take most of their time.
const ONLY = '"src/platform/async/**/*", "test/platform/async/**/*"';
await changeFile(join(cwd, 'tsconfig.json'), /"include": .*/, `"include": [${ONLY}],`);
await changeFile(join(cwd, 'biome.json'), /("files": \{\n *"includes": )\[[^\]]*\]/, `$1[${ONLY}]`);
const notLinted = ['src', 'test'].map((folder) => `"${folder}/[!p]*", "${folder}/platform/[!a]*"`);
const ignored = `"ignorePatterns": ["generated", "scripts", ${notLinted.join()}],`;
await changeFile(join(cwd, '.oxlintrc.json'), /(?= {2}"options")/, `  ${ignored}\n`);

await writeFile(join(cwd, OTHER_FILE), testOn('PostgreSQL'));
const git = (...args: string[]) => execFileSync('git', args, { cwd });
git('init', '--quiet');
git('add', '.');
const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
git(...author, 'commit', '--quiet', '--message', 'All of it.');
// From now on something tracked is changed: the build, which says so, is made only once.
await writeFile(join(cwd, FILE), testOn('SQLite'));

t.test('npm run test:one', async (t) => {
  const script = 'scripts/test-one.ts';

  await t.test('runs files and folders, and fails where a test does', async (t) => {
    const settings = { TEST_DATABASE: '' };
    const onSqlite = await runScript(t, script, [FILE], { cwd, settings });
    t.match(onSqlite, { code: 0, stdout: /^ {4}ok 1/m });
    const args = ['test/platform/async', '--postgresql'];
    const onPostgresql = await runScript(t, script, args, { cwd });
    t.match(onPostgresql, { code: 1, stdout: /^ {4}not ok 1/m });
  });

  await t.test('runs again on each save with --watch', async (t) => {
    const running = await startScript(t, script, [FILE, '--watch', '--postgresql'], { cwd });
    await running.waitFor(/^ {4}not ok 1 - runs on SQLite$/m);
    await writeFile(join(cwd, FILE), testOn('PostgreSQL'));
    await running.waitFor(/^ {4}ok 1 - runs on PostgreSQL$/m);
    await writeFile(join(cwd, FILE), testOn('SQLite'));
    await running.waitFor(/^ {4}not ok 1 - runs on SQLite$/m);
  });

  await t.test('waits for a debugger with --inspect', async (t) => {
    const settings = { NODE_OPTIONS: '--inspect-port=0' };
    const running = await startScript(t, script, [FILE, '--inspect'], { cwd, settings });
    await running.waitFor(/Debugger listening on ws:/);
    const { stdout } = await running.end('SIGTERM');
    t.notMatch(stdout, /^ {4}ok 1/m, 'the test has not run');
  });
});

t.test('npm test says what it leaves out, and test:all runs it', async (t) => {
  const script = 'scripts/test.ts';
  const some = await runScript(t, script, [], { cwd, settings: { TEST_DATABASE: '' } });
  t.match(some, {
    code: 1,
    stdout: /\n\nFailed:\ntest\/platform\/keys\/usage\.test\.ts\nLeft out: /,
  });
  t.match(some.stdout, 'Left out: 0 files that need a browser, ');
  t.match(some.stdout, /, and 2 on PostgreSQL\. All run with: npm run test:all\n$/);
  const all = await runScript(t, script, ['--all'], { cwd, settings: { TEST_DATABASE: '' } });
  t.equal(all.code, 1);
  t.match(all.stdout, `${FILE} on PostgreSQL`);
  t.match(all.stdout, /\n\nFailed:\n(?=.*deadlines\S+ on PostgreSQL\n)(?=.*usage\.test\.ts\n)/s);
});

const CHECKS = ['Style', 'Contract', 'Generated files', 'Types', 'Floating promises'];

t.test('npm run check', async (t) => {
  const check = () => runScript(t, 'scripts/check.ts', [], { cwd });

  await t.test('runs the tests of what has changed, and fails where one does', async (t) => {
    await writeFile(join(cwd, FILE), testOn('PostgreSQL'));
    const { code, stdout } = await check();
    t.equal(code, 1);
    for (const name of CHECKS) t.match(stdout, `${name}: ok\n`);
    t.match(stdout, new RegExp(`^${FILE} has failed\n {4}not ok 1.*^Failed:\n${FILE}\n$`, 'ms'));
    t.strictSame([...new Set(stdout.match(/^test\/\S+/gm))], [FILE], 'and runs no other');
    t.notMatch(stdout, /passed/);
  });

  await t.test('says that all has passed only if tests have run', async (t) => {
    const testing = (changed: readonly string[]) => {
      const call = `testChanges(${JSON.stringify(changed)}).then(console.log)`;
      const code = `import { testChanges } from './scripts/test-changes.ts';\n${call}`;
      return startProcess(t, [process.execPath, '--input-type=module', '-e', code], { cwd }).ended;
    };
    await writeFile(join(cwd, FILE), testOn('SQLite'));
    const [tested, untested] = await Promise.all([
      testing(['LICENSE', FILE]),
      testing(['LICENSE']),
    ]);
    t.match(tested.stdout, /No test covers LICENSE\.\nAll checks have passed\.\ntrue\n$/);
    t.equal(untested.stdout, 'No test covers LICENSE.\nNo test has run.\ntrue\n');
  });

  await t.test('names each check that fails, and runs no test then', async (t) => {
    // No part of the bundle, which would be built again.
    const created = join(cwd, 'src/platform/async/made-up.ts');
    const floating = 'export function floats() {\n  Promise.resolve();\n}';
    await writeFile(created, `${floating}\nconst one : string = 1;\n`);
    const ran = await check();
    await changeFile(CONTRACT, 'parameters/Limit', 'parameters/None');
    const ungenerated = await check();
    t.same([ran.code, ungenerated.code], [1, 1]);
    const stdout = ran.stdout + ungenerated.stdout;
    for (const name of CHECKS) t.match(stdout, new RegExp(`^${name}:$`, 'm'));
    t.notMatch(stdout, FILE);
  });
});

t.test('every file of src and scripts is covered by a test that exists', async (t) => {
  const files = globSync('{src,scripts}/**/*.{ts,js,yaml,css}');
  const covering = testsOf(files);
  const uncovered = files.filter((file) => covering.get(file)?.length === 0);
  t.same(uncovered, []);
  const tests = globSync('test/**/*.test.ts');
  t.same(
    [...covering.values()].flat().filter((test) => !tests.includes(test)),
    [],
  );
});

/** The folder and the name of a changed file, and a test that covers the file. */
const COVERED = [
  ['src/platform/keys', 'bans.ts', 'test/platform/keys/bans.test.ts'],
  ['src/store', 'index.ts', globSync('test/store/*.test.ts')[0] ?? ''],
  ['src/platform/limits', 'day-counts.ts', 'test/platform/limits/plan-limits.test.ts'],
  ['src', 'admission.ts', 'test/platform/keys/scopes.test.ts'],
  ['src/platform/async', 'periodic-work.ts', 'test/platform/database/database.test.ts'],
  ['src/platform/account/browser', 'account.js', 'test/platform/account/browser/account.test.ts'],
  ['scripts/keys', 'tables.ts', 'test/scripts/keys.databases.test.ts'],
  ['scripts', 'dev-server.ts', 'test/platform/start.test.ts'],
  ['openapi/platform', 'account.yaml', 'test/platform/contract/properties.test.ts'],
  ['prisma/schema', 'platform.prisma', 'test/platform/database/transactions.test.ts'],
  ['deploy', 'alerts.yaml', 'test/deploy/deploy.databases.test.ts'],
  ['.', 'Dockerfile', 'test/scripts/node-versions.test.ts'],
  ['test/support', 'clock.ts', 'test/platform/limits/plan-limits.test.ts'],
] as const;

t.test('tests of a changed file are near, name it, or use what it serves', async (t) => {
  for (const [folder, name, test] of COVERED) {
    const file = join(folder, name);
    t.ok(testsOf([file]).get(file)?.includes(test), file);
  }
});

/** What the service of this project has of its own, and what is generated of it. */
const OWN_FILES = [
  'generated/openapi.ts',
  'generated/route-schemas.ts',
  'openapi/openapi.yaml',
  'prisma/migrations/store/schema.prisma',
  'src/store/index.ts',
];

t.test('a change of the store runs its tests, and none of those on the sample service', (t) => {
  const own = globSync('test/store/*.test.ts');
  for (const [file, tests] of testsOf(OWN_FILES)) {
    t.same(
      own.filter((test) => !tests.includes(test)),
      [],
      file,
    );
    t.same(
      tests.filter((test) => /^test\/platform\//.test(test)),
      [],
      file,
    );
  }
  t.end();
});

t.test(
  'the test of a changed file runs first, then those near it, and a browser last',
  async (t) => {
    const parts = byLikelihood(
      testsOf(['src/platform/keys/bans.ts', 'openapi/platform/account.yaml']),
    );
    t.strictSame(parts[0], ['test/platform/keys/bans.test.ts']);
    t.ok(parts[1]?.every((test) => /^test\/platform\/keys\/[^/]+$/.test(test)));
    t.ok(parts[2]?.includes('test/platform/limits/plan-limits.test.ts'));
    t.ok(parts.at(-1)?.includes('test/platform/docs/browser/page.test.ts'));
    const tests = parts.flat();
    t.equal(new Set(tests).size, tests.length);
  },
);
