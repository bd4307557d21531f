// What an instance knows of API keys, in memory: whose each is, or why it is nobody's, and how old
// that knowledge is. key-cache.ts says when it is read again.

import { LruMap } from 'toad-cache';
import type { Clock } from '../async/clock.ts';
import { readInstant } from '../database/index.ts';
import { hashApiKey } from './api-key.ts';
import { readBan } from './bans.ts';
import type { KeyHolder } from './caller.ts';
import type { KeyRow } from './key-finder.ts';
import type { Plans } from './plans.ts';
import { readScopes } from './scopes.ts';

/** What was read of a key, and when its statement began: a result is as old as its start. */
export interface ReadKey {
  readonly hash: string;
  readonly row: KeyRow | undefined;
  /** Monotonic time. */
  readonly beganAtMs: number;
}

/** What is known of a key: whose it is, or why it is nobody's now. */
export type KnownKey =
  | { readonly kind: 'valid'; readonly customer: KeyHolder }
  | { readonly kind: 'unknown' | 'expired' | 'revoked' };

/** A key as it was read last. */
export interface KnownEntry {
  readonly hash: string;
  /** As if it had no end. */
  readonly key: KnownKey;
  /** Monotonic time. */
  readonly beganAtMs: number;
  /** Unix time. */
  readonly expiresAtMs: number;
  /** When a request last came with the key; monotonic time. */
  usedAtMs: number;
  /** The last shared read that reads the key, if any. */
  sharedRead: SharedRead | undefined;
}

/** A read of all keys in use. */
export interface SharedRead {
  /** Monotonic time. */
  readonly beganAtMs: number;
  /** Rejects with ETIMEDOUT after a second. */
  readonly end: Promise<void>;
}

/** How long a result is used, and how long a request waits for one. */
export const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;
const UNKNOWN: KnownKey = { kind: 'unknown' };
const EXPIRED: KnownKey = { kind: 'expired' };
const REVOKED: KnownKey = { kind: 'revoked' };

/**
 * Keys that are valid as far as this instance knows have a place of their own: no flood of junk keys
 * evicts one.
 */
export function createKnownKeys(plans: Plans, clock: Clock) {
  const valid = new LruMap<KnownEntry>(MAX_KEYS);
  const invalid = new LruMap<KnownEntry>(MAX_KEYS);

  /** @throws an error that names the key, of which something cannot be read */
  function keep(apiKey: string, read: ReadKey): KnownEntry {
    const before = known(apiKey);
    // Of a shared read and a look-up of the key's own, the later one may end first.
    if (before && before.beganAtMs > read.beganAtMs) return before;
    const entry = toEntry(read, plans, before?.usedAtMs ?? clock.monotonicMs());
    const isValid = currentKey(entry).kind === 'valid';
    const [current, other] = isValid ? [valid, invalid] : [invalid, valid];
    current.set(apiKey, entry);
    other.delete(apiKey);
    return entry;
  }

  /** Kept with what is known: to hash 10,000 keys takes 20 ms. */
  function hashOf(apiKey: string): string {
    return known(apiKey)?.hash ?? hashApiKey(apiKey);
  }

  function known(apiKey: string): KnownEntry | undefined {
    return valid.get(apiKey) ?? invalid.get(apiKey);
  }

  /** The key's customer when it was last looked up, if it was valid then. */
  function lastKnown(apiKey: string): KeyHolder | undefined {
    return customerOf(valid.get(apiKey));
  }

  function isRecent({ beganAtMs }: KnownEntry, nowMs: number): boolean {
    return nowMs < beganAtMs + MAX_AGE_MS;
  }

  function currentKey({ key, expiresAtMs }: KnownEntry): KnownKey {
    return clock.wallMs() < expiresAtMs ? key : EXPIRED;
  }

  return { valid, invalid, known, lastKnown, hashOf, keep, currentKey, isRecent };
}

/** @throws an error that names the key, of which something cannot be read */
function toEntry({ hash, row, beganAtMs }: ReadKey, plans: Plans, usedAtMs: number): KnownEntry {
  const use = { hash, beganAtMs, usedAtMs, sharedRead: undefined };
  if (!row) return { key: UNKNOWN, expiresAtMs: Number.POSITIVE_INFINITY, ...use };
  const [, id, customerId, revokedAt, disabledAt, expiresAt, bannedUntil, ...rights] = row;
  if (revokedAt !== null || disabledAt !== null) {
    // The operator may enable a disabled key again: it is told no more than an unknown one.
    const key = revokedAt === null ? UNKNOWN : REVOKED;
    return { key, expiresAtMs: Number.POSITIVE_INFINITY, ...use };
  }
  const [plan, perMinute, perDay, scopes] = rights;
  try {
    const customer = {
      apiKeyId: BigInt(id),
      customerId: BigInt(customerId),
      limits: plans.limitsOf({
        plan,
        perMinute: Number(perMinute),
        perDay: Number(perDay),
      }),
      scopes: readScopes(scopes),
      ban: readBan(bannedUntil),
    };
    const expiresAtMs =
      expiresAt === null ? Number.POSITIVE_INFINITY : readInstant(expiresAt).getTime();
    return { key: { kind: 'valid', customer }, expiresAtMs, ...use };
  } catch (cause) {
    throw new Error(`The API key ${id} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** The customer of a key that was valid when it was read. */
export function customerOf(entry: KnownEntry | undefined): KeyHolder | undefined {
  return entry?.key.kind === 'valid' ? entry.key.customer : undefined;
}
