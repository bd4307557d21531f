import { join } from 'node:path';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import { applyMigrations, openDatabase, type Provider } from '../../../src/database/index.ts';
import { createKey } from '../../../src/keys/index.ts';
import { startPostgres } from './postgres.ts';

/** Empty databases: SQLite files in a temporary folder, or databases of a PostgreSQL server of their own. */
export interface Databases {
  /** @returns the URL of a new database */
  create(name: string): Promise<string>;
  /** Ends the server as a power cut would, and starts it again. A SQLite file ends with the process that has it open. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** Of a key that sends more requests than any plan allows. */
const NO_LIMIT = 2 ** 31 - 1;

/**
 * @param settings more of those of a PostgreSQL server
 * @returns undefined if the database is not installed on this machine
 */
export async function openDatabases(
  provider: Provider,
  settings: readonly string[] = [],
): Promise<Databases | undefined> {
  return provider === 'sqlite' ? sqliteFiles() : postgresDatabases(settings);
}

/** For where no power fails: creates do not wait for the disk, which others may keep busy. */
export const QUICK = ['fsync=off'];

export async function sqliteFiles(): Promise<Databases> {
  const folder = await createTemporaryFolder();
  return {
    create: async (name) => `file:${join(folder.path, name)}.db`,
    crash: async () => undefined,
    close: folder.remove,
  };
}

/** Runs statements on a database, each by itself and without a time limit. */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const { client, close } = await openDatabase(url, { isTimed: false });
  try {
    for (const statement of statements) await client.$executeRawUnsafe(statement);
  } finally {
    await close();
  }
}

async function postgresDatabases(settings: readonly string[]): Promise<Databases | undefined> {
  const server = await startPostgres(settings);
  if (!server) return undefined;
  return {
    async create(name) {
      await execute(server.url, `CREATE DATABASE ${name}`);
      return new URL(name, server.url).href;
    },
    async crash() {
      await server.kill();
      await server.start();
    },
    close: () => server.stop(),
  };
}

/** Migrates a database, and adds animals and a customer without limits. @returns the customer's API key */
export async function prepare(url: string, animals = 0): Promise<string> {
  await applyMigrations(url);
  // No time-outs: a large insert takes longer than any request may.
  const { client, provider, close } = await openDatabase(url, { isTimed: false });
  const customer = {
    name: 'Unlimited',
    plan: 'enterprise',
    limits: { perMinute: NO_LIMIT, perDay: NO_LIMIT },
  } as const;
  const { key } = await createKey(client, customer);
  const statements =
    provider === 'sqlite'
      ? [insertion(STATUS, numbers(animals))]
      : [insertion(`(${STATUS})::pet_status`, series(animals)), 'VACUUM ANALYZE', 'CHECKPOINT'];
  for (const statement of statements) await client.$executeRawUnsafe(statement);
  await close();
  return key;
}

const STATUS = "CASE i % 5 WHEN 0 THEN 'sold' WHEN 1 THEN 'pending' ELSE 'available' END";

function insertion(status: string, source: string): string {
  return `INSERT INTO pets (name, category_id, status)
    SELECT 'Bella the Beagle ' || i, i % 7, ${status} FROM ${source}`;
}

function numbers(count: number): string {
  const recursive = `SELECT 1 AS i UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count}`;
  return `(WITH RECURSIVE numbers AS (${recursive}) SELECT i FROM numbers WHERE i <= ${count})`;
}

/** Faster than a recursive query. */
function series(count: number): string {
  return `generate_series(1, ${count}) AS numbers (i)`;
}
