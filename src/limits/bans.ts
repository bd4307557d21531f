import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';

/** The longest ban, and how long a ban makes the next one longer. */
const DAY_MS = 86_400_000;

/**
 * Bans an API key, for twice as long as the last time if that was within a day. A key that is
 * banned already stays as it is, so that of several instances one bans.
 *
 * @param firstBanMs how long the first ban within a day lasts
 * @returns the end of the ban, or undefined where the key was banned already
 */
export async function banApiKey(
  client: PrismaClient,
  id: number,
  firstBanMs: number,
): Promise<Date | undefined> {
  // A whole second, so that what is left of the ban agrees with the other headers to the second.
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const { bannedAt, bannedUntil } = await client.apiKey.findUniqueOrThrow({ where: { id } });
  const isRepeated = bannedAt && bannedUntil && now.getTime() - bannedAt.getTime() < DAY_MS;
  const lastBanMs = isRepeated ? bannedUntil.getTime() - bannedAt.getTime() : 0;
  const banMs = Math.min(Math.max(firstBanMs, 2 * lastBanMs), DAY_MS);
  const end = new Date(now.getTime() + banMs);
  const { count } = await client.apiKey.updateMany({
    where: { id, OR: [{ bannedUntil: null }, { bannedUntil: { lte: now } }] },
    data: { bannedAt: now, bannedUntil: end },
  });
  return count === 1 ? end : undefined;
}
