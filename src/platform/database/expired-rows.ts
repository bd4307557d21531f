// Removes rows that have expired: a few at a time in the background, so that no request waits. Each
// room says which of its rows expire.

import { Prisma } from '../../../generated/platform/prisma/client.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import type { Database } from './database.ts';

/** A statement takes about 3 ms: on SQLite, requests wait for it. */
export const MAX_REMOVED_AT_ONCE = 200;
/**
 * The pause between batches, in which requests have the database to themselves: as long as the batch
 * has taken. With the least pause, rows are removed as fast as an instance can add them.
 */
const PAUSE_MS = { least: 5, most: 1_000 };
/** The pause after a failure, which may be gone long before it is time to look again. */
const FAILURE_PAUSE_MS = 5_000;
/** Not at once: removing loads Prisma's query compiler, for which the start would wait. */
const FIRST_PAUSE_MS = 1_000;

export type RemovalDatabase = Pick<Database, 'client' | 'provider'>;

/**
 * Removes rows of one kind that have expired at a time in milliseconds.
 *
 * @returns how many are removed: MAX_REMOVED_AT_ONCE if there may be more
 */
export type Removal = (database: RemovalDatabase, nowMs: number) => Promise<number>;

interface RemovalOptions {
  readonly database: RemovalDatabase;
  readonly removals: readonly Removal[];
  /** How often to look for expired rows. */
  readonly intervalMs: number;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Takes the error if rows cannot be removed now. */
  readonly onFailure: (error: unknown) => void;
}

/** Repeats each removal by itself, so that many rows of one kind cost nothing for the others. */
export function repeatRemoval(background: PeriodicWork, options: RemovalOptions): void {
  const { database, removals, intervalMs, now, onFailure } = options;
  for (const remove of removals) {
    background.repeat(async (isLast) => {
      if (isLast) return intervalMs;
      const beganAtMs = now();
      try {
        const removed = await remove(database, beganAtMs);
        if (removed < MAX_REMOVED_AT_ONCE) return intervalMs;
        return Math.min(Math.max(now() - beganAtMs, PAUSE_MS.least), PAUSE_MS.most);
      } catch (error) {
        onFailure(error);
        return Math.min(FAILURE_PAUSE_MS, intervalMs);
      }
    }, FIRST_PAUSE_MS);
  }
}

/** Rows that expire by one column. */
interface ExpiringRows {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** A column with an index. */
  readonly column: string;
  /** The highest value that has expired at a time in milliseconds. */
  readonly valueAt: (nowMs: number) => Date | string | number;
}

/** Removes such rows, the oldest first. */
export function removalOf({ table, key, column, valueAt }: ExpiringRows): Removal {
  const [from, keys, expiry] = [table, key.join(), column].map((name) => Prisma.raw(name));
  return async ({ client, provider }, nowMs) => {
    // By their index, in its order: by the statistics of a day ago, PostgreSQL would read the whole
    // table for the last few.
    return client.$executeRaw`
      DELETE FROM ${from} WHERE (${keys}) IN (
        SELECT ${keys} FROM ${from} WHERE ${expiry} <= ${valueAt(nowMs)}
        ORDER BY ${expiry} LIMIT ${MAX_REMOVED_AT_ONCE} ${unlockedOnly(provider)}
      )`;
  };
}

/** Who waits for no lock deadlocks with nobody: neither with a create nor with another instance. */
export function unlockedOnly(provider: Database['provider']): Prisma.Sql {
  return provider === 'sqlite' ? Prisma.empty : Prisma.sql`FOR UPDATE SKIP LOCKED`;
}
