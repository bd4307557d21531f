// What an adapter's transaction may still do. Prisma ends a transaction that takes too long in the
// middle of a query of several statements, and then sends the rest of them.

import { setImmediate as nextTick } from 'node:timers/promises';
import {
  DriverAdapterError,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils';

/** A transaction of a driver. Both ends let others use its connection, also when they throw. */
interface RawTransaction extends SqlQueryable {
  /** Whether the transaction still exists: SQLite itself rolls back when a disk is full. */
  isOpen(): boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A transaction that can have others within it. */
export type NestingTransaction = Required<Transaction>;

/** A statement without values. */
export const statementOf = (sql: string) => ({ sql, args: [], argTypes: [] });

/**
 * Wraps a transaction that has begun.
 *
 * - Once its end has begun, it takes no statement more.
 * - It ends when its statements in progress have ended: nothing of it is in flight after its end.
 * - It commits all of its statements or none.
 */
export function guardTransaction(raw: RawTransaction): NestingTransaction {
  const inFlight = new Set<Promise<unknown>>();
  let isEnding = false;
  let isUndoing = false;
  /** Why it can only be rolled back. */
  let failure: { readonly error: unknown } | undefined;

  async function send<Result>(statement: () => Promise<Result>): Promise<Result> {
    const result = statement();
    inFlight.add(result);
    try {
      return await result;
    } catch (error) {
      failure ??= { error };
      throw error;
    } finally {
      inFlight.delete(result);
    }
  }

  async function run<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (isEnding || isUndoing || !raw.isOpen()) throw ended();
    return send(statement);
  }

  const execute = async (sql: string) => void (await raw.executeRaw(statementOf(sql)));

  async function undo(): Promise<void> {
    isEnding = true;
    await Promise.allSettled(inFlight);
    await raw.rollback();
  }

  return {
    provider: raw.provider,
    adapterName: raw.adapterName,
    // Prisma leaves COMMIT and ROLLBACK to this adapter.
    options: { usePhantomQuery: true },
    queryRaw: (query) => run(() => raw.queryRaw(query)),
    executeRaw: (query) => run(() => raw.executeRaw(query)),
    rollback: undo,
    async commit() {
      // PostgreSQL takes a COMMIT for a ROLLBACK after a statement has failed, and reports success.
      if (inFlight.size > 0) failure ??= { error: new Error(UNFINISHED) };
      if (!failure && !raw.isOpen()) failure = { error: ended() };
      if (!failure) {
        isEnding = true;
        return raw.commit();
      }
      await undo().catch(() => undefined);
      throw failure.error;
    },
    createSavepoint: (name) => run(() => execute(`SAVEPOINT ${name}`)),
    releaseSavepoint: (name) => run(() => execute(`RELEASE SAVEPOINT ${name}`)),
    async rollbackToSavepoint(name) {
      isUndoing = true;
      // The rest of a query of the nested transaction would run in the outer one.
      await Promise.allSettled(inFlight);
      await nextTick();
      isUndoing = false;
      await run(() => execute(`ROLLBACK TO SAVEPOINT ${name}`));
      failure = undefined;
    },
  };
}

const UNFINISHED = 'A statement of the transaction is still in progress, so nothing is committed.';
const ENDED = 'The transaction has ended, and takes no more statements.';

function ended(): DriverAdapterError {
  return new DriverAdapterError({
    kind: 'TransactionAlreadyClosed',
    cause: ENDED,
    originalMessage: ENDED,
  });
}
