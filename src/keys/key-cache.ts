import { LruMap } from 'toad-cache';
import { serviceUnavailable } from '../contract/index.ts';
import { type Int32, type Query, withTimeout } from '../database/index.ts';
import { type Customer, limitsOf, type Plan, type SharedHints } from '../limits/index.ts';
import { hashApiKey } from './api-key.ts';
import { createKeyHints } from './key-hints.ts';

export type KeyCache = ReturnType<typeof createKeyCache>;

interface Entry {
  readonly customer: Customer | null;
  readonly readAtMs: number;
  readonly expiresAtMs: number;
}

interface LookUp {
  readonly beganAtMs: number;
  readonly result: Promise<Entry>;
}

type Row = [
  id: Int32,
  customerId: Int32,
  expiresAt: string | null,
  bannedUntil: string | null,
  plan: Plan,
  perMinute: Int32 | null,
  perDay: Int32 | null,
];

const FIND_API_KEY = `
  SELECT k.id, k.customer_id, k.expires_at, k.banned_until, c.plan, c.per_minute, c.per_day
  FROM api_keys k JOIN customers c ON c.id = k.customer_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL`;

/** How long what was read applies, counted from the start of its query. */
const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;

/**
 * Knows which API keys are valid; a change takes effect within a second. Keeps valid and invalid keys
 * apart, so that a flood of junk keys evicts no valid one.
 *
 * @param sharedHints where instances tell each other which keys are valid; absent where there is one
 */
export function createKeyCache(query: Query, sharedHints?: SharedHints) {
  const hints = createKeyHints(sharedHints);
  const valid = new LruMap<Entry>(MAX_KEYS);
  const invalid = new LruMap<Entry>(MAX_KEYS);
  const inFlight = new Map<string, LookUp>();

  /** Returns the key's customer, null if the key is not valid, undefined if it has to be looked up. */
  function get(key: string): Customer | null | undefined {
    const entry = valid.get(key) ?? invalid.get(key);
    return entry && isRecent(entry.readAtMs) ? currentCustomer(entry) : undefined;
  }

  /**
   * Looks the key up in the database. Concurrent look-ups of one key share one query, and no other
   * begins before it has ended.
   *
   * @throws the fault of the database, or service_unavailable, when it takes longer than a second: the
   * key may have been revoked meanwhile
   */
  async function lookUp(key: string): Promise<Customer | null> {
    const { beganAtMs, result } = inFlight.get(key) ?? begin(key);
    if (!isRecent(beganAtMs)) throw serviceUnavailable;
    const entry = await result;
    if (!isRecent(beganAtMs)) throw serviceUnavailable;
    return currentCustomer(entry);
  }

  function begin(key: string): LookUp {
    // Taken before the query, since the result is as old as its start.
    const beganAtMs = Date.now();
    const read = findApiKey(query, key, beganAtMs).finally(() => inFlight.delete(key));
    const result = withTimeout(
      read.then((entry) => keep(key, entry)),
      MAX_AGE_MS,
    );
    const lookUp = { beganAtMs, result };
    inFlight.set(key, lookUp);
    return lookUp;
  }

  function keep(key: string, entry: Entry): Entry {
    const isValid = currentCustomer(entry) !== null;
    if (isValid) hints.give(key);
    const [current, other] = isValid ? [valid, invalid] : [invalid, valid];
    current.set(key, entry);
    other.delete(key);
    return entry;
  }

  /** What the key stood for when it was last looked up, if it was valid then. */
  function lastKnown(key: string): Customer | undefined {
    return valid.get(key)?.customer ?? undefined;
  }

  return { get, lookUp, lastKnown, isHinted: hints.has };
}

/** After the clock was set back what was read is too old, never recent for longer. */
function isRecent(readAtMs: number): boolean {
  const nowMs = Date.now();
  return nowMs >= readAtMs && nowMs < readAtMs + MAX_AGE_MS;
}

function currentCustomer({ customer, expiresAtMs }: Entry): Customer | null {
  return Date.now() < expiresAtMs ? customer : null;
}

/** Prepared SQL rather than Prisma, since a flood of junk keys costs a query each. */
async function findApiKey(query: Query, key: string, readAtMs: number): Promise<Entry> {
  const [row] = await query<Row>(FIND_API_KEY, [hashApiKey(key)]);
  if (!row) return { customer: null, readAtMs, expiresAtMs: 0 };
  const [id, customerId, expiresAt, bannedUntil, plan, perMinute, perDay] = row;
  const customer = {
    apiKeyId: Number(id),
    customerId: Number(customerId),
    limits: limitsOf({ plan, perMinute: Number(perMinute), perDay: Number(perDay) }),
    bannedUntilMs: bannedUntil === null ? 0 : Date.parse(bannedUntil),
  };
  const expiresAtMs = expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY;
  return { customer, readAtMs, expiresAtMs };
}
