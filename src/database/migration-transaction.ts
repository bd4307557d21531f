import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils';
import { retryWhileLocked } from './retry-while-locked.ts';
import { run } from './statements.ts';

/*
 * The transaction a migration runs in. It is also the lock: one process migrates at a time.
 */

/** The advisory lock that Prisma's command line takes on PostgreSQL while it migrates. */
const LOCK_KEY = 72707369;

/** How long one process waits for another that is migrating, and a script for the locks it needs. */
export const MAX_LOCK_WAIT_SECONDS = 600;

/**
 * How long one attempt to get PostgreSQL's lock takes. Whoever waits for the lock holds a snapshot, and
 * CREATE INDEX CONCURRENTLY, run by whoever has the lock, waits for all older snapshots to end: a
 * deadlock that PostgreSQL cannot detect.
 */
const LOCK_ATTEMPT_MS = 500;

export interface MigrationTransaction {
  /** The one connection whose statements belong to the transaction. */
  readonly connection: SqlQueryable;
  runScript(script: string): Promise<void>;
  commit(): Promise<void>;
  /** Undoes what is not committed, and lets the next process migrate. */
  release(): Promise<void>;
}

/**
 * Begins as soon as no other process is migrating.
 *
 * @throws the database's error when that takes longer than ten minutes
 */
export function beginMigration(adapter: SqlDriverAdapter): Promise<MigrationTransaction> {
  const begin = adapter.provider === 'sqlite' ? beginOnSqlite : beginOnPostgres;
  return retryWhileLocked(MAX_LOCK_WAIT_SECONDS, () => begin(adapter));
}

async function beginOnSqlite(adapter: SqlDriverAdapter): Promise<MigrationTransaction> {
  // A table is changed by copying it and dropping the old one, which would delete the rows that refer
  // to it. This has no effect inside a transaction, so it comes before it.
  await run(adapter, 'PRAGMA foreign_keys = OFF');
  const release = () => run(adapter, 'PRAGMA foreign_keys = ON');
  try {
    await run(adapter, 'BEGIN IMMEDIATE');
  } catch (error) {
    await release();
    throw error;
  }
  const runScript = async (script: string) => {
    await adapter.executeScript(script);
    await checkReferences(adapter);
  };
  return openTransaction(adapter, runScript, release);
}

async function checkReferences(connection: SqlQueryable) {
  const check = { sql: 'PRAGMA foreign_key_check', args: [], argTypes: [] };
  const { rows } = await connection.queryRaw(check);
  const [table, , referredTo] = rows[0] ?? [];
  if (table) throw new Error(`rows of ${table} refer to rows of ${referredTo} that do not exist`);
}

async function beginOnPostgres(adapter: SqlDriverAdapter): Promise<MigrationTransaction> {
  const connection = await adapter.startTransaction();
  // In one piece: the adapter's own executeScript splits at every semicolon, even in a string or comment.
  const runScript = (script: string) => run(connection, script);
  const transaction = openTransaction(connection, runScript, () => connection.commit());
  try {
    await run(
      connection,
      `SET LOCAL lock_timeout = '${LOCK_ATTEMPT_MS}ms';
      SELECT pg_advisory_xact_lock(${LOCK_KEY});
      SET LOCAL lock_timeout = '${MAX_LOCK_WAIT_SECONDS}s';
      SET LOCAL idle_in_transaction_session_timeout = 0`,
    );
    return transaction;
  } catch (error) {
    await transaction.release();
    throw error;
  }
}

function openTransaction(
  connection: SqlQueryable,
  runScript: MigrationTransaction['runScript'],
  releaseConnection: () => Promise<void>,
): MigrationTransaction {
  let isOpen = true;
  return {
    connection,
    runScript,
    async commit() {
      await run(connection, 'COMMIT');
      isOpen = false;
    },
    async release() {
      if (isOpen) await run(connection, 'ROLLBACK').catch(() => undefined);
      await releaseConnection();
    },
  };
}
