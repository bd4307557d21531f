// Bans keys that keep sending requests after 429 responses.

import type { FastifyBaseLogger } from 'fastify';
import { banApiKey, faultKind, type PrismaClient } from '../database/index.ts';
import { leadsToBan } from './late-rejections.ts';
import type { LimitedCustomer } from './limited-caller.ts';

/** Takes a late rejection of a customer's key: how many the key has had in this minute. */
export type OnLateRejection = ReturnType<typeof createBans>;

interface BanOptions {
  readonly client: PrismaClient;
  /** The fewest late rejections within a minute that ban a key. */
  readonly banAfter: number;
  readonly firstBanMs: number;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Is called for each ban. */
  readonly onBan: () => void;
  readonly logFailure: (error: unknown, kind: string, log: FastifyBaseLogger) => void;
}

/** @returns a function that bans a key if that is due: other instances know within a second */
export function createBans({ client, banAfter, firstBanMs, now, onBan, logFailure }: BanOptions) {
  return async function banIfDue(
    customer: LimitedCustomer,
    lateRejections: number,
    log: FastifyBaseLogger,
  ): Promise<void> {
    const { apiKeyId, limits } = customer;
    if (!leadsToBan(lateRejections, limits.perMinute, banAfter)) return;
    try {
      const bannedUntil = await banApiKey(client, apiKeyId, firstBanMs, now());
      if (!bannedUntil) return;
      customer.bannedUntilMs = bannedUntil.getTime();
      onBan();
      const line = {
        'animal_store.api_key.id': apiKeyId,
        'animal_store.api_key.banned_until': bannedUntil,
      };
      log.warn(line, 'an API key is banned');
    } catch (error) {
      logFailure(error, faultKind(error), log);
    }
  };
}
