// What one kind of database can do: Prisma's adapter to it, and what this service needs besides.

import type { SqlDriverAdapter, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';
import type { Observe } from '../async/observed-calls.ts';
import type { Insert } from './inserts.ts';
import type { Query } from './statements.ts';

export interface Adapter extends SqlDriverAdapter {
  readonly query: Query;
  /** As `query`, but on a connection that no other statement waits for, if there are several. */
  readonly queryAlone: Query;
  readonly insert: Insert;
  /** A connection that no request waits for, if requests can use all others. */
  readonly spare?: Adapter;
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

function observedTransaction(transaction: Transaction, observe: Observe<string>): Transaction {
  const { options } = transaction;
  /** Prisma sends the statement that ends a transaction, unless the adapter does. */
  const end = (sql: string, run: () => Promise<void>) =>
    options.usePhantomQuery ? observe(sql, run) : run();
  return {
    ...observedQueries(transaction, observe),
    options,
    commit: () => end('COMMIT', () => transaction.commit()),
    rollback: () => end('ROLLBACK', () => transaction.rollback()),
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
