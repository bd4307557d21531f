import type { Database } from './database.ts';
import { type CallObserver, observeCalls } from './observe-calls.ts';

/**
 * Has an observer told of each statement, those of transactions included. The time in which a statement
 * waits for a connection is a part of it.
 */
export function observeStatements(database: Database, observe: CallObserver): void {
  const adapter = database.adapter();
  const { startTransaction } = adapter;
  adapter.startTransaction = async (isolationLevel) => {
    const transaction = await startTransaction.call(adapter, isolationLevel);
    observeCalls(transaction, ['queryRaw', 'executeRaw'], observe);
    return transaction;
  };
  observeCalls(
    adapter,
    ['query', 'findUses', 'insertOnce', 'queryRaw', 'executeRaw', 'startTransaction'],
    observe,
  );
}
