import { LruMap } from 'toad-cache';
import type { Int32, Query } from '../database/index.ts';
import { type Customer, limitsOf, type Plan } from '../limits/index.ts';
import { hashApiKey } from './api-key.ts';

/** Knows which API keys are valid; a change takes effect within a second. */
export interface KeyCache {
  /** Returns the key's customer, null if the key is not valid, undefined if it has to be looked up. */
  get(key: string): Customer | null | undefined;
  /** Looks the key up in the database. Concurrent look-ups of one key share one query. */
  lookUp(key: string): Promise<Customer | null>;
  /** Whether the key was valid when it was last looked up. */
  wasValid(key: string): boolean;
}

interface Entry {
  readonly customer: Customer | null;
  readonly readAtMs: number;
  readonly expiresAtMs: number;
}

interface KeyRecord {
  readonly customer: Customer;
  readonly expiresAtMs: number;
  readonly isRevoked: boolean;
}

type KeyValues = [
  id: Int32,
  customerId: Int32,
  expiresAt: string | null,
  revokedAt: string | null,
  bannedUntil: string | null,
  plan: Plan,
  perMinute: Int32 | null,
  perDay: Int32 | null,
];

const FIND_API_KEY = `
  SELECT k.id, k.customer_id, k.expires_at, k.revoked_at, k.banned_until,
    c.plan, c.per_minute, c.per_day
  FROM api_keys k JOIN customers c ON c.id = k.customer_id
  WHERE k.hash = $1`;

const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;

/** Keeps valid and invalid keys apart, so that a flood of junk keys evicts no valid one. */
export function createKeyCache(query: Query): KeyCache {
  const valid = new LruMap<Entry>(MAX_KEYS);
  const invalid = new LruMap<Entry>(MAX_KEYS);
  const inFlight = new Map<string, Promise<Customer | null>>();

  function get(key: string) {
    const entry = valid.get(key) ?? invalid.get(key);
    return entry && isFresh(entry, Date.now()) ? entry.customer : undefined;
  }

  function lookUp(key: string) {
    const lookUp = inFlight.get(key) ?? read(key).finally(() => inFlight.delete(key));
    inFlight.set(key, lookUp);
    return lookUp;
  }

  async function read(key: string) {
    // Taken before the query, since the result is as old as its start.
    const readAtMs = Date.now();
    const record = await findApiKey(query, key);
    if (!record || record.isRevoked || readAtMs >= record.expiresAtMs) {
      invalid.set(key, { customer: null, readAtMs, expiresAtMs: Number.POSITIVE_INFINITY });
      valid.delete(key);
      return null;
    }
    const { customer, expiresAtMs } = record;
    valid.set(key, { customer, readAtMs, expiresAtMs });
    invalid.delete(key);
    return customer;
  }

  return { get, lookUp, wasValid: (key) => valid.get(key) !== undefined };
}

/** After the clock was set back an entry is stale, never fresh for longer. */
function isFresh({ readAtMs, expiresAtMs }: Entry, nowMs: number) {
  const ageMs = nowMs - readAtMs;
  return ageMs >= 0 && ageMs < MAX_AGE_MS && nowMs < expiresAtMs;
}

/** Prepared SQL rather than Prisma, since a flood of junk keys costs a query each. */
async function findApiKey(query: Query, key: string): Promise<KeyRecord | undefined> {
  const [values] = await query<KeyValues>(FIND_API_KEY, [hashApiKey(key)]);
  if (!values) return undefined;
  const [id, customerId, expiresAt, revokedAt, bannedUntil, plan, perMinute, perDay] = values;
  return {
    customer: {
      apiKeyId: Number(id),
      customerId: Number(customerId),
      limits: limitsOf({ plan, perMinute: Number(perMinute), perDay: Number(perDay) }),
      bannedUntilMs: bannedUntil === null ? 0 : Date.parse(bannedUntil),
    },
    expiresAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    isRevoked: revokedAt !== null,
  };
}
