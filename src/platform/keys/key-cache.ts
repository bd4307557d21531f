// Which API keys are valid: each is read once a second, so that a change takes effect within one.

import { LruMap } from 'toad-cache';
import type { Clock } from '../async/clock.ts';
import { batchByTick } from '../async/ticks.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { readInstant } from '../database/index.ts';
import { errors } from '../errors/index.ts';
import { hashApiKey } from './api-key.ts';
import { readBan } from './bans.ts';
import type { Customer } from './caller.ts';
import type { Plans } from './plans.ts';
import { readScopes } from './scopes.ts';
import type { FindKeys, KeyRow, Keys } from './stored-keys.ts';

export type KeyCache = ReturnType<typeof createKeyCache>;

/** What was read of a key, and when its statement began: a result is as old as its start. */
interface Read {
  readonly row: KeyRow | undefined;
  /** Monotonic time. */
  readonly beganAtMs: number;
}

interface Entry {
  readonly customer: Customer | null;
  /** Monotonic time. */
  readonly beganAtMs: number;
  /** Unix time. */
  readonly expiresAtMs: number;
}

type ReadKeys = (apiKeys: readonly string[]) => Promise<readonly Read[]>;

/** How long a result is used, and how long a request waits for one. */
const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;
/** How many unknown keys wait for their statement: as many as there are connections by default. */
const MAX_WAITING = 2_000;

/**
 * Caches keys and their customers. Keys that are valid as far as this instance knows have their own
 * cache and statements: no flood of junk keys evicts or delays one.
 */
export function createKeyCache({ find, findAlone }: Keys, plans: Plans, clock: Clock) {
  const valid = new LruMap<Entry>(MAX_KEYS);
  const invalid = new LruMap<Entry>(MAX_KEYS);
  const inFlight = new Map<string, Promise<Entry>>();
  const readKnown = batchByTick((apiKeys: readonly string[]) => readAll(find, apiKeys));
  const readUnknown = oneAtATime((apiKeys) => readAll(findAlone, apiKeys));

  /** @returns the key's customer, null for an invalid key, undefined if it must be looked up */
  function get(apiKey: string): Customer | null | undefined {
    const entry = valid.get(apiKey) ?? invalid.get(apiKey);
    return entry && isRecent(entry) ? currentCustomer(entry) : undefined;
  }

  /**
   * Looks a key up in the database. Concurrent look-ups of one key share one statement. The next
   * begins once that has ended.
   *
   * @throws the fault of the database, ETIMEDOUT after a second, an error if the key's row cannot
   *   be read, or service_unavailable: too many unknown keys wait, or the result is more than a
   *   second old, and the key may have been revoked meanwhile
   */
  async function lookUp(apiKey: string): Promise<Customer | null> {
    const entry = await (inFlight.get(apiKey) ?? begin(apiKey));
    if (!isRecent(entry)) throw errors.serviceUnavailable;
    return currentCustomer(entry);
  }

  function begin(apiKey: string): Promise<Entry> {
    const read = lastKnown(apiKey) ? readKnown : readUnknown;
    const kept = read(apiKey)
      .finally(() => inFlight.delete(apiKey))
      .then((result) => keep(apiKey, result));
    const entry = withTimeout(kept, MAX_AGE_MS);
    inFlight.set(apiKey, entry);
    return entry;
  }

  async function readAll(findAll: FindKeys, apiKeys: readonly string[]) {
    const beganAtMs = clock.monotonicMs();
    const hashes = apiKeys.map(hashApiKey);
    const rows = new Map((await findAll(hashes)).map((row) => [row[0], row]));
    return hashes.map((hash) => ({ row: rows.get(hash), beganAtMs }));
  }

  function keep(apiKey: string, read: Read): Entry {
    const entry = toEntry(read, plans);
    const [current, other] = currentCustomer(entry) ? [valid, invalid] : [invalid, valid];
    current.set(apiKey, entry);
    other.delete(apiKey);
    return entry;
  }

  /** The key's customer when it was last looked up, if it was valid then. */
  function lastKnown(apiKey: string): Customer | undefined {
    return valid.get(apiKey)?.customer ?? undefined;
  }

  function isRecent({ beganAtMs }: Entry): boolean {
    return clock.monotonicMs() < beganAtMs + MAX_AGE_MS;
  }

  function currentCustomer({ customer, expiresAtMs }: Entry): Customer | null {
    return clock.wallMs() < expiresAtMs ? customer : null;
  }

  return { get, lookUp, lastKnown };
}

/**
 * Reads unknown keys with one statement at a time. The next one takes all keys that have arrived
 * meanwhile, so a flood of junk keys needs few statements, and a new customer waits for one.
 */
function oneAtATime(readAll: ReadKeys): (apiKey: string) => Promise<Read> {
  let waiting: string[] = [];
  let latest: Promise<readonly Read[]> = Promise.resolve([]);

  async function readWaiting(): Promise<readonly Read[]> {
    const apiKeys = waiting;
    waiting = [];
    return readAll(apiKeys);
  }

  return async (apiKey) => {
    if (waiting.length === MAX_WAITING) throw errors.serviceUnavailable;
    const count = waiting.push(apiKey);
    if (count === 1) latest = latest.then(readWaiting, readWaiting);
    // There is a result for each key.
    return (await latest)[count - 1] as Read;
  };
}

/** @throws an error that names the key, of which something cannot be read */
function toEntry({ row, beganAtMs }: Read, plans: Plans): Entry {
  if (!row) return { customer: null, beganAtMs, expiresAtMs: 0 };
  const [, id, customerId, expiresAt, bannedUntil, plan, perMinute, perDay, scopes] = row;
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
    return { customer, beganAtMs, expiresAtMs };
  } catch (cause) {
    throw new Error(`The API key ${id} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
