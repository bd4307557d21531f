import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { applyMigrations, type Provider } from '../../src/database/index.ts';
import { createUnlimitedKey } from '../testbed/built-service.ts';
import { startPostgres } from '../testbed/postgres.ts';
import { createTemporaryFolder } from '../testbed/temporary-folder.ts';

/** Creates pairs of equal, filled databases: one for the service, one for the bare server. */
export interface Stores {
  make(animals: number): Promise<StorePair>;
  close(): Promise<void>;
}

export interface StorePair {
  readonly animals: number;
  /** URLs of the databases. */
  readonly service: string;
  readonly bare: string;
  /** An API key without limits. */
  readonly key: string;
}

const STATUS = "CASE i % 5 WHEN 0 THEN 'sold' WHEN 1 THEN 'pending' ELSE 'available' END";

/** @returns undefined if the database is not installed on this machine */
export async function openStores(provider: Provider): Promise<Stores | undefined> {
  return provider === 'sqlite' ? sqliteStores() : postgresStores();
}

async function sqliteStores(): Promise<Stores> {
  const folder = await createTemporaryFolder();
  let made = 0;
  return {
    async make(animals) {
      made += 1;
      const [service, bare] = [`service${made}.db`, `bare${made}.db`].map((name) =>
        join(folder.path, name),
      ) as [string, string];
      const key = await prepare(`file:${service}`);
      const database = new Sqlite(service);
      database.exec(`${insertion(animals, STATUS)}; ANALYZE`);
      database.close();
      await copyFile(service, bare);
      return { animals, service: `file:${service}`, bare: `file:${bare}`, key };
    },
    close: folder.remove,
  };
}

async function postgresStores(): Promise<Stores | undefined> {
  const server = await startPostgres();
  if (!server) return undefined;
  const address = (name: string) => server.url.replace(/\/postgres$/, `/${name}`);
  let made = 0;
  return {
    async make(animals) {
      made += 1;
      const [service, bare] = [`service${made}`, `bare${made}`] as const;
      await execute(server.url, `CREATE DATABASE ${service}`);
      const key = await prepare(address(service));
      await execute(address(service), insertion(animals, `(${STATUS})::pet_status`));
      await execute(address(service), 'VACUUM ANALYZE');
      await execute(server.url, `CREATE DATABASE ${bare} TEMPLATE ${service}`);
      await execute(server.url, 'CHECKPOINT');
      return { animals, service: address(service), bare: address(bare), key };
    },
    close: () => server.stop(),
  };
}

/** @returns an API key without limits */
async function prepare(url: string): Promise<string> {
  await applyMigrations(url);
  return createUnlimitedKey(url);
}

function insertion(animals: number, status: string): string {
  return `INSERT INTO pets (name, category_id, status)
    WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${animals})
    SELECT 'Bella the Beagle ' || i, i % 7, ${status} FROM numbers`;
}

async function execute(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
