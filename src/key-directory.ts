import { LruMap } from 'toad-cache';
import type {
  ApiKey,
  Customer as CustomerRecord,
  PrismaClient,
} from '../generated/prisma/sqlite/client.js';
import { hashApiKey } from './api-keys.js';
import { type Limits, limitsOf } from './plans.js';

/** What a valid API key stands for. */
export interface Customer {
  readonly apiKeyId: number;
  readonly customerId: number;
  readonly limits: Limits;
  /** Unix time; 0 where there is no ban. Set ahead of the database by the instance that bans. */
  bannedUntilMs: number;
}

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

type KeyRecord = Pick<ApiKey, 'id' | 'customerId' | 'expiresAt' | 'revokedAt' | 'bannedUntil'> &
  Pick<CustomerRecord, 'plan' | 'perMinute' | 'perDay'>;

const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;

/** Valid and invalid keys are remembered apart, so that a flood of junk pushes no customer out. */
export function createKeyDirectory(client: PrismaClient): KeyDirectory {
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
    const record = await findApiKey(client, key);
    const expiresAtMs = record?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const customer =
      record && !record.revokedAt && readAtMs < expiresAtMs ? toCustomer(record) : null;
    if (customer) {
      valid.set(key, { customer, readAtMs, expiresAtMs });
      invalid.delete(key);
    } else {
      invalid.set(key, { customer, readAtMs, expiresAtMs: Number.POSITIVE_INFINITY });
      valid.delete(key);
    }
    return customer;
  }

  return { recall, lookUp, wasValid: (key) => valid.get(key) !== undefined };
}

/** A clock that was set back makes an entry old, never young. */
function isFresh({ readAtMs, expiresAtMs }: Entry, nowMs: number) {
  const ageMs = nowMs - readAtMs;
  return ageMs >= 0 && ageMs < MAX_AGE_MS && nowMs < expiresAtMs;
}

/** In SQL, which costs a third, and leaves a tenth of the garbage that a flood of junk keys would make grow. */
async function findApiKey(client: PrismaClient, key: string): Promise<KeyRecord | undefined> {
  const [record] = await client.$queryRaw<KeyRecord[]>`
    SELECT k.id, k.customer_id AS "customerId", k.expires_at AS "expiresAt",
      k.revoked_at AS "revokedAt", k.banned_until AS "bannedUntil",
      c.plan, c.per_minute AS "perMinute", c.per_day AS "perDay"
    FROM api_keys k JOIN customers c ON c.id = k.customer_id
    WHERE k.hash = ${hashApiKey(key)}`;
  return record;
}

function toCustomer(record: KeyRecord): Customer {
  const { id, customerId, bannedUntil } = record;
  return {
    apiKeyId: id,
    customerId,
    limits: limitsOf(record),
    bannedUntilMs: bannedUntil?.getTime() ?? 0,
  };
}
