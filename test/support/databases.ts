// An empty, migrated database for each test: a SQLite file, or with TEST_DATABASE=postgresql a
// database on a PostgreSQL server that this process starts for all its tests, to which the service
// connects as its own role. The files that call it, directly or through openSample and openStore,
// are those that `npm run test:all` runs on both.

import t, { type Test } from 'tap';
import { createTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { type Database, openDatabase } from '../../src/platform/database/index.ts';
import { expectNeed } from './needs.ts';
import { migrate, openDatabases } from './servers/databases.ts';
import { FOR_TESTS } from './servers/postgres.ts';
import { type AnyTested, SAMPLE, type SampleClient, type Tested } from './services.ts';

/** The kind of database that `createDatabase` makes. */
export const PROVIDER = process.env.TEST_DATABASE === 'postgresql' ? 'postgresql' : 'sqlite';

let source: ReturnType<typeof openSource> | undefined;
let count = 0;

/**
 * @param tested the same for all tests of a process
 * @returns the URL of a database that nobody else uses, for the service
 */
export async function createDatabase(tested: AnyTested = SAMPLE): Promise<string> {
  expectNeed('databases');
  source ??= openSource(tested);
  const { databases, template } = await source;
  count += 1;
  return databases.copy(template, `store${count}`);
}

async function openSource(tested: AnyTested) {
  const databases = await openDatabases(PROVIDER, tested, FOR_TESTS);
  if (!databases) throw new Error('TEST_DATABASE=postgresql needs PostgreSQL on this machine.');
  t.teardown(() => databases.close());
  const template = await databases.create('template');
  await migrate(template, tested);
  return { databases, template };
}

/** Opens a database until the test ends. However slow the machine is, no statement is too slow. */
export function open(test: Test, url: string): Promise<Database<SampleClient>> {
  return openAs(SAMPLE, test, url);
}

/** Opens a database with the models of a service. */
export async function openAs<Client>({ service }: Tested<Client>, test: Test, url: string) {
  const database = await openDatabase(service.database, url, { isTimed: false });
  test.teardown(() => database.close());
  return database;
}

/** Creates a folder, which is removed when the test ends. @returns its path */
export async function temporaryFolder(test: Test): Promise<string> {
  const { path, remove } = await createTemporaryFolder();
  test.teardown(remove);
  return path;
}
