import { hash, randomUUID } from 'node:crypto';
import type { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { Database } from './database.ts';
import { reason } from './faults.ts';
import { retryWhileLocked } from './retry-while-locked.ts';

/*
 * Runs a migration and records it in the table and in the form of Prisma's own command line, so that it
 * accepts the history and can be used beside `npm run migrate`.
 */

export interface Migration {
  /** The name of its folder: when it was written, and what it does. */
  readonly name: string;
  readonly script: string;
}

type Client = Prisma.TransactionClient;

/**
 * The first line of a script that PostgreSQL cannot run in a transaction, such as CREATE INDEX
 * CONCURRENTLY. It has to be the only statement of its script.
 */
const NO_TRANSACTION = /^-- no transaction\b/;

/** How long one process waits for another that is migrating, and a script for the locks it needs. */
const MAX_LOCK_WAIT_SECONDS = 600;

/**
 * Takes the advisory lock that Prisma's command line takes on PostgreSQL while it migrates. Whoever
 * waits for it holds a snapshot, and CREATE INDEX CONCURRENTLY, run by whoever has the lock, waits for
 * all older snapshots to end: a deadlock that PostgreSQL cannot detect. So one attempt is short.
 */
const TAKE_POSTGRES_LOCK = `
  SET LOCAL lock_timeout = '500ms';
  SELECT pg_advisory_xact_lock(72707369);
  SET LOCAL lock_timeout = '${MAX_LOCK_WAIT_SECONDS}s';
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** A script may take as long as it needs: 24 days, the longest that a timer can wait. */
const NO_TIMEOUT = { maxWait: 2 ** 31 - 1, timeout: 2 ** 31 - 1 };

const HISTORY_TABLE = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
  )`,
  postgresql: `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
  )`,
};

/**
 * Waits until no other process is migrating, and runs the migration if it is still pending then.
 *
 * @returns whether this process ran it
 * @throws one clear line with the name of the migration when it fails, what `isPending` throws, or
 *   the database's error when other processes migrate for more than ten minutes
 */
export async function runMigration(
  database: Database,
  migration: Migration,
  isPending: (client: Client) => Promise<boolean>,
): Promise<boolean> {
  const { client, provider } = database;
  const isStepwise = provider === 'postgresql' && NO_TRANSACTION.test(migration.script);
  const run = isStepwise ? runStepwise : runAtOnce;
  const outcome = isStepwise ? 'failed half-way' : 'failed, and nothing of it was kept';
  return retryWhileLocked(MAX_LOCK_WAIT_SECONDS, async () => {
    let hasBegun = false;
    try {
      return await lockMigrations(database, async (transaction) => {
        // PostgreSQL would abort the transaction when there is no history to read yet.
        hasBegun = await isPending(provider === 'sqlite' ? transaction : client);
        if (hasBegun) await run(database, migration, transaction);
        return hasBegun;
      });
    } catch (cause) {
      if (!hasBegun) throw cause;
      throw new Error(`Migration ${migration.name} ${outcome}: ${reason(cause)}`, { cause });
    }
  });
}

/** Runs work in a transaction in which no other process can migrate. */
export async function lockMigrations<Result>(
  { client, provider }: Database,
  work: (transaction: Client) => Promise<Result>,
): Promise<Result> {
  if (provider === 'postgresql') {
    return client.$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe(TAKE_POSTGRES_LOCK);
      return work(transaction);
    }, NO_TIMEOUT);
  }
  // A table is changed by copying it and dropping the old one, which would delete the rows that refer
  // to it. This has no effect inside a transaction, so it comes before it.
  await client.$executeRaw`PRAGMA foreign_keys = OFF`;
  try {
    return await client.$transaction(work, NO_TIMEOUT);
  } finally {
    await client.$executeRaw`PRAGMA foreign_keys = ON`;
  }
}

async function runAtOnce(database: Database, migration: Migration, transaction: Client) {
  const id = await recordStart(database, transaction, migration);
  if (database.provider === 'sqlite') {
    await database.adapter().executeScript(migration.script);
    await checkReferences(transaction);
  } else {
    await transaction.$executeRawUnsafe(migration.script);
  }
  await recordFinish(transaction, id);
}

async function checkReferences(transaction: Client) {
  const [row] = await transaction.$queryRaw<{ table: string; parent: string }[]>`
    PRAGMA foreign_key_check`;
  if (row) throw new Error(`rows of ${row.table} refer to rows of ${row.parent} that do not exist`);
}

/** A record that has a start and no finish tells the next process that the migration failed half-way. */
function runStepwise(database: Database, migration: Migration): Promise<void> {
  // On a connection of its own: the transaction that holds the lock stays open meanwhile.
  return database.client.$transaction(async (connection) => {
    const id = await recordStart(database, connection, migration);
    await connection.$executeRaw`COMMIT`;
    await connection.$executeRawUnsafe(`SET lock_timeout = '${MAX_LOCK_WAIT_SECONDS}s'`);
    await connection.$executeRawUnsafe(migration.script);
    await recordFinish(connection, id);
  }, NO_TIMEOUT);
}

/** @returns the id of the record */
async function recordStart({ provider }: Database, client: Client, { name, script }: Migration) {
  const id = randomUUID();
  await client.$executeRawUnsafe(HISTORY_TABLE[provider]);
  await client.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
    VALUES (${id}, ${hash('sha256', script)}, ${name}, ${new Date()})`;
  return id;
}

async function recordFinish(client: Client, id: string) {
  await client.$executeRaw`
    UPDATE _prisma_migrations SET finished_at = ${new Date()}, applied_steps_count = 1 WHERE id = ${id}`;
}
