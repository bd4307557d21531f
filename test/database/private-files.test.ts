import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { exposedFiles } from '../../src/database/private-files.ts';
import { temporaryFolder } from '../support/databases.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const hasModes = { skip: process.platform === 'win32' ? 'Windows has no such permissions' : false };

t.test('creates a database that only its owner can read', hasModes, async (t) => {
  const folder = join(await temporaryFolder(t), 'a', 'b');
  const path = join(folder, 'store.db');
  await applyMigrations(`file:${path}`);
  const { client, close } = await openDatabase(`file:${path}`);
  t.teardown(close);
  await client.pet.create({ data: { name: 'Rex', categoryId: 7n, status: 'available' } });
  for (const suffix of ['', '-wal', '-shm']) t.equal(await modeOf(path + suffix), 0o600, suffix);
  t.equal(await modeOf(folder), 0o700);
  t.equal(await modeOf(join(folder, '..')), 0o700);
  t.same(await exposedFiles(`file:${path}`), []);
});

t.test(
  'leaves the permissions of an existing database, and names its files',
  hasModes,
  async (t) => {
    const folder = join(await temporaryFolder(t), 'shared');
    const path = join(folder, 'store.db');
    await mkdir(folder);
    await chmod(folder, 0o755);
    await writeFile(path, '');
    await chmod(path, 0o644);
    await applyMigrations(`file:${path}`);
    const { client, close } = await openDatabase(`file:${path}`);
    t.teardown(close);
    await client.pet.count();
    t.equal(await modeOf(path), 0o644);
    t.equal(await modeOf(folder), 0o755);
    t.same(await exposedFiles(`file:${path}`), [path, `${path}-wal`, `${path}-shm`]);
    for (const [mode, exposed] of [
      [0o777, [folder]],
      [0o720, [folder]],
      [0o1777, []],
      [0o755, []],
    ] as const) {
      await chmod(folder, mode);
      t.same(await exposedFiles(`file:${join(folder, 'none.db')}`), exposed, mode.toString(8));
    }
  },
);

t.test('a database on a server has no files here', async (t) => {
  t.same(await exposedFiles('postgresql://localhost/store'), []);
});
