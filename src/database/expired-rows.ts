// Removes expired idempotency keys, counts of days that are over, the usage of API keys after 400
// days and, with KEY_EVENTS_DAYS, old events of API keys: a few at a time in the background, so that
// no request waits.

import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import type { Database } from './database.ts';
import { DAY_MS, dayOf } from './instants.ts';

const MAX_REMOVED_AT_ONCE = 200;
const USAGE_KEPT_MS = 400 * DAY_MS;
/** The pause between batches, in which requests have the database to themselves. */
const PAUSE_MS = 100;
/** Not at once: removing loads Prisma's query compiler, for which the start would wait. */
const FIRST_PAUSE_MS = 1_000;

interface RemovalOptions {
  readonly database: Pick<Database, 'client' | 'provider'>;
  /** How often to look for expired rows. */
  readonly intervalMs: number;
  /** How long events of API keys are kept; undefined for ever. */
  readonly keyEventsDays?: number | undefined;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Takes the error if rows cannot be removed now. */
  readonly onFailure: (error: unknown) => void;
}

export function repeatRemoval(background: PeriodicWork, options: RemovalOptions): void {
  const { database, intervalMs, keyEventsDays, now, onFailure } = options;
  background.repeat(async (isLast) => {
    if (isLast) return intervalMs;
    const removing = [
      ...removeExpiredRows(database, now()),
      ...(keyEventsDays === undefined ? [] : [removeKeyEvents(database, keyEventsDays, now())]),
    ].map((kind) => kind.catch(onFailure));
    const removed = await Promise.all(removing);
    return removed.includes(MAX_REMOVED_AT_ONCE) ? PAUSE_MS : intervalMs;
  }, FIRST_PAUSE_MS);
}

/** @returns how many rows of each kind are removed */
function removeExpiredRows(
  { client, provider }: RemovalOptions['database'],
  nowMs: number,
): Promise<number>[] {
  // Who waits for no lock deadlocks with nobody: neither with a create nor with another instance.
  const unlocked = provider === 'sqlite' ? Prisma.empty : Prisma.sql`FOR UPDATE SKIP LOCKED`;
  // By their index, the oldest first: by the statistics of a day ago, PostgreSQL would read the whole
  // table for the last few.
  const oldest = (column: string) =>
    Prisma.sql`ORDER BY ${Prisma.raw(column)} LIMIT ${MAX_REMOVED_AT_ONCE} ${unlocked}`;
  return [
    client.$executeRaw`
      DELETE FROM idempotency_keys WHERE (customer_id, key) IN (
        SELECT customer_id, key FROM idempotency_keys
        WHERE expires_at <= ${new Date(nowMs)} ${oldest('expires_at')}
      )`,
    ...['day_usages', 'account_day_usages'].map((name) => {
      const table = Prisma.raw(name);
      return client.$executeRaw`
        DELETE FROM ${table} WHERE customer_id IN (
          SELECT customer_id FROM ${table}
          WHERE opened_at_seconds <= ${Math.floor((nowMs - DAY_MS) / 1_000)}
          ${oldest('opened_at_seconds')}
        )`;
    }),
    client.$executeRaw`
      DELETE FROM key_usages WHERE (api_key_id, day, operation) IN (
        SELECT api_key_id, day, operation FROM key_usages
        WHERE day < ${dayOf(nowMs - USAGE_KEPT_MS)} ${oldest('day')}
      )`,
  ];
}

/**
 * Without FOR UPDATE, which needs the right to UPDATE: deploy/grants.sql gives the service none on
 * events. In order, so that two instances do not deadlock.
 */
function removeKeyEvents(
  { client }: RemovalOptions['database'],
  days: number,
  nowMs: number,
): Promise<number> {
  return client.$executeRaw`
    DELETE FROM key_events WHERE id IN (
      SELECT id FROM key_events WHERE at < ${new Date(nowMs - days * DAY_MS)}
      ORDER BY at, id LIMIT ${MAX_REMOVED_AT_ONCE}
    )`;
}
