// Removes expired idempotency keys, counts of days that are over, API keys that have ended, their
// usage after 400 days and, with KEY_EVENTS_DAYS, their old events: a few at a time in the
// background, so that no request waits.

import { Prisma } from '../../../generated/platform/prisma/client.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import type { Database } from './database.ts';
import { DAY_MS, dayOf } from './instants.ts';

const MAX_REMOVED_AT_ONCE = 200;
/** For how long usage is kept, and keys that have ended unless KEY_EVENTS_DAYS is set. */
const KEPT_DAYS = 400;
/** The pause between batches, in which requests have the database to themselves. */
const PAUSE_MS = 100;
/** Not at once: removing loads Prisma's query compiler, for which the start would wait. */
const FIRST_PAUSE_MS = 1_000;

interface RemovalOptions {
  readonly database: Pick<Database, 'client' | 'provider'>;
  /** How often to look for expired rows. */
  readonly intervalMs: number;
  /**
   * How long events of API keys are kept, and keys that have ended; undefined for ever and 400 days.
   * At least a day: creations of the last day are counted by the keys.
   */
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
      removeEndedKeys(database, keyEventsDays ?? KEPT_DAYS, now()),
      ...(keyEventsDays === undefined ? [] : [removeKeyEvents(database, keyEventsDays, now())]),
    ].map((kind) => kind.catch(onFailure));
    const removed = await Promise.all(removing);
    return removed.includes(MAX_REMOVED_AT_ONCE) ? PAUSE_MS : intervalMs;
  }, FIRST_PAUSE_MS);
}

/** Who waits for no lock deadlocks with nobody: neither with a create nor with another instance. */
function unlockedOnly(provider: Database['provider']): Prisma.Sql {
  return provider === 'sqlite' ? Prisma.empty : Prisma.sql`FOR UPDATE SKIP LOCKED`;
}

/** @returns how many rows of each kind are removed */
function removeExpiredRows(
  { client, provider }: RemovalOptions['database'],
  nowMs: number,
): Promise<number>[] {
  const unlocked = unlockedOnly(provider);
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
        WHERE day < ${dayOf(nowMs - KEPT_DAYS * DAY_MS)} ${oldest('day')}
      )`,
  ];
}

/**
 * Removes keys that were revoked or have expired so long ago, and whose usage names their customer,
 * which `listUsage` finds it by. A key that has created others stays until they are removed, so that
 * these can be revoked with it.
 *
 * @returns MAX_REMOVED_AT_ONCE if there may be more
 */
async function removeEndedKeys(
  { client, provider }: RemovalOptions['database'],
  days: number,
  nowMs: number,
): Promise<number> {
  const unlocked = unlockedOnly(provider);
  // Version 1.0 adds rows without a customer.
  const filled = await client.$executeRaw`
    UPDATE key_usages
    SET customer_id = (SELECT k.customer_id FROM api_keys k WHERE k.id = key_usages.api_key_id)
    WHERE (api_key_id, day, operation) IN (
      SELECT api_key_id, day, operation FROM key_usages
      WHERE customer_id IS NULL AND EXISTS (SELECT 1 FROM api_keys k WHERE k.id = api_key_id)
      LIMIT ${MAX_REMOVED_AT_ONCE} ${unlocked}
    )`;
  let removed = 0;
  for (const end of ['revoked_at', 'expires_at']) {
    const ended = Prisma.raw(end);
    // With the lock of the customer: a change of the key, such as of its end, is made before, or
    // finds no key.
    removed += await client.$executeRaw`
      DELETE FROM api_keys WHERE id IN (
        SELECT k.id FROM api_keys k JOIN customers c ON c.id = k.customer_id
        WHERE ${ended} <= ${new Date(nowMs - days * DAY_MS)}
          AND NOT EXISTS (SELECT 1 FROM api_keys made WHERE made.created_by_id = k.id)
          AND NOT EXISTS (
            SELECT 1 FROM key_usages WHERE api_key_id = k.id AND key_usages.customer_id IS NULL
          )
        ORDER BY ${ended} LIMIT ${MAX_REMOVED_AT_ONCE} ${unlocked}
      )`;
  }
  // Those that have created what is removed now are next.
  return removed > 0 ? MAX_REMOVED_AT_ONCE : filled;
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
