// Work that is repeated in the background for as long as the process runs.

import { withTimeout } from './with-timeout.ts';

export interface PeriodicWork {
  /**
   * Repeats work, and does it one last time when all ends.
   *
   * @param work returns how long to pause until it is done again, and never rejects
   * @param firstPauseMs how long to pause before the first time
   */
  repeat(work: (isLast: boolean) => Promise<number>, firstPauseMs: number): void;
  /** Does all work one last time. @throws ETIMEDOUT if that takes longer */
  end(maxWaitMs: number): Promise<void>;
}

export function createPeriodicWork(): PeriodicWork {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    repeat(work, firstPauseMs) {
      let isEnding = false;
      let running: Promise<unknown> = Promise.resolve();
      let timer = beginAfter(firstPauseMs);

      function beginAfter(pauseMs: number): NodeJS.Timeout {
        return setTimeout(begin, pauseMs).unref();
      }

      // The next time begins once this one has ended, however long it takes.
      function begin() {
        running = work(false).then((pauseMs) => {
          if (!isEnding) timer = beginAfter(pauseMs);
        });
      }

      ends.push(async () => {
        isEnding = true;
        clearTimeout(timer);
        await running;
        await work(true);
      });
    },
    async end(maxWaitMs) {
      await withTimeout(Promise.all(ends.map((end) => end())), maxWaitMs);
    },
  };
}

interface Writes<Row> {
  /** Hands over the rows that have changed. */
  take(): Row[];
  /** Writes some of these rows in one statement. */
  write(rows: readonly Row[]): Promise<unknown>;
  /** Takes back rows that could not be written now. */
  restore(rows: readonly Row[]): void;
  onFailure(error: unknown): void;
  /** Whether a write has failed for what a row contains, so that the other rows can be written. */
  isFaultOfRow(error: unknown): boolean;
  /** Takes a row that cannot be written at all. It is not written again. */
  onLost(row: Row, error: unknown): void;
}

const WRITE_INTERVAL_MS = 1_000;
const ROWS_PER_STATEMENT = 500;

/**
 * Once a second, and at the end, writes what requests have changed. So a stop loses nothing while
 * the database responds, and a crash at most the last second. A row that cannot be written is lost
 * alone: the rows of its statement are written one by one.
 */
export function repeatWrites<Row>(
  { repeat }: PeriodicWork,
  { take, write, restore, onFailure, isFaultOfRow, onLost }: Writes<Row>,
): void {
  /** Removes from the rows what is written, or lost. @throws a fault of no row */
  async function writeAll(rows: Row[]) {
    while (rows.length > 0) {
      const together = rows.slice(0, ROWS_PER_STATEMENT);
      try {
        await write(together);
        rows.splice(0, together.length);
      } catch (error) {
        if (!isFaultOfRow(error)) throw error;
        for (const row of together) {
          await writeAlone(row);
          rows.shift();
        }
      }
    }
  }

  async function writeAlone(row: Row) {
    try {
      await write([row]);
    } catch (error) {
      if (!isFaultOfRow(error)) throw error;
      onLost(row, error);
    }
  }

  repeat(async () => {
    const rows = take();
    try {
      await writeAll(rows);
    } catch (error) {
      restore(rows);
      onFailure(error);
    }
    return WRITE_INTERVAL_MS;
  }, WRITE_INTERVAL_MS);
}
