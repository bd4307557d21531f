import type { Test } from 'tap';
import { type Postgres, startPostgres } from '../../scripts/testbed/postgres.ts';
import { openDatabase } from '../../src/database/database.ts';
import { applyMigrations } from '../../src/database/migrations.ts';

/** A primary and a streaming replica of it. */
export interface Servers {
  readonly primary: Postgres;
  readonly standby: Postgres;
}

/**
 * Starts both servers, migrated, which are stopped when the test ends.
 *
 * @param settings of the primary
 * @returns undefined, with a comment in the test's output, if PostgreSQL is not installed
 * @throws in CI if PostgreSQL is not installed
 */
export async function startServers(
  t: Test,
  settings: readonly string[] = [],
): Promise<Servers | undefined> {
  const primary = await startPostgres(settings);
  if (!primary) {
    if (process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
    t.comment('skipped: there is no PostgreSQL on this machine');
    return undefined;
  }
  t.teardown(() => primary.stop());
  await applyMigrations(primary.url);
  const standby = await primary.startStandby();
  t.teardown(() => standby.stop());
  return { primary, standby };
}

let databases = 0;

/**
 * Makes a database of its own on running servers.
 *
 * @returns the servers with the addresses of that database. At the end of the test their replay is resumed
 */
export async function newDatabase(t: Test, { primary, standby }: Servers): Promise<Servers> {
  databases += 1;
  const name = `store${databases}`;
  await execute(primary, `CREATE DATABASE ${name} TEMPLATE postgres`);
  t.teardown(() => execute(standby, 'SELECT pg_wal_replay_resume()'));
  const within = (server: Postgres) => ({ ...server, url: new URL(name, server.url).href });
  return { primary: within(primary), standby: within(standby) };
}

/** Runs a statement on a server, past the service. */
export async function execute({ url }: Postgres, sql: string): Promise<void> {
  const { client, close } = await openDatabase(url, { isTimed: false });
  await client.$executeRawUnsafe(sql).finally(close);
}
