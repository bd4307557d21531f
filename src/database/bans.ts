// Bans of API keys. They are stored, so that they hold on all instances and after a restart.

import type { PrismaClient } from './database.ts';
import { recordKeyEvent, SERVICE } from './key-events.ts';

/** The longest ban, and how long a ban doubles the next one. */
const DAY_MS = 86_400_000;

/**
 * Bans an API key for `firstBanMs`, or for twice as long as a ban that began within the last day. A
 * key that is already banned is left as it is, so that only one of several instances bans it.
 *
 * @returns the end of the ban, or undefined if the key was already banned
 */
export async function banApiKey(
  client: PrismaClient,
  id: number,
  firstBanMs: number,
  nowMs: number,
): Promise<Date | undefined> {
  // A whole second, so that Retry-After and X-RateLimit-Reset agree to the second.
  const now = new Date(Math.floor(nowMs / 1_000) * 1_000);
  return client.$transaction(async (transaction) => {
    const apiKey = await transaction.apiKey.findUniqueOrThrow({ where: { id } });
    const { bannedAt, bannedUntil } = apiKey;
    const isRepeated = bannedAt && bannedUntil && now.getTime() - bannedAt.getTime() < DAY_MS;
    const lastBanMs = isRepeated ? bannedUntil.getTime() - bannedAt.getTime() : 0;
    const banMs = Math.min(Math.max(firstBanMs, 2 * lastBanMs), DAY_MS);
    const end = new Date(now.getTime() + banMs);
    const { count } = await transaction.apiKey.updateMany({
      where: { id, OR: [{ bannedUntil: null }, { bannedUntil: { lte: now } }] },
      data: { bannedAt: now, bannedUntil: end },
    });
    if (count === 0) return undefined;
    const stamp = { actor: SERVICE, at: new Date(nowMs) };
    await recordKeyEvent(transaction, stamp, 'banned', apiKey, `until ${end.toISOString()}`);
    return end;
  });
}
