// Tests of what differs between the databases: both, whatever TEST_DATABASE is.

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Test } from 'tap';
import type { Provider } from '../../src/platform/database/index.ts';
import { open, temporaryFolder } from './databases.ts';
import { root } from './scripts.ts';
import { copyOf, grantRights, migrate, execute as run } from './servers/databases.ts';
import { asService } from './servers/roles.ts';
import { openPostgres } from './test-postgres.ts';

/** `run` runs statements as an operator would, one after the other, as the owner of a database. */
export { grantRights, open, run };

export const { server: postgres, url: postgresUrl, NEEDS_POSTGRES } = await openPostgres();
let count = 0;
let template: Promise<string> | undefined;

const addressOf = (name: string) => postgresUrl.replace(/postgres$/, name);

/** @returns the address of an empty database, for its owner */
export async function emptyDatabase(t: Test, provider: Provider): Promise<string> {
  if (provider === 'sqlite') return `file:${join(await temporaryFolder(t), 'store.db')}`;
  count += 1;
  const name = `test_${count}`;
  await run(postgresUrl, `CREATE DATABASE ${name}`);
  return addressOf(name);
}

/** Creates a database of this version, and opens it as the service until the test ends. */
export async function openMigrated(t: Test, provider: Provider) {
  const url = asService(await migratedDatabase(t, provider));
  return { url, ...(await open(t, url)) };
}

async function migratedDatabase(t: Test, provider: Provider): Promise<string> {
  if (provider === 'sqlite') {
    const url = await emptyDatabase(t, provider);
    await migrate(url);
    return url;
  }
  template ??= createTemplate();
  count += 1;
  const name = `test_${count}`;
  await run(postgresUrl, ...copyOf(await template, name));
  return addressOf(name);
}

async function createTemplate(): Promise<string> {
  await run(postgresUrl, 'CREATE DATABASE migrated');
  await migrate(addressOf('migrated'));
  return 'migrated';
}

/** Creates a folder of migrations, by name, after all that this version has for a provider. */
export async function migrationsFolder(
  t: Test,
  scripts: Readonly<Record<string, string>>,
  provider?: Provider,
): Promise<URL> {
  const folder = await temporaryFolder(t);
  if (provider)
    await cp(join(root, 'prisma/migrations/store', provider), folder, { recursive: true });
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
