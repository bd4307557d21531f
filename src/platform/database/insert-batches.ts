// Adds rows in batches: rows that arrive while a batch is being written are the next batch. A batch
// is one transaction: as durable as single inserts, but with one flush to disk, which is most of
// the cost.

import { createWaitingList } from '../async/waiting-list.ts';
import type { Adapter } from './adapter.ts';
import { isDatabaseFault, isTimeout, isWriteFault } from './faults.ts';
import { type CreateOutcome, findRepeat } from './idempotency-keys.ts';
import type { NewRow, Table } from './inserts.ts';

interface WaitingRow extends NewRow, PromiseWithResolvers<CreateOutcome> {}

/** Later rows wait for the whole batch. */
const MAX_BATCH_SIZE = 64;

/**
 * @returns a function that adds a row to a table, and resolves once it is on disk. It rejects as a
 *   waiting list does for a row that it has not tried to add.
 */
export function batchInserts(
  adapter: Pick<Adapter, 'insert' | 'query' | 'maxWaitMs' | 'delays'>,
  table: Table,
  now: () => number,
) {
  const { insert, query, maxWaitMs, delays } = adapter;
  const noteDelay = () => {
    delays.latestAtMs = performance.now();
  };
  const waiting = createWaitingList<WaitingRow>({ maxWaitMs, onTimeout: noteDelay });
  let isWriting = false;

  async function writeAll() {
    while (waiting.size > 0) await write(waiting.take(MAX_BATCH_SIZE));
    isWriting = false;
  }

  async function write(batch: readonly WaitingRow[]): Promise<void> {
    try {
      const outcomes = await insert(table, batch, now());
      for (const [i, outcome] of outcomes.entries()) batch[i]?.resolve(outcome);
    } catch (error) {
      const isFault = isDatabaseFault(error);
      if (isTimeout(error)) noteDelay();
      if (!isFault && batch.length > 1) {
        // A row that cannot be stored fails its caller alone. The error does not say which row.
        for (const one of batch) await write([one]);
        return;
      }
      // The rows still waiting would meet the same fault, one batch after the other.
      const failed = isFault ? [...batch, ...waiting.take()] : batch;
      for (const row of failed) row.resolve(repeatOrThrow(row, error));
    }
  }

  /** A repeated request needs no write, so it succeeds while writes fail. @throws the error */
  async function repeatOrThrow({ idempotencyKey }: NewRow, error: unknown): Promise<CreateOutcome> {
    if (!idempotencyKey || !isWriteFault(error)) throw error;
    const repeat = await findRepeat(query, idempotencyKey, now());
    if (!repeat) throw error;
    return repeat;
  }

  return (row: NewRow): Promise<CreateOutcome> => {
    const outcome = Promise.withResolvers<CreateOutcome>();
    waiting.add({ ...row, ...outcome });
    // At the end of the tick, so that everything that arrives in it is in the first batch.
    if (!isWriting) setImmediate(writeAll);
    isWriting = true;
    return outcome.promise;
  };
}
