import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, openDatabase } from '../database.ts';
import type { BeforeQuery, DatabaseOptions } from '../options.ts';
import type { Query } from '../statements.ts';
import { withTimeout } from '../with-timeout.ts';
import { createAvailability } from './availability.ts';
import { createFreshness } from './freshness.ts';
import { createRecentWrites, type SharedWrites } from './recent-writes.ts';

/*
 * A replica that takes reads off the primary. It is read from only while it is proven to lag no more than
 * allowed, and never for a customer who has written within that time. Whatever is wrong with it, the
 * primary is read instead.
 */

export interface Replica {
  readonly query: Query;
  /** Whether it is read from now. */
  isUp(): boolean;
  /** Whether it shows whatever this customer has written. */
  mayServe(customerId: number): Promise<boolean>;
  /** To be awaited before a write is confirmed to its customer. */
  noteWrite(customerId: number): Promise<void>;
  /** Waits for a read, but not for long. @throws the error of a read that has failed */
  inTime<Result>(read: Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** A function is asked anew for each connection. */
  readonly address: string | (() => string);
  readonly settings: DatabaseOptions;
  readonly maxLagSeconds: number;
  /** Absent where this instance is alone. */
  readonly sharedWrites: SharedWrites | undefined;
}

/** The longest that a read waits before it goes to the primary. */
const MAX_WAIT_MS = 500;
/** How often its state is checked: several times within the lag allowed. */
const CHECKS_PER_LAG = 8;
const MAX_INTERVAL_MS = 250;
/** Clocks and timers differ by less. */
const MARGIN_SECONDS = 1;

/** Opens a replica. One that cannot be reached is tried again and again. */
export function openReplica(
  { address, settings, maxLagSeconds, sharedWrites }: ReplicaOptions,
  primary: Query,
  log: FastifyBaseLogger,
): Replica {
  const maxLagMs = maxLagSeconds * 1_000;
  const intervalMs = Math.min(maxLagMs / CHECKS_PER_LAG, MAX_INTERVAL_MS);
  const { observe, prove } = createFreshness(primary, maxLagMs);
  const writes = createRecentWrites(maxLagSeconds + MARGIN_SECONDS, sharedWrites);
  const availability = createAvailability(log);
  const closing = new AbortController();
  const { signal } = closing;
  const openedAtMs = performance.now();
  let database: Database | undefined;

  const query: Query = (sql, values) => (database as Database).query(sql, values);

  async function check() {
    const [observed, read] = await Promise.allSettled([
      withTimeout(observe(), MAX_WAIT_MS),
      readNothing(),
    ]);
    if (read.status === 'fulfilled') return availability.succeeded();
    // A primary that is too busy to be asked makes the replica no worse, until too much time has passed.
    const { reason } = observed.status === 'rejected' ? observed : read;
    // A replica needs a moment to show that it keeps up.
    if (performance.now() > openedAtMs + maxLagMs) availability.failed(reason);
  }

  async function readNothing() {
    // What opens it is no read yet.
    const beforeQuery: BeforeQuery = async (connection, query) =>
      database && prove(connection, query);
    database ??= await openDatabase(address, { ...settings, beforeQuery });
    await withTimeout(query('SELECT 1', []), MAX_WAIT_MS);
  }

  async function keepChecking() {
    while (!signal.aborted) {
      await check();
      await wait(intervalMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  const ended = keepChecking();

  return {
    query,
    isUp: availability.isUp,
    mayServe: async (customerId) =>
      availability.isUp() && !(await writes.mayInclude(customerId)) && availability.isUp(),
    noteWrite: writes.add,
    async inTime(read) {
      try {
        const result = await withTimeout(read, MAX_WAIT_MS);
        availability.readSucceeded();
        return result;
      } catch (error) {
        availability.readFailed(error);
        throw error;
      }
    },
    async close() {
      closing.abort();
      await ended;
      await database?.close();
    },
  };
}
