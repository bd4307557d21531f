// Bans of API keys. They are stored, so that they hold on all instances and after a restart. How
// long they are is said in limits/bans.ts.

import type { PrismaClient } from '../database/index.ts';
import { recordKeyEvent, SERVICE } from './key-events.ts';

/** The last ban of a key, which may have ended; Unix time. */
export interface Ban {
  readonly beganAtMs: number;
  readonly endsAtMs: number;
}

/**
 * Bans an API key. A key that is already banned is left as it is, so that only one of several
 * instances bans it.
 *
 * @param endAfter returns when the ban ends, by the last ban of the key
 * @returns the end of the ban, or undefined if the key was already banned
 */
export async function storeBan(
  client: PrismaClient,
  id: bigint,
  now: Date,
  endAfter: (last: Ban | undefined) => Date,
): Promise<Date | undefined> {
  const before = await client.apiKey.findUniqueOrThrow({ where: { id } });
  // Without a transaction, for which others would wait on SQLite.
  if (before.bannedUntil && before.bannedUntil > now) return undefined;
  return client.$transaction(async (transaction) => {
    const apiKey = await transaction.apiKey.findUniqueOrThrow({ where: { id } });
    const { bannedAt, bannedUntil } = apiKey;
    const end = endAfter(
      bannedAt && bannedUntil
        ? { beganAtMs: bannedAt.getTime(), endsAtMs: bannedUntil.getTime() }
        : undefined,
    );
    const { count } = await transaction.apiKey.updateMany({
      where: { id, OR: [{ bannedUntil: null }, { bannedUntil: { lte: now } }] },
      data: { bannedAt: now, bannedUntil: end },
    });
    if (count === 0) return undefined;
    const stamp = { actor: SERVICE, at: now };
    await recordKeyEvent(transaction, stamp, 'banned', apiKey, `until ${end.toISOString()}`);
    return end;
  });
}
