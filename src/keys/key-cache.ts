import { LruMap } from 'toad-cache';
import { batchByTick } from '../async/tick-batches.ts';
import { callForAll, type Waiting, waitingRequests } from '../async/waiting-requests.ts';
import { withTimeout } from '../async/with-timeout.ts';
import type { Instant, Int32, Query } from '../database/index.ts';
import { errors } from '../errors/index.ts';
import { limitsOf, type Plan } from '../limits/index.ts';
import { hashApiKey, readScopes } from './api-key.ts';
import type { Customer } from './caller.ts';

export type KeyCache = ReturnType<typeof createKeyCache>;

interface Entry {
  readonly customer: Customer | null;
  readonly readAtMs: number;
  readonly expiresAtMs: number;
}

interface LookUp {
  readonly beganAtMs: number;
  readonly result: Promise<Entry>;
  /** The requests that share the look-up. */
  readonly waiting: (Waiting | undefined)[];
}

type Row = [
  hash: string,
  id: Int32,
  customerId: Int32,
  expiresAt: Instant | null,
  bannedUntil: Instant | null,
  plan: Plan,
  perMinute: Int32 | null,
  perDay: Int32 | null,
  scopes: string | null,
];

/** The stored data of one key is unusable. */
export class UnusableKey extends Error {}

/** How long a result is used, from the start of its query. */
const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;
const KEYS_PER_STATEMENT = 32;

const FIND_ONE = findStatement(1);
const FIND_SEVERAL = findStatement(KEYS_PER_STATEMENT);

/**
 * Caches which API keys are valid: a change takes effect within a second. Keeps valid and invalid
 * keys apart, so that a flood of junk keys evicts no valid one.
 *
 * @param now the time of day in milliseconds
 */
export function createKeyCache(query: Query, now: () => number) {
  const valid = new LruMap<Entry>(MAX_KEYS);
  const invalid = new LruMap<Entry>(MAX_KEYS);
  const inFlight = new Map<string, LookUp>();
  const findAll = (keys: readonly string[]) => findApiKeys(query, keys);
  const findKey = batchByTick(findAll, KEYS_PER_STATEMENT);

  /** @returns the key's customer, null for an invalid key, undefined if it must be looked up */
  function get(key: string): Customer | null | undefined {
    const entry = valid.get(key) ?? invalid.get(key);
    return entry && isRecent(entry.readAtMs) ? currentCustomer(entry) : undefined;
  }

  /**
   * Looks the key up in the database. Concurrent look-ups of one key share one query. The next
   * query begins once that query has ended.
   *
   * @throws the fault of the database, UnusableKey, or service_unavailable after a second: the key
   *   may have been revoked meanwhile
   */
  async function lookUp(key: string): Promise<Customer | null> {
    const { beganAtMs, result, waiting } = inFlight.get(key) ?? begin(key);
    waiting.push(waitingRequests());
    if (!isRecent(beganAtMs)) throw errors.serviceUnavailable;
    const entry = await result;
    if (!isRecent(beganAtMs)) throw errors.serviceUnavailable;
    return currentCustomer(entry);
  }

  function begin(key: string): LookUp {
    // Taken before the query, since the result is as old as its start.
    const beganAtMs = now();
    const waiting: LookUp['waiting'] = [];
    const read = callForAll(waiting, () => findKey(key)).finally(() => inFlight.delete(key));
    const kept = read.then((row) => keep(key, toEntry(row, beganAtMs)));
    const lookUp = { beganAtMs, result: withTimeout(kept, MAX_AGE_MS), waiting };
    inFlight.set(key, lookUp);
    return lookUp;
  }

  function keep(key: string, entry: Entry): Entry {
    const [current, other] = currentCustomer(entry) ? [valid, invalid] : [invalid, valid];
    current.set(key, entry);
    other.delete(key);
    return entry;
  }

  /** The key's customer when it was last looked up, if it was valid then. */
  function lastKnown(key: string): Customer | undefined {
    return valid.get(key)?.customer ?? undefined;
  }

  /** A time in the future is not recent: the clock was set back since. */
  function isRecent(readAtMs: number): boolean {
    const nowMs = now();
    return nowMs >= readAtMs && nowMs < readAtMs + MAX_AGE_MS;
  }

  function currentCustomer({ customer, expiresAtMs }: Entry): Customer | null {
    return now() < expiresAtMs ? customer : null;
  }

  return { get, lookUp, lastKnown };
}

/** Without a join, which PostgreSQL could plan so that it reads all customers. */
function findStatement(count: number): string {
  const hashes = Array.from({ length: count }, (_, i) => `$${i + 1}`);
  const limits = ['plan', 'per_minute', 'per_day'].map(
    (column) => `(SELECT ${column} FROM customers c WHERE c.id = k.customer_id)`,
  );
  return `
    SELECT hash, id, customer_id, expires_at, banned_until, ${limits}, scopes
    FROM api_keys k WHERE hash IN (${hashes}) AND revoked_at IS NULL`;
}

/** Prepared SQL, since a key is read once a second. @returns a row for each key, in their order */
async function findApiKeys(query: Query, keys: readonly string[]): Promise<(Row | undefined)[]> {
  const hashes = keys.map(hashApiKey);
  // Padded, so that one prepared statement is enough for any number of keys.
  const padding = Array(KEYS_PER_STATEMENT - hashes.length).fill(hashes[0]);
  const rows =
    hashes.length === 1
      ? await query<Row>(FIND_ONE, hashes)
      : await query<Row>(FIND_SEVERAL, [...hashes, ...padding]);
  return hashes.map((hash) => rows.find((row) => row[0] === hash));
}

/** @throws UnusableKey */
function toEntry(row: Row | undefined, readAtMs: number): Entry {
  if (!row) return { customer: null, readAtMs, expiresAtMs: 0 };
  const [, id, customerId, expiresAt, bannedUntil, plan, perMinute, perDay, scopes] = row;
  try {
    const customer = {
      apiKeyId: Number(id),
      customerId: Number(customerId),
      limits: limitsOf({ plan, perMinute: Number(perMinute), perDay: Number(perDay) }),
      scopes: readScopes(scopes),
      bannedUntilMs: bannedUntil === null ? 0 : toMs(bannedUntil),
    };
    const expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : toMs(expiresAt);
    return { customer, readAtMs, expiresAtMs };
  } catch (cause) {
    const { message } = cause as Error;
    throw new UnusableKey(`The API key ${id} cannot be used: ${message}`, { cause });
  }
}

function toMs(instant: Instant): number {
  const ms = new Date(instant).getTime();
  if (Number.isNaN(ms)) throw new Error(`${instant} is not a date.`);
  return ms;
}
