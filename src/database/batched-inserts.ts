import { isDatabaseFault } from './faults.ts';

/*
 * Inserts rows in batches: those that arrive while a batch is being written are the next batch. A
 * batch is one statement, hence one transaction: as durable as a single insert, for one flush to disk,
 * which is most of the cost of an insert.
 */

interface Waiting<Row, Result> extends PromiseWithResolvers<Result> {
  readonly row: Row;
}

/** Each size of a batch is a statement of its own, which stays prepared. */
const MAX_BATCH_SIZE = 64;

/**
 * @param insert writes a batch in one statement, and returns a result for each row, in their order
 * @returns a function that inserts a row, and returns its result when it is on disk
 */
export function batchInserts<Row, Result>(
  insert: (rows: readonly Row[]) => Promise<readonly Result[]>,
): (row: Row) => Promise<Result> {
  const waiting: Waiting<Row, Result>[] = [];
  let isWriting = false;

  async function writeAll() {
    while (waiting.length > 0) await write(waiting.splice(0, MAX_BATCH_SIZE));
    isWriting = false;
  }

  async function write(batch: readonly Waiting<Row, Result>[]): Promise<void> {
    try {
      const results = await insert(batch.map(({ row }) => row));
      // There is a result for each row.
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (cause) {
      const isFault = isDatabaseFault(cause);
      if (!isFault && batch.length > 1) {
        // A row that cannot be stored fails its caller alone, and the error does not say which one it is.
        for (const one of batch) await write([one]);
        return;
      }
      // The rows still waiting would meet the same fault, one batch after the other.
      const rejected = isFault ? [...batch, ...waiting.splice(0)] : batch;
      for (const { reject } of rejected) reject(cause);
    }
  }

  return (row) => {
    const inserted = { row, ...Promise.withResolvers<Result>() };
    waiting.push(inserted);
    // At the end of the tick, so that everything that arrives in it is in the first batch.
    if (!isWriting) setImmediate(writeAll);
    isWriting = true;
    return inserted.promise;
  };
}
