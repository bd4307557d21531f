// Tests of what differs between the databases: both, whatever TEST_DATABASE is.

import { join } from 'node:path';
import type { Test } from 'tap';
import { readMigrations } from '../../scripts/generate/models.ts';
import type { Provider } from '../../src/platform/database/index.ts';
import {
  type History,
  historyOf,
  joinHistories,
} from '../../src/platform/database/service-database.ts';
import { service } from '../platform/service/src/service.ts';
import { open, temporaryFolder } from './databases.ts';
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

type Scripts = Readonly<Record<string, string>>;

const migrationsOf = (scripts: Scripts) =>
  Object.entries(scripts).map(([name, script]) => ({ name, script }));

/** A history of other migrations than those of this version, by name, in their order. */
export function madeUpHistory(scripts: Scripts): History {
  const own = migrationsOf(scripts);
  return { all: own, own };
}

/** The history of this version, and migrations after it. */
export async function laterHistory(provider: Provider, scripts: Scripts): Promise<History> {
  const { all, own } = await historyOf(service.database, provider);
  const later = migrationsOf(scripts);
  return { all: [...all, ...later], own: [...own, ...later] };
}

/** The history that the files of a folder make. */
export async function historyIn(folder: string, provider: Provider): Promise<History> {
  const [platform = [], own = []] = await Promise.all(
    ['platform', 'store'].map((owner) =>
      readMigrations(join(folder, 'prisma/migrations', owner, provider)),
    ),
  );
  return joinHistories(platform, own);
}

/** Defines the same tests for each database. */
export async function onBoth(
  t: Test,
  define: (t: Test, provider: Provider) => Promise<void>,
): Promise<void> {
  await t.test('SQLite', (t) => define(t, 'sqlite'));
  await t.test('PostgreSQL', NEEDS_POSTGRES, (t) => define(t, 'postgresql'));
}
