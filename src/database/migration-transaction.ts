// The transaction a migration runs in: all of it or nothing, and one process at a time.

import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils';
import { run, whileBusy } from './sqlite.ts';

/** What Prisma's command line locks on PostgreSQL while it migrates: so each waits for the other. */
export const LOCK_KEY = 72707369;

/** How long one process waits for another that is migrating. */
const LOCK_WAIT_SECONDS = 600;

export interface MigrationTransaction {
  /** The one connection whose statements belong to the transaction. */
  readonly connection: SqlQueryable;
  runScript(script: string): Promise<void>;
  /** Ends the transaction, and the other processes' waiting. */
  end(statement: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

/**
 * Begins as soon as no other process is migrating.
 *
 * @throws the database's error when that takes longer than ten minutes
 */
export function beginMigration(adapter: SqlDriverAdapter): Promise<MigrationTransaction> {
  return adapter.provider === 'sqlite' ? beginOnSqlite(adapter) : beginOnPostgres(adapter);
}

async function beginOnSqlite(adapter: SqlDriverAdapter): Promise<MigrationTransaction> {
  // A table is changed by copying it and dropping the old one, which would touch the rows that refer to it.
  // This has no effect inside a transaction, so it comes before it, and the references are checked at the end.
  await run(adapter, 'PRAGMA foreign_keys = OFF');
  await whileBusy(LOCK_WAIT_SECONDS, () => run(adapter, 'BEGIN IMMEDIATE'));
  return {
    connection: adapter,
    async runScript(script) {
      await adapter.executeScript(script);
      const { rows } = await adapter.queryRaw({
        sql: 'PRAGMA foreign_key_check',
        args: [],
        argTypes: [],
      });
      const [table, , referredTo] = rows[0] ?? [];
      if (table)
        throw new Error(`rows of ${table} refer to rows of ${referredTo} that do not exist`);
    },
    end: (statement) => run(adapter, statement),
  };
}

async function beginOnPostgres(adapter: SqlDriverAdapter): Promise<MigrationTransaction> {
  const transaction = await adapter.startTransaction();
  const migration: MigrationTransaction = {
    connection: transaction,
    // In one piece: the adapter's own executeScript cuts at every semicolon, those in strings and comments too.
    runScript: (script) => run(transaction, script),
    end: (statement) => run(transaction, statement).finally(() => transaction.commit()),
  };
  try {
    await run(transaction, `SET LOCAL lock_timeout = '${LOCK_WAIT_SECONDS}s'`);
    await run(transaction, `SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
    return migration;
  } catch (error) {
    await migration.end('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
