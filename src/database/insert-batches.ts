// Adds rows in batches: rows that arrive while a batch is being written are the next batch. A batch
// is one transaction: as durable as single inserts, but with one flush to disk, which is most of
// the cost.

import type { Adapter } from './adapter.ts';
import { isDatabaseFault, isWriteFault } from './faults.ts';
import { type CreateOutcome, findRepeat } from './idempotency-keys.ts';
import type { NewRow, Table } from './inserts.ts';

interface WaitingRow extends NewRow, PromiseWithResolvers<CreateOutcome> {}

/** Later rows wait for the whole batch. */
const MAX_BATCH_SIZE = 64;

/** @returns a function that adds a row to a table, and resolves once it is on disk */
export function batchInserts(
  { insert, query }: Pick<Adapter, 'insert' | 'query'>,
  table: Table,
  now: () => number,
) {
  const waiting: WaitingRow[] = [];
  let isWriting = false;

  async function writeAll() {
    while (waiting.length > 0) await write(waiting.splice(0, MAX_BATCH_SIZE));
    isWriting = false;
  }

  async function write(batch: readonly WaitingRow[]): Promise<void> {
    try {
      const outcomes = await insert(table, batch, now());
      for (const [i, outcome] of outcomes.entries()) batch[i]?.resolve(outcome);
    } catch (error) {
      const isFault = isDatabaseFault(error);
      if (!isFault && batch.length > 1) {
        // A row that cannot be stored fails its caller alone. The error does not say which row.
        for (const one of batch) await write([one]);
        return;
      }
      // The rows still waiting would meet the same fault, one batch after the other.
      const failed = isFault ? [...batch, ...waiting.splice(0)] : batch;
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
    waiting.push({ ...row, ...outcome });
    // At the end of the tick, so that everything that arrives in it is in the first batch.
    if (!isWriting) setImmediate(writeAll);
    isWriting = true;
    return outcome.promise;
  };
}
