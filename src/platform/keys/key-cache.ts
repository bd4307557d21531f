// Which API keys are valid. Those in use are read once a second, by one statement for all, so that a
// change takes effect within one.

import { LruMap } from 'toad-cache';
import type { Clock } from '../async/clock.ts';
import { batchByTick, endOfTick } from '../async/ticks.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { readInstant } from '../database/index.ts';
import { errors } from '../errors/index.ts';
import { hashApiKey } from './api-key.ts';
import { readBan } from './bans.ts';
import type { KeyHolder } from './caller.ts';
import type { FindKeys, KeyFinder, KeyRow } from './key-finder.ts';
import type { Plans } from './plans.ts';
import { readScopes } from './scopes.ts';

export type KeyCache = ReturnType<typeof createKeyCache>;

/** What was read of a key, and when its statement began: a result is as old as its start. */
interface Read {
  readonly hash: string;
  readonly row: KeyRow | undefined;
  /** Monotonic time. */
  readonly beganAtMs: number;
}

/** What is known of a key: whose it is, or why it is nobody's now. */
export type KnownKey =
  | { readonly kind: 'valid'; readonly customer: KeyHolder }
  | { readonly kind: 'unknown' | 'expired' | 'revoked' };

interface Entry {
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
  read: SharedRead | undefined;
}

/** A read of all keys in use. */
interface SharedRead {
  /** Monotonic time. */
  readonly beganAtMs: number;
  /** Rejects with ETIMEDOUT after a second. */
  readonly end: Promise<void>;
}

type ReadKeys = (hashes: readonly string[]) => Promise<readonly Read[]>;

/** How long a result is used, and how long a request waits for one. */
const MAX_AGE_MS = 1_000;
/**
 * How long before results are too old the next shared read begins: twice what one takes. A request
 * that comes when one has taken the most looks its key up by itself.
 */
const LEAD_MS = { least: 100, most: 250 };
/** How many results are kept without a pause for requests: in about a millisecond. */
const KEPT_TOGETHER = 500;
const MAX_KEYS = 10_000;
const UNKNOWN: KnownKey = { kind: 'unknown' };
const EXPIRED: KnownKey = { kind: 'expired' };
const REVOKED: KnownKey = { kind: 'revoked' };
/** How many unknown keys wait for their statement: as many as there are connections by default. */
const MAX_WAITING = 2_000;

/**
 * Caches keys and their customers. All keys in use are read together, before what is known of them
 * is too old; the first request that comes then begins it, so that an idle instance reads nothing.
 * Keys that are valid as far as this instance knows have their own cache and statements: no flood of
 * junk keys evicts or delays one.
 */
