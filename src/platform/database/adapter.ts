// What one kind of database can do: Prisma's adapter to it, and what this service needs besides.

import type { IsolationLevel, SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils';
import type { Observe } from '../async/observed-calls.ts';
import type { Query, Run } from './statements.ts';
import type { NestingTransaction } from './transactions.ts';

export interface Adapter extends SqlDriverAdapter {
  startTransaction(level?: IsolationLevel): Promise<NestingTransaction>;
  readonly query: Query;
  /** As `query`, but on a connection that no other statement waits for, if there are several. */
  readonly queryAlone: Query;
  /**
   * SQLite alone: does all in one transaction, in which no other statement and no other process
   * comes in between.
   */
  readonly transact?: <Result>(work: (run: Run) => Result) => Promise<Result>;
  /** A connection that no request waits for, if requests can use all others. */
  readonly spare?: Adapter;
  /** How long what needs the database may wait for its turn; Infinity for commands. */
  readonly maxWaitMs: number;
  /** When a row could not be added in time, by the monotonic clock. */
  readonly delays: { latestAtMs: number };
  /** How many connections there can be, how many are in use, and how many requests wait for one. */
  readonly pool?: () => Readonly<Record<'size' | 'used' | 'waiting', number>>;
}

/** Prisma's view of an adapter. Its dispose does nothing, since openDatabase closes the adapter. */
export function observedAdapter(adapter: Adapter, observe: Observe<string>): SqlDriverAdapter {
  return {
    ...observedQueries(adapter, observe),
    ...(adapter.getConnectionInfo && {
      getConnectionInfo: adapter.getConnectionInfo.bind(adapter),
    }),
    async startTransaction(level) {
      const transaction = await observe('BEGIN', () => adapter.startTransaction(level));
      return observedTransaction(transaction, observe);
    },
    executeScript: (script) => adapter.executeScript(script),
    dispose: async () => undefined,
  };
}

function observedTransaction(
  transaction: NestingTransaction,
  observe: Observe<string>,
): NestingTransaction {
  const { createSavepoint, releaseSavepoint, rollbackToSavepoint } = transaction;
  return {
    ...observedQueries(transaction, observe),
    options: transaction.options,
    commit: () => observe('COMMIT', transaction.commit),
    rollback: () => observe('ROLLBACK', transaction.rollback),
    createSavepoint: (name) => observe('SAVEPOINT', () => createSavepoint(name)),
    releaseSavepoint: (name) => observe('RELEASE SAVEPOINT', () => releaseSavepoint(name)),
    rollbackToSavepoint: (name) =>
      observe('ROLLBACK TO SAVEPOINT', () => rollbackToSavepoint(name)),
  };
}

/** What an adapter and a transaction have in common. */
function observedQueries(queryable: SqlQueryable, observe: Observe<string>): SqlQueryable {
  return {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    queryRaw: (query) => observe(query.sql, () => queryable.queryRaw(query)),
    executeRaw: (query) => observe(query.sql, () => queryable.executeRaw(query)),
  };
}
