// Tests of what differs between the databases: both, whatever TEST_DATABASE is.

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Test } from 'tap';
import type { Provider } from '../../src/database/index.ts';
import { applyMigrations } from '../../src/database/migrations/index.ts';
import { open, temporaryFolder } from './databases.ts';
import { root } from './scripts.ts';
import { execute as run } from './servers/databases.ts';
import { openPostgres } from './test-postgres.ts';

/** `run` runs statements as an operator would, one after the other, in a database. */
export { open, run };

export const { server: postgres, url: postgresUrl, NEEDS_POSTGRES } = await openPostgres();
let count = 0;

/** @returns the address of an empty database */
export async function emptyDatabase(t: Test, provider: Provider): Promise<string> {
  if (provider === 'sqlite') return `file:${join(await temporaryFolder(t), 'store.db')}`;
  count += 1;
  const name = `test_${count}`;
  await run(postgresUrl, `CREATE DATABASE ${name}`);
  return postgresUrl.replace(/postgres$/, name);
}

/** Creates a database of this version, and opens it until the test ends. */
export async function openMigrated(t: Test, provider: Provider) {
  const url = await emptyDatabase(t, provider);
  await applyMigrations(url);
  return { url, ...(await open(t, url)) };
}

/** Creates a folder of migrations, by name, after all that this version has for a provider. */
export async function migrationsFolder(
  t: Test,
  scripts: Readonly<Record<string, string>>,
  provider?: Provider,
): Promise<URL> {
  const folder = await temporaryFolder(t);
  if (provider) await cp(join(root, 'prisma/migrations', provider), folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), script);
  }
  return pathToFileURL(`${folder}/`);
}

/** Defines the same tests for each database. */
export async function onBoth(
  t: Test,
  define: (t: Test, provider: Provider) => Promise<void>,
): Promise<void> {
  await t.test('SQLite', (t) => define(t, 'sqlite'));
  await t.test('PostgreSQL', NEEDS_POSTGRES, (t) => define(t, 'postgresql'));
}
