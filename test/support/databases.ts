import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { startPostgres } from '../../scripts/servers/postgres.ts';
import { createTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { openDatabase } from '../../src/database/database.ts';
import { applyMigrations } from '../../src/migrations/index.ts';

/*
 * An empty, migrated database for each test: a SQLite file, or with TEST_DATABASE=postgresql a
 * database on a PostgreSQL server that this process starts for all its tests. `npm run test:postgresql` runs the
 * files that call it, directly or through openStore; others bring their databases themselves, or need none.
 */

type CreateDatabase = (test: Test) => Promise<string>;

let source: Promise<CreateDatabase> | undefined;

/** @returns the URL of a database that nobody else uses */
export async function createDatabase(test: Test): Promise<string> {
  source ??= process.env.TEST_DATABASE === 'postgresql' ? postgresDatabases() : sqliteFiles();
  return (await source)(test);
}

/** Creates a folder, which is removed when the test ends. @returns its path */
export async function temporaryFolder(test: Test): Promise<string> {
  const { path, remove } = await createTemporaryFolder();
  test.teardown(remove);
  return path;
}

async function sqliteFiles(): Promise<CreateDatabase> {
  const template = join(await temporaryFolder(t), 'template.db');
  await applyMigrations(`file:${template}`);
  return async (test) => {
    const file = join(await temporaryFolder(test), 'store.db');
    await copyFile(template, file);
    return `file:${file}`;
  };
}

async function postgresDatabases(): Promise<CreateDatabase> {
  const server = await startPostgres();
  if (!server) throw new Error('TEST_DATABASE=postgresql needs PostgreSQL on this machine.');
  t.teardown(() => server.stop());
  const address = (name: string) => server.url.replace(/\/postgres$/, `/${name}`);
  // Without the time limit of requests, which a busy machine may exceed.
  const admin = await openDatabase(server.url, { isTimed: false });
  t.teardown(() => admin.close());
  await admin.client.$executeRawUnsafe('CREATE DATABASE template');
  await applyMigrations(address('template'));
  let count = 0;
  return async () => {
    count += 1;
    await admin.client.$executeRawUnsafe(`CREATE DATABASE store${count} TEMPLATE template`);
    return address(`store${count}`);
  };
}
