import type { FastifyInstance } from 'fastify';
import { faultKind } from '../database/index.ts';
import { createFailureLog } from '../observability/failure-log.ts';

interface PeriodicWrites<Row> {
  /** Hands over the rows that have changed. */
  take(): Row[];
  /** Writes some of these rows in one statement. */
  write(rows: readonly Row[]): Promise<unknown>;
  /** Takes back rows that could not be written now. */
  restore(rows: readonly Row[]): void;
}

const INTERVAL_MS = 1_000;
const ROWS_PER_STATEMENT = 500;

/**
 * Writes to the database what every request changes, once a second and at a stop. So a stop loses
 * nothing, a crash at most the last second.
 *
 * @param message what is logged when a write fails
 * @returns a function that writes for the last time
 */
export function startPeriodicWrites<Row>(
  app: Pick<FastifyInstance, 'log' | 'addHook'>,
  message: string,
  { take, write, restore }: PeriodicWrites<Row>,
): () => Promise<void> {
  const logFailure = createFailureLog(app, message);
  let writing = Promise.resolve();

  async function writeAll() {
    const rows = take();
    while (rows.length > 0) {
      try {
        await write(rows.slice(0, ROWS_PER_STATEMENT));
      } catch (err) {
        restore(rows);
        return logFailure(err, faultKind(err));
      }
      rows.splice(0, ROWS_PER_STATEMENT);
    }
  }

  function writeNext() {
    // One write after the other, so that no older count overwrites a newer one.
    writing = writing.then(writeAll);
    return writing;
  }

  const timer = setInterval(writeNext, INTERVAL_MS).unref();
  return function close() {
    clearInterval(timer);
    return writeNext();
  };
}
