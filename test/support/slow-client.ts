// A client whose statements take longer, as those of a database that is far away.

import { setTimeout as wait } from 'node:timers/promises';
import type { SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';
import type { Database, PrismaClient } from './service-database.ts';
import { SAMPLE } from './services.ts';

interface SlowOptions {
  /** After each statement. */
  readonly pauseMs: number;
  /** The time limit of a transaction. */
  readonly limitMs: number;
}

/** Makes such a client on the connections of a database. */
export async function createSlowClient(
  { adapter, provider }: Database,
  { pauseMs, limitMs }: SlowOptions,
): Promise<PrismaClient> {
  const { PrismaClient } = await SAMPLE.service.database[provider]();
  const slowly = async <Result>(result: Promise<Result>): Promise<Result> => {
    const known = await result;
    await wait(pauseMs);
    return known;
  };
  const slowQueries = (queryable: SqlQueryable) => ({
    queryRaw: (...query: Parameters<SqlQueryable['queryRaw']>) =>
      slowly(queryable.queryRaw(...query)),
    executeRaw: (...query: Parameters<SqlQueryable['executeRaw']>) =>
      slowly(queryable.executeRaw(...query)),
  });
  const slowTransaction = (transaction: Transaction): Transaction => ({
    ...transaction,
    ...slowQueries(transaction),
  });
  const slowAdapter = {
    ...adapter,
    ...slowQueries(adapter),
    startTransaction: async (...options: Parameters<typeof adapter.startTransaction>) =>
      slowTransaction(await adapter.startTransaction(...options)),
    dispose: async () => undefined,
  };
  const made = new PrismaClient({
    adapter: {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      connect: async () => slowAdapter,
    },
    transactionOptions: { maxWait: 20_000, timeout: limitMs },
  });
  // On PostgreSQL, a client has all that SQLite's has.
  return made as PrismaClient;
}
