import { LruMap } from 'toad-cache';
import type { Int32, Query } from '../database/index.ts';
import { type Customer, limitsOf, type Plan } from '../limits/index.ts';
import { hashApiKey } from './api-key.ts';

export type KeyCache = ReturnType<typeof createKeyCache>;

interface Entry {
  readonly customer: Customer | null;
  readonly readAtMs: number;
  readonly expiresAtMs: number;
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

const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;

/**
 * Knows which API keys are valid; a change takes effect within a second. Keeps valid and invalid keys
 * apart, so that a flood of junk keys evicts no valid one.
 */
export function createKeyCache(query: Query) {
  const valid = new LruMap<Entry>(MAX_KEYS);
  const invalid = new LruMap<Entry>(MAX_KEYS);
  const inFlight = new Map<string, Promise<Customer | null>>();

  /** Returns the key's customer, null if the key is not valid, undefined if it has to be looked up. */
  function get(key: string): Customer | null | undefined {
    const entry = valid.get(key) ?? invalid.get(key);
    const nowMs = Date.now();
    // After the clock was set back an entry is stale, never fresh for longer.
    const isFresh = entry && nowMs >= entry.readAtMs && nowMs < entry.readAtMs + MAX_AGE_MS;
    if (!isFresh) return undefined;
    return nowMs < entry.expiresAtMs ? entry.customer : null;
  }

  /** Looks the key up in the database. Concurrent look-ups of one key share one query. */
  function lookUp(key: string): Promise<Customer | null> {
    const lookUp = inFlight.get(key) ?? read(key).finally(() => inFlight.delete(key));
    inFlight.set(key, lookUp);
    return lookUp;
  }

  async function read(key: string) {
    // Taken before the query, since the result is as old as its start.
    const readAtMs = Date.now();
    const found = await findApiKey(query, key);
    const isValid = found && readAtMs < found.expiresAtMs;
    const customer = isValid ? found.customer : null;
    const [current, other] = isValid ? [valid, invalid] : [invalid, valid];
    current.set(key, { customer, readAtMs, expiresAtMs: found?.expiresAtMs ?? 0 });
    other.delete(key);
    return customer;
  }

  /** Whether the key was valid when it was last looked up. */
  function wasValid(key: string) {
    return valid.get(key) !== undefined;
  }

  return { get, lookUp, wasValid };
}

/** Prepared SQL rather than Prisma, since a flood of junk keys costs a query each. */
async function findApiKey(query: Query, key: string) {
  const [row] = await query<Row>(FIND_API_KEY, [hashApiKey(key)]);
  if (!row) return undefined;
  const [id, customerId, expiresAt, bannedUntil, plan, perMinute, perDay] = row;
  const customer: Customer = {
    apiKeyId: Number(id),
    customerId: Number(customerId),
    limits: limitsOf({ plan, perMinute: Number(perMinute), perDay: Number(perDay) }),
    bannedUntilMs: bannedUntil === null ? 0 : Date.parse(bannedUntil),
  };
  return { customer, expiresAtMs: expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY };
}
