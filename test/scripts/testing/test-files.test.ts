// Where a test runs is what its folder and its name say, and neither says less than is true.

import { statSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { PRELOADED } from '../../../scripts/testing/run-tests.ts';
import {
  allTestFiles,
  groupsOf,
  longestFirst,
  needsOf,
  partOf,
  runsOnBothDatabases,
  SLOW,
} from '../../../scripts/testing/test-files.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { root, startProcess } from '../../support/scripts.ts';

/** A file, what it needs, and whether it runs on PostgreSQL, too. */
const TABLE = [
  ['test/platform/keys/bans.test.ts', [], true],
  ['test/store/made-up.test.ts', [], true],
  ['test/scripts/made-up.test.ts', [], false],
  ['test/scripts/made-up.databases.test.ts', [], true],
  ['test/platform/database/migrations/made-up.test.ts', [], false],
  ['test/platform/docs/browser/made-up.test.ts', ['browser'], false],
  ['test/platform/limits/redis/cluster.test.ts', ['cluster'], false],
  ['test/platform/made-up.copy.test.ts', ['copy'], false],
  ['test/deploy/made-up.compiler.test.ts', ['compiler'], false],
  ['test/platform/made-up.compiler.databases.test.ts', ['compiler'], true],
  ['test/platform/made-up.load.test.ts', ['load'], false],
] as const;

t.test('folder and name say what a test needs, and on which databases it runs', async (t) => {
  for (const [file, needs, isOnBoth] of TABLE) {
    t.strictSame(needsOf(file), needs, file);
    t.equal(runsOnBothDatabases(file), isOnBoth, file);
  }
});

t.test('every test is in one group, and in no group with those of another part', async (t) => {
  const files = allTestFiles();
  const groups = groupsOf(files);
  t.strictSame(groups.flatMap((group) => group.files).sort(), files);
  for (const group of groups) {
    t.equal(new Set(group.files.map(partOf)).size, 1, group.files.join());
  }
});

t.test('what takes longest comes first: what is known to be slow, then by size', (t) => {
  const files = allTestFiles();
  const sorted = longestFirst(files);
  t.strictSame(sorted.toSorted(), files);
  t.strictSame(new Set(sorted.slice(0, SLOW.size)), SLOW);
  const sizes = sorted.slice(SLOW.size).map((file) => statSync(file).size);
  t.strictSame(
    sizes,
    sizes.toSorted((one, other) => other - one),
  );
  t.end();
});

/** What a test does, and the name that it must have. */
const UNNAMED = [
  ['support/databases.ts', 'createDatabase()', 'databases'],
  ['support/scripts.ts', 'scratchCopy(t)', 'copy'],
  ['support/redis-cluster.ts', 'startCluster(t)', 'cluster'],
  ['support/browser.ts', 'openDocs()', 'browser'],
  ['support/compiler.ts', 'compile([])', 'compiler'],
] as const;

t.test('a test whose name does not say what it needs fails, and says which does', async (t) => {
  const folder = join(await temporaryFolder(t), 'test/scripts');
  await mkdir(folder, { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [module, call, need] of UNNAMED) {
    const [name = ''] = /^\w+/.exec(call) ?? [];
    const text = `import t from 'tap';
      const use = async () => {
        const { ${name} } = await import('${join(root, 'test', module)}');
        await ${call};
      };
      await t.rejects(use, { message: /name it test\\/scripts\\/made-up\\.${need}\\.test\\.ts/ });`;
    const file = join(folder, 'made-up.test.ts');
    await writeFile(file, text);
    const command = [process.execPath, PRELOADED, file];
    t.match(await startProcess(t, command, { cwd: root }).ended, { code: 0 }, need);
  }
});
