// Bans of API keys that keep sending requests after 429 responses: how one begins, how long it
// lasts and how it is lifted. They are stored, so that they hold on all instances and after a
// restart. When a ban is due is said in limits/counting/late-rejections.ts, what requests get
// meanwhile in limits/plan-limits.ts.

import type { FastifyBaseLogger } from 'fastify';
import type { ApiKey } from '../../../generated/platform/prisma/client.ts';
import {
  DAY_MS,
  faultKind,
  type Instant,
  type PrismaClient,
  readInstant,
} from '../database/index.ts';
import { recordKeyEvent, SERVICE } from './key-events.ts';

const MAX_BAN_MS = DAY_MS;
/** How long after the beginning of a ban the next one lasts twice as long. */
const DOUBLING_MS = DAY_MS;

/** The last ban of a key, which may have ended. Null without one. */
type StoredBan = Pick<ApiKey, 'bannedAt' | 'bannedUntil'>;

/** What an instance knows of the ban of a key that it has looked up. */
export interface KnownBan {
  /** Unix time; 0 without a ban. The instance that bans the key sets it without a look-up. */
  untilMs: number;
  /** Whether this instance has tried to ban the key since it was last looked up. */
  isTried: boolean;
}

/** @throws if the end of the ban cannot be read */
export function readBan(bannedUntil: Instant | null): KnownBan {
  const untilMs = bannedUntil === null ? 0 : readInstant(bannedUntil).getTime();
  return { untilMs, isTried: false };
}

/** Whether a key is banned. Its ban only delays its requests. */
export function isBanned({ bannedUntil }: Pick<StoredBan, 'bannedUntil'>, now: Date): boolean {
  return bannedUntil !== null && bannedUntil > now;
}

/** The ban that the successor of a key has, too. */
export function inheritedBan({ bannedAt, bannedUntil }: StoredBan): StoredBan {
  return { bannedAt, bannedUntil };
}

/** What lifts a ban, which then doubles no later one; undefined if there is none. */
export function liftedBan({ bannedUntil }: StoredBan): StoredBan | undefined {
  return bannedUntil === null ? undefined : { bannedAt: null, bannedUntil: null };
}

interface BanOptions {
  readonly client: PrismaClient;
  readonly firstBanMs: number;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** The names of fields of the log. */
  readonly logFields: Readonly<Record<'apiKeyId' | 'bannedUntil', string>>;
  /** Is called for each ban. */
  readonly onBan: () => void;
  readonly logFailure: (error: unknown, kind: string, log: FastifyBaseLogger) => void;
}

interface BannableKey {
  readonly apiKeyId: bigint;
  readonly ban: KnownBan;
}

/** Bans the key of a request from now on. @returns whether this call has banned it */
export type Ban = ReturnType<typeof createBan>;

/** @returns a function that bans a key: other instances know within a second */
export function createBan({ client, firstBanMs, now, logFields, onBan, logFailure }: BanOptions) {
  return async ({ apiKeyId, ban }: BannableKey, log: FastifyBaseLogger): Promise<boolean> => {
    if (ban.isTried) return false;
    ban.isTried = true;
    try {
      const bannedUntil = await banKey(client, apiKeyId, firstBanMs, now());
      if (!bannedUntil) return false;
      ban.untilMs = bannedUntil.getTime();
      onBan();
      const line = { [logFields.apiKeyId]: apiKeyId, [logFields.bannedUntil]: bannedUntil };
      log.warn(line, 'an API key is banned');
      return true;
    } catch (error) {
      logFailure(error, faultKind(error), log);
      return false;
    }
  };
}

/**
 * Stores a ban of a key. A key that is already banned is left as it is, so that only one of several
 * instances bans it.
 *
 * @returns the end of the ban, or undefined if the key was already banned
 */
export async function banKey(
  client: PrismaClient,
  id: bigint,
  firstBanMs: number,
  nowMs: number,
): Promise<Date | undefined> {
  // A whole second, so that Retry-After and X-RateLimit-Reset agree to the second.
  const bannedAt = new Date(Math.floor(nowMs / 1_000) * 1_000);
  const before = await client.apiKey.findUniqueOrThrow({ where: { id } });
  // Without a transaction, for which others would wait on SQLite.
  if (isBanned(before, bannedAt)) return undefined;
  return client.$transaction(async (transaction) => {
    const apiKey = await transaction.apiKey.findUniqueOrThrow({ where: { id } });
    const bannedUntil = endOf(apiKey, bannedAt, firstBanMs);
    const { count } = await transaction.apiKey.updateMany({
      where: { id, OR: [{ bannedUntil: null }, { bannedUntil: { lte: bannedAt } }] },
      data: { bannedAt, bannedUntil },
    });
    if (count === 0) return undefined;
    const stamp = { actor: SERVICE, at: bannedAt };
    await recordKeyEvent(
      transaction,
      stamp,
      'banned',
      apiKey,
      `until ${bannedUntil.toISOString()}`,
    );
    return bannedUntil;
  });
}

/**
 * When a ban ends that begins now. It lasts twice as long as one that began within the last day.
 */
function endOf({ bannedAt, bannedUntil }: StoredBan, beginning: Date, firstBanMs: number): Date {
  const beganAtMs = beginning.getTime();
  const isRepeated = bannedAt && bannedUntil && beganAtMs - bannedAt.getTime() < DOUBLING_MS;
  const lastBanMs = isRepeated ? bannedUntil.getTime() - bannedAt.getTime() : 0;
  const banMs = Math.min(Math.max(firstBanMs, 2 * lastBanMs), MAX_BAN_MS);
  return new Date(beganAtMs + banMs);
}
