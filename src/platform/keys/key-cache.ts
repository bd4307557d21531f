// Which API keys are valid. Those in use are read once a second, by one statement for all, so that a
// change takes effect within one.

import type { Clock } from '../async/clock.ts';
import { batchByTick, endOfTick } from '../async/ticks.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { errors } from '../errors/index.ts';
import type { FindKeys, KeyFinder } from './key-finder.ts';
import {
  createKnownKeys,
  customerOf,
  type KnownEntry,
  type KnownKey,
  MAX_AGE_MS,
  type ReadKey,
  type SharedRead,
} from './known-keys.ts';
import type { Plans } from './plans.ts';

export type KeyCache = ReturnType<typeof createKeyCache>;

type ReadKeys = (hashes: readonly string[]) => Promise<readonly ReadKey[]>;

/**
 * How long before results are too old the next shared read begins: twice what one takes. A request
 * that comes when one has taken the most looks its key up by itself.
 */
const LEAD_MS = { least: 100, most: 250 };
/** How many results are kept without a pause for requests: in about a millisecond. */
const KEPT_TOGETHER = 500;
/** How many unknown keys wait for their statement: as many as there are connections by default. */
const MAX_WAITING = 2_000;

/**
 * Caches keys and their customers. All keys in use are read together, before what is known of them
 * is too old; the first request that comes then begins it, so that an idle instance reads nothing.
 * Keys that are valid as far as this instance knows have statements of their own: no flood of junk
 * keys delays one.
 */
export function createKeyCache(
  { find, findAlone, sharing }: KeyFinder,
  plans: Plans,
  clock: Clock,
) {
  const knownKeys = createKnownKeys(plans, clock);
  const { valid, invalid, known, lastKnown, hashOf, keep, currentKey, isRecent } = knownKeys;
  const inFlight = new Map<string, Promise<KnownEntry>>();
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
  async function sharedResult(apiKey: string): Promise<KnownEntry | undefined> {
    const before = valid.get(apiKey);
    const isRead = isReading && before?.sharedRead === shared;
    if (!isRead || clock.monotonicMs() >= shared.beganAtMs + LEAD_MS.most) return undefined;
    await shared.end;
    const entry = known(apiKey);
    return entry === before ? undefined : entry;
  }

  function ownResult(apiKey: string): Promise<KnownEntry> {
    return inFlight.get(apiKey) ?? begin(apiKey);
  }

  function begin(apiKey: string): Promise<KnownEntry> {
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
      entry.sharedRead = shared;
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

  function keepShared(apiKey: string, read: ReadKey) {
    // A ban that this instance has stored meanwhile would be forgotten.
    if (customerOf(known(apiKey))?.ban.isTried) return;
    try {
      keep(apiKey, read);
    } catch {
      // A request with the key learns why from a look-up of its own.
    }
  }

  async function readAll(
    findAll: FindKeys,
    hashes: readonly string[],
  ): Promise<readonly ReadKey[]> {
    const beganAtMs = clock.monotonicMs();
    const rows = new Map((await findAll(hashes)).map((row) => [row[0], row]));
    return hashes.map((hash) => ({ hash, row: rows.get(hash), beganAtMs }));
  }

  function usable(entry: KnownEntry): KnownKey {
    if (!isRecent(entry, clock.monotonicMs())) throw errors.serviceUnavailable;
    return currentKey(entry);
  }

  return { get, lookUp, lastKnown };
}

/**
 * Reads unknown keys with one statement at a time. The next one takes all keys that have arrived
 * meanwhile, so a flood of junk keys needs few statements, and a new customer waits for one.
 */
function oneAtATime(readAll: ReadKeys): (hash: string) => Promise<ReadKey> {
  let waiting: string[] = [];
  let latest: Promise<readonly ReadKey[]> = Promise.resolve([]);

  async function readWaiting(): Promise<readonly ReadKey[]> {
    const hashes = waiting;
    waiting = [];
    return readAll(hashes);
  }

  return async (hash) => {
    if (waiting.length === MAX_WAITING) throw errors.serviceUnavailable;
    const count = waiting.push(hash);
    if (count === 1) latest = latest.then(readWaiting, readWaiting);
    // There is a result for each key.
    return (await latest)[count - 1] as ReadKey;
  };
}
