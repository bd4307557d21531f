import type { Database } from './database.ts';
import { isDatabaseFault, isWriteFault } from './faults.ts';
import { type CreateOutcome, findRepeat } from './idempotent-creates.ts';
import type { NewRow, Table } from './statements.ts';

/*
 * Adds rows in batches: those that arrive while a batch is being written are the next batch. A batch is one
 * transaction: as durable as a single insert, for one flush to disk, which is most of the cost of an insert.
 */

type Waiting = NewRow & PromiseWithResolvers<CreateOutcome>;

/** The rows after a batch wait for it. */
const MAX_BATCH_SIZE = 64;

/** @returns a function that adds a row to a table, and resolves once it is on disk */
export function batchInserts(database: Pick<Database, 'insert' | 'query'>, table: Table) {
  const { insert, query } = database;
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll() {
    while (waiting.length > 0) await write(waiting.splice(0, MAX_BATCH_SIZE));
    isWriting = false;
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await insert(table, batch);
      // There is one for each row.
      for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] as CreateOutcome);
    } catch (error) {
      const isFault = isDatabaseFault(error);
      if (!isFault && batch.length > 1) {
        // A row that cannot be stored fails its caller alone, and the error does not say which one it is.
        for (const one of batch) await write([one]);
        return;
      }
      // The rows still waiting would meet the same fault, one batch after the other.
      const failed = isFault ? [...batch, ...waiting.splice(0)] : batch;
      for (const row of failed) row.resolve(findEarlier(row, error));
    }
  }

  /** A request that is repeated depends on no write. */
  async function findEarlier({ key }: NewRow, error: unknown): Promise<CreateOutcome> {
    const repeat = key && isWriteFault(error) && (await findRepeat(query, key));
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
