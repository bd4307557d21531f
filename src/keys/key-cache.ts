import { LruMap } from 'toad-cache';
import type { Int32, Query } from '../database/index.ts';
import { type Customer, limitsOf, type Plan } from '../limits/index.ts';
import { hashApiKey } from './api-key.ts';

/** Knows which API keys are valid, at most one second late. */
export interface KeyDirectory {
  /** The key's customer, null where the key is not valid, undefined where it has to be looked up. */
  recall(key: string): Customer | null | undefined;
  /** Looks the key up in the database. Look-ups of one key at the same moment share one query. */
  lookUp(key: string): Promise<Customer | null>;
  /** Whether the key was valid the last time it was looked up. */
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

/** Valid and invalid keys are remembered apart, so that a flood of junk pushes no customer out. */
export function createKeyDirectory(query: Query): KeyDirectory {
  const valid = new LruMap<Entry>(MAX_KEYS);
  const invalid = new LruMap<Entry>(MAX_KEYS);
  const underWay = new Map<string, Promise<Customer | null>>();

  function recall(key: string) {
    const entry = valid.get(key) ?? invalid.get(key);
    return entry && isFresh(entry, Date.now()) ? entry.customer : undefined;
  }

  function lookUp(key: string) {
    const running = underWay.get(key);
    if (running) return running;
    const started = read(key).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  async function read(key: string) {
    // Taken before the query, so that the age counts from what the database knew then.
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

  return { recall, lookUp, wasValid: (key) => valid.get(key) !== undefined };
}

/** A clock that was set back makes an entry old, never young. */
function isFresh({ readAtMs, expiresAtMs }: Entry, nowMs: number) {
  const ageMs = nowMs - readAtMs;
  return ageMs >= 0 && ageMs < MAX_AGE_MS && nowMs < expiresAtMs;
}

/** As prepared SQL: a flood of junk keys costs a look-up each, and leaves little behind in memory. */
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
