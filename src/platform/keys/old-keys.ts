// Which rows of keys expire: keys that have ended, their usage after 400 days, and old events.

import { Prisma } from '../../../generated/platform/prisma/client.ts';
import {
  DAY_MS,
  dayOf,
  MAX_REMOVED_AT_ONCE,
  type Removal,
  removalOf,
  unlockedOnly,
} from '../database/index.ts';

/** For how long usage is kept, and keys that have ended unless a time is set. */
const KEPT_DAYS = 400;

/**
 * @param keyEventsDays how long events of keys are kept, and keys that have ended; if undefined,
 *   events stay for ever and keys for 400 days. At least a day, since creations of the last day are
 *   counted by the keys
 */
export function keyRemovals(keyEventsDays: number | undefined): readonly Removal[] {
  const removals = [removeOldUsage, removeEndedKeys(keyEventsDays ?? KEPT_DAYS)];
  return keyEventsDays === undefined ? removals : [...removals, removeEvents(keyEventsDays)];
}

const removeOldUsage = removalOf({
  table: 'key_usages',
  key: ['api_key_id', 'day', 'operation'],
  column: 'day',
  valueAt: (nowMs) => dayOf(nowMs - (KEPT_DAYS + 1) * DAY_MS),
});

/**
 * Removes keys that were revoked or have expired so long ago, and whose usage names their customer,
 * which `listUsage` finds it by. A key that has created others stays until they are removed, so
 * that these can be revoked with it.
 */
function removeEndedKeys(days: number): Removal {
  return async ({ client, provider }, nowMs) => {
    const unlocked = unlockedOnly(provider);
    // Instances that are older than the column `customer_id` add rows without it.
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
  };
}

/**
 * Without FOR UPDATE, which needs the right to UPDATE: deploy/grants.sql gives the service none on
 * events. In order, so that two instances do not deadlock.
 */
function removeEvents(days: number): Removal {
  return ({ client }, nowMs) => client.$executeRaw`
    DELETE FROM key_events WHERE id IN (
      SELECT id FROM key_events WHERE at < ${new Date(nowMs - days * DAY_MS)}
      ORDER BY at, id LIMIT ${MAX_REMOVED_AT_ONCE}
    )`;
}
