import type { Database } from './database.ts';
import { isDatabaseFault, isWriteFault } from './faults.ts';
import { findUse } from './pet-inserts.ts';
import type { Created, NewRow } from './statements.ts';

/*
 * Adds rows in batches: those that arrive while a batch is being written are the next batch. A batch is one
 * transaction: as durable as a single insert, for one flush to disk, which is most of the cost of an insert.
 */

type Waiting = PromiseWithResolvers<Created> & { readonly row: NewRow };

/** The creates after a batch wait for it. */
const MAX_BATCH_SIZE = 64;

/**
 * Adds each animal once, however often a request with a key is repeated. The response is not stored: it consists of
 * the body and the id, so the same body gets the same response, even if the row has changed since.
 *
 * @returns a function that adds a row, and resolves once it is on disk
 */
export function openCreates(database: Pick<Database, 'insert' | 'query'>) {
  const { insert, query } = database;
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll() {
    while (waiting.length > 0) await write(waiting.splice(0, MAX_BATCH_SIZE));
    isWriting = false;
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const created = await insert(batch.map(({ row }) => row));
      // There is one for each row.
      for (const [i, { resolve }] of batch.entries()) resolve(created[i] as Created);
    } catch (error) {
      const isFault = isDatabaseFault(error);
      if (!isFault && batch.length > 1) {
        // A row that cannot be stored fails its caller alone, and the error does not say which one it is.
        for (const one of batch) await write([one]);
        return;
      }
      // The rows still waiting would meet the same fault, one batch after the other.
      const failed = isFault ? [...batch, ...waiting.splice(0)] : batch;
      for (const { row, resolve } of failed) resolve(findEarlier(row, error));
    }
  }

  /** A request that is repeated depends on no write. */
  async function findEarlier({ use }: NewRow, error: unknown): Promise<Created> {
    const found = use && isWriteFault(error) && (await findUse(query, use));
    if (!found) throw error;
    return found;
  }

  return (row: NewRow): Promise<Created> => {
    const created = { row, ...Promise.withResolvers<Created>() };
    waiting.push(created);
    // At the end of the tick, so that everything that arrives in it is in the first batch.
    if (!isWriting) setImmediate(writeAll);
    isWriting = true;
    return created.promise;
  };
}