export function createKeyCache(
  { find, findAlone, sharing }: KeyFinder,
  plans: Plans,
  clock: Clock,
) {
  const valid = new LruMap<Entry>(MAX_KEYS);
  const invalid = new LruMap<Entry>(MAX_KEYS);
  const inFlight = new Map<string, Promise<Entry>>();
  const readKnown = batchByTick((hashes: readonly string[]) => readAll(find, hashes));
  const readUnknown = oneAtATime((hashes) => readAll(findAlone, hashes));
  /** The last one. */
  let shared: SharedRead = { beganAtMs: Number.NEGATIVE_INFINITY, end: Promise.resolve() };
  let isReading = false;
  /** The age from which on a result is read again. */
  let renewedAgeMs = MAX_AGE_MS - LEAD_MS.least;

  /** @returns undefined if the key must be looked up */
  function get(apiKey: string): KnownKey | undefined {
    const nowMs = clock.monotonicMs();
    const entry = valid.get(apiKey);
    if (!entry) {
      const rejected = invalid.get(apiKey);
      return rejected && isRecent(rejected, nowMs) ? currentKey(rejected) : undefined;
    }
    entry.usedAtMs = nowMs;
    if (nowMs >= entry.beganAtMs + renewedAgeMs) renew(nowMs);
    return isRecent(entry, nowMs) ? currentKey(entry) : undefined;
  }

  /**
   * Waits for the shared read if that reads the key; otherwise looks it up in the database.
   * Concurrent look-ups of one key share one statement. The next begins once that has ended.
   *
   * @throws the fault of the database, ETIMEDOUT after a second, an error if the key's row cannot
   *   be read, or service_unavailable: too many unknown keys wait, or the result is more than a
   *   second old, and the key may have been revoked meanwhile
   */
  async function lookUp(apiKey: string): Promise<KnownKey> {
    return usable((await sharedResult(apiKey)) ?? (await ownResult(apiKey)));
  }

  /** @returns undefined for a key that no shared read reads now, or that it cannot read */
  async function sharedResult(apiKey: string): Promise<Entry | undefined> {
    const before = valid.get(apiKey);
    const isRead = isReading && before?.read === shared;
    if (!isRead || clock.monotonicMs() >= shared.beganAtMs + LEAD_MS.most) return undefined;
    await shared.end;
    const entry = known(apiKey);
    return entry === before ? undefined : entry;
  }

  function ownResult(apiKey: string): Promise<Entry> {
    return inFlight.get(apiKey) ?? begin(apiKey);
  }

  function begin(apiKey: string): Promise<Entry> {
    const read = lastKnown(apiKey) ? readKnown : readUnknown;
    const kept = read(hashOf(apiKey))
      .finally(() => inFlight.delete(apiKey))
      .then((result) => keep(apiKey, result));
    const entry = withTimeout(kept, MAX_AGE_MS);
    inFlight.set(apiKey, entry);
    return entry;
  }

  /** Begins a shared read, unless one is in progress or has just begun. */
  function renew(beganAtMs: number) {
    if (isReading || beganAtMs < shared.beganAtMs + renewedAgeMs) return;
    isReading = true;
    const apiKeys: string[] = [];
    const reading = endOfTick().then(() => readShared(apiKeys));
    const ended = reading.finally(() => {
      isReading = false;
      const leadMs = 2 * (clock.monotonicMs() - beganAtMs);
      renewedAgeMs = MAX_AGE_MS - Math.min(Math.max(leadMs, LEAD_MS.least), LEAD_MS.most);
    });
    const end = withTimeout(ended, MAX_AGE_MS);
    // Nobody may wait for it. Once the results are too old, a look-up fails for the same reason.
    end.catch(() => undefined);
    shared = { beganAtMs, end };
    for (const { key: apiKey, value: entry } of valid.items.values()) {
      if (beganAtMs >= entry.usedAtMs + sharing.inUseMs) continue;
      entry.read = shared;
      apiKeys.push(apiKey);
    }
  }

  async function readShared(apiKeys: readonly string[]) {
    for (let i = 0; i < apiKeys.length; i += sharing.maxTogether) {
      const together = apiKeys.slice(i, i + sharing.maxTogether);
      const reads = await readAll(findAlone, together.map(hashOf));
      for (const [j, read] of reads.entries()) {
        // There is a result for each key.
        keepShared(together[j] as string, read);
        if ((j + 1) % KEPT_TOGETHER === 0) await endOfTick();
      }
    }
  }

  function keepShared(apiKey: string, read: Read) {
    // A ban that this instance has stored meanwhile would be forgotten.
    if (customerOf(known(apiKey))?.ban.isTried) return;
    try {
      keep(apiKey, read);
    } catch {
      // A request with the key learns why from a look-up of its own.
    }
  }

  async function readAll(findAll: FindKeys, hashes: readonly string[]): Promise<readonly Read[]> {
    const beganAtMs = clock.monotonicMs();
    const rows = new Map((await findAll(hashes)).map((row) => [row[0], row]));
    return hashes.map((hash) => ({ hash, row: rows.get(hash), beganAtMs }));
  }

  /** @throws an error that names the key, of which something cannot be read */
  function keep(apiKey: string, read: Read): Entry {
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

  function known(apiKey: string): Entry | undefined {
    return valid.get(apiKey) ?? invalid.get(apiKey);
  }

  /** The key's customer when it was last looked up, if it was valid then. */
  function lastKnown(apiKey: string): KeyHolder | undefined {
    return customerOf(valid.get(apiKey));
  }

  function isRecent({ beganAtMs }: Entry, nowMs: number): boolean {
    return nowMs < beganAtMs + MAX_AGE_MS;
  }

  function usable(entry: Entry): KnownKey {
    if (!isRecent(entry, clock.monotonicMs())) throw errors.serviceUnavailable;
    return currentKey(entry);
  }

  function currentKey({ key, expiresAtMs }: Entry): KnownKey {
    return clock.wallMs() < expiresAtMs ? key : EXPIRED;
  }

  return { get, lookUp, lastKnown };
}

/**
 * Reads unknown keys with one statement at a time. The next one takes all keys that have arrived
 * meanwhile, so a flood of junk keys needs few statements, and a new customer waits for one.
 */
function oneAtATime(readAll: ReadKeys): (hash: string) => Promise<Read> {
  let waiting: string[] = [];
  let latest: Promise<readonly Read[]> = Promise.resolve([]);

  async function readWaiting(): Promise<readonly Read[]> {
    const hashes = waiting;
    waiting = [];
    return readAll(hashes);
  }

  return async (hash) => {
    if (waiting.length === MAX_WAITING) throw errors.serviceUnavailable;
    const count = waiting.push(hash);
    if (count === 1) latest = latest.then(readWaiting, readWaiting);
    // There is a result for each key.
    return (await latest)[count - 1] as Read;
  };
}

/** @throws an error that names the key, of which something cannot be read */
function toEntry({ hash, row, beganAtMs }: Read, plans: Plans, usedAtMs: number): Entry {
  const use = { hash, beganAtMs, usedAtMs, read: undefined };
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

function customerOf(entry: Entry | undefined): KeyHolder | undefined {
  return entry?.key.kind === 'valid' ? entry.key.customer : undefined;
}
