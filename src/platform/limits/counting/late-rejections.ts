// Bans keys that keep sending requests after 429 responses. Only late rejections count against a
// key: those that a client which waits for Retry-After avoids.

import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, faultKind, type PrismaClient } from '../../database/index.ts';
import { storeBan } from '../../keys/bans.ts';
import type { Customer } from '../../keys/index.ts';
import type { Counters } from './counters.ts';
import { WINDOW_SECONDS } from './windows.ts';

/** Takes a late rejection of a customer's key: how many the key has had in this minute. */
export type OnLateRejection = ReturnType<typeof createBans>;

interface BanOptions {
  readonly client: PrismaClient;
  /** The fewest late rejections within a minute that ban a key. */
  readonly banAfter: number;
  readonly firstBanMs: number;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Begins to count the late rejections of a customer's key anew, on all instances. */
  readonly forgetRejections: Counters['forgetRejections'];
  /** The names of fields of the log. */
  readonly logFields: { readonly apiKeyId: string; readonly bannedUntil: string };
  /** Is called for each ban. */
  readonly onBan: () => void;
  readonly logFailure: (error: unknown, kind: string, log: FastifyBaseLogger) => void;
}

/** @returns a function that bans a key if that is due: other instances know within a second */
export function createBans(options: BanOptions) {
  const { client, banAfter, firstBanMs, now, forgetRejections, onBan, logFields, logFailure } =
    options;
  return async function banIfDue(
    customer: Customer,
    lateRejections: number,
    log: FastifyBaseLogger,
  ): Promise<void> {
    const { apiKeyId, limits } = customer;
    if (!leadsToBan(lateRejections, limits.perMinute, banAfter) || customer.isBanTried) return;
    customer.isBanTried = true;
    try {
      const bannedUntil = await banApiKey(client, apiKeyId, firstBanMs, now());
      if (!bannedUntil) return;
      customer.bannedUntilMs = bannedUntil.getTime();
      onBan();
      const line = {
        [logFields.apiKeyId]: apiKeyId,
        [logFields.bannedUntil]: bannedUntil,
      };
      log.warn(line, 'an API key is banned');
      // Otherwise, its first late rejection after the ban would ban it again.
      await forgetRejections(customer);
    } catch (error) {
      logFailure(error, faultKind(error), log);
    }
  };
}

/** The longest ban, and how long a ban doubles the next one. */
const MAX_BAN_MS = DAY_MS;

/**
 * Bans an API key for `firstBanMs`, or for twice as long as a ban that began within the last day.
 *
 * @returns the end of the ban, or undefined if the key was already banned
 */
export function banApiKey(
  client: PrismaClient,
  id: bigint,
  firstBanMs: number,
  nowMs: number,
): Promise<Date | undefined> {
  // A whole second, so that Retry-After and X-RateLimit-Reset agree to the second.
  const beganAtMs = Math.floor(nowMs / 1_000) * 1_000;
  return storeBan(client, id, new Date(beganAtMs), (last) => {
    const isRepeated = last && beganAtMs - last.beganAtMs < MAX_BAN_MS;
    const lastBanMs = isRepeated ? last.endsAtMs - last.beganAtMs : 0;
    const banMs = Math.min(Math.max(firstBanMs, 2 * lastBanMs), MAX_BAN_MS);
    return new Date(beganAtMs + banMs);
  });
}

/** How long requests that were sent before the first 429 can take to arrive. */
export const LATE_AFTER_MS = 5_000;

/** The minute of a key's rejections, by the monotonic time. Its first 429 begins it. */
interface Minute {
  readonly beganAtMs: number;
  endsAtSeconds: number;
  /** How many rejections were more than LATE_AFTER_MS after the first. */
  late: number;
}

/**
 * Counts the late rejections of each API key. A minute ends as soon as one of its rejections may be
 * tried again, so that a client which waits for Retry-After has at most one rejection in each.
 */
export function createLateRejections() {
  const minutes = new Map<bigint, Minute>();

  /**
   * Adds a rejection.
   *
   * @param windowEndsAtSeconds when the exceeded window ends
   * @returns how many late rejections the key has had in this minute; 0 if this one is not late
   */
  function add(apiKeyId: bigint, nowMs: number, windowEndsAtSeconds: number): number {
    const minute = current(apiKeyId, nowMs);
    minute.endsAtSeconds = Math.min(minute.endsAtSeconds, windowEndsAtSeconds);
    if (nowMs - minute.beganAtMs <= LATE_AFTER_MS) return 0;
    minute.late += 1;
    return minute.late;
  }

  function current(apiKeyId: bigint, nowMs: number): Minute {
    const kept = minutes.get(apiKeyId);
    if (kept && !isOver(kept, nowMs)) return kept;
    const endsAtSeconds = Math.floor(nowMs / 1_000) + WINDOW_SECONDS.minute;
    const minute = { beganAtMs: nowMs, endsAtSeconds, late: 0 };
    minutes.set(apiKeyId, minute);
    return minute;
  }

  /** Forgets minutes that are over. */
  function sweep(nowMs: number) {
    for (const [apiKeyId, minute] of minutes) if (isOver(minute, nowMs)) minutes.delete(apiKeyId);
  }

  /** The next rejection of a key begins another minute. */
  function forget(apiKeyId: bigint) {
    minutes.delete(apiKeyId);
  }

  return { add, forget, sweep };
}

function isOver({ endsAtSeconds }: Minute, nowMs: number): boolean {
  return nowMs >= endsAtSeconds * 1_000;
}

/**
 * Whether a late rejection bans its key: it has had more in this minute than its limit per minute,
 * as many separate programs can, each with its first, and at least `banAfter`. So does each further
 * one: nobody may have heard of the one before, and the limit may have been higher then.
 */
export function leadsToBan(lateRejections: number, perMinute: number, banAfter: number): boolean {
  return lateRejections >= Math.max(perMinute + 1, banAfter);
}
