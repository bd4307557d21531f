import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { reason } from './faults.ts';
import { recordFinish, recordStart } from './migration-history.ts';
import {
  beginMigration,
  MAX_LOCK_WAIT_SECONDS,
  type MigrationTransaction,
} from './migration-transaction.ts';
import { run } from './statements.ts';

export interface Migration {
  /** The name of its folder: when it was written, and what it does. */
  readonly name: string;
  readonly script: string;
}

/**
 * The first line of a script that PostgreSQL cannot run in a transaction, such as CREATE INDEX
 * CONCURRENTLY. It has to be the only statement of its script.
 */
const NO_TRANSACTION = /^-- no transaction\b/;

/**
 * Waits until no other process is migrating, and runs the migration if it is still pending then.
 *
 * @returns whether this process ran it
 * @throws one clear line with the name of the migration when it fails, what `isPending` throws, or
 *   the database's error when other processes migrate for more than ten minutes
 */
export async function runMigration(
  adapter: SqlDriverAdapter,
  migration: Migration,
  isPending: () => Promise<boolean>,
): Promise<boolean> {
  const transaction = await beginMigration(adapter);
  try {
    if (!(await isPending())) return false;
    const isStepwise = adapter.provider === 'postgres' && NO_TRANSACTION.test(migration.script);
    await (isStepwise ? runStepwise(adapter, migration) : runAtOnce(transaction, migration));
    return true;
  } finally {
    await transaction.release();
  }
}

/** The script and its record in one transaction. */
async function runAtOnce(transaction: MigrationTransaction, migration: Migration) {
  const { connection } = transaction;
  try {
    const id = await recordStart(connection, migration);
    await transaction.runScript(migration.script);
    await recordFinish(connection, id);
    await transaction.commit();
  } catch (cause) {
    throw failure(migration, 'failed, and nothing of it was kept', cause);
  }
}

/** A record that has a start and no finish tells the next process that the migration failed half-way. */
async function runStepwise(adapter: SqlDriverAdapter, migration: Migration) {
  // On a connection of its own: the transaction that holds the lock stays open meanwhile.
  const connection = await adapter.startTransaction();
  try {
    const id = await recordStart(connection, migration);
    await run(connection, 'COMMIT');
    await run(connection, `SET lock_timeout = '${MAX_LOCK_WAIT_SECONDS}s'`);
    await run(connection, migration.script);
    await recordFinish(connection, id);
  } catch (cause) {
    throw failure(migration, 'failed half-way', cause);
  } finally {
    await connection.commit();
  }
}

function failure({ name }: Migration, outcome: string, cause: unknown): Error {
  return new Error(`Migration ${name} ${outcome}: ${reason(cause)}`, { cause });
}
