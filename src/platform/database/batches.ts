// Writes rows in batches: rows that arrive while a batch is being written are the next batch. A
// batch is one transaction: as durable as single writes, but with one flush to disk, which is most
// of the cost.

import { createWaitingList, type Waiting } from '../async/waiting-list.ts';
import type { Adapter } from './adapter.ts';
import { isDatabaseFault, isTimeout } from './faults.ts';

/** Later rows wait for the whole batch. */
const MAX_BATCH_SIZE = 64;

interface BatchOptions<Row, Outcome> {
  /**
   * Writes rows in one transaction.
   *
   * @returns the outcome of each row, in their order; a promise where more is to be done
   */
  readonly write: (rows: readonly Row[]) => Promise<readonly (Outcome | Promise<Outcome>)[]>;
  /** The outcome of a row that could not be written. @throws the error unless there is one */
  readonly onFailure: (row: Row, error: unknown) => Promise<Outcome>;
}

/**
 * @returns a function that writes a row, and resolves once it is on disk. It rejects as a waiting
 *   list does for a row that it has not tried to write.
 */
export function batchWrites<Row, Outcome>(
  { maxWaitMs, delays }: Pick<Adapter, 'maxWaitMs' | 'delays'>,
  { write, onFailure }: BatchOptions<Row, Outcome>,
) {
  const noteDelay = () => {
    delays.latestAtMs = performance.now();
  };
  const waiting = createWaitingList<Row, Outcome>({ maxWaitMs, onTimeout: noteDelay });
  let isWriting = false;

  async function writeAll() {
    while (waiting.size > 0) await writeBatch(waiting.take(MAX_BATCH_SIZE));
    isWriting = false;
  }

  async function writeBatch(batch: readonly Waiting<Row, Outcome>[]): Promise<void> {
    try {
      const outcomes = await write(batch.map(({ item }) => item));
      // There is an outcome for each row.
      for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] as Outcome);
    } catch (error) {
      const isFault = isDatabaseFault(error);
      if (isTimeout(error)) noteDelay();
      if (!isFault && batch.length > 1) {
        // A row that cannot be stored fails its caller alone. The error does not say which row.
        for (const one of batch) await writeBatch([one]);
        return;
      }
      // The rows still waiting would meet the same fault, one batch after the other.
      const failed = isFault ? [...batch, ...waiting.take()] : batch;
      for (const { item, resolve } of failed) resolve(onFailure(item, error));
    }
  }

  return (row: Row): Promise<Outcome> => {
    const outcome = waiting.wait(row);
    // At the end of the tick, so that everything that arrives in it is in the first batch.
    if (!isWriting) setImmediate(writeAll);
    isWriting = true;
    return outcome;
  };
}
