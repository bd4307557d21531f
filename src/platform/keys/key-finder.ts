// Finds API keys by their hashes, for the key cache, which reads all keys in use once a second.

import { type Database, type Instant, type Integer, isInJson } from '../database/index.ts';

/** A key, with what its customer may do. */
export type KeyRow = [
  hash: string,
  id: Integer,
  customerId: Integer,
  revokedAt: Instant | null,
  disabledAt: Instant | null,
  expiresAt: Instant | null,
  bannedUntil: Instant | null,
  plan: string,
  perMinute: Integer | null,
  perDay: Integer | null,
  scopes: string | null,
];

/** Finds keys by their hashes, in one statement. */
export type FindKeys = (hashes: readonly string[]) => Promise<readonly KeyRow[]>;

export interface KeyFinder {
  readonly find: FindKeys;
  /** For many keys: no other statement waits behind theirs. */
  readonly findAlone: FindKeys;
  readonly sharing: Sharing;
}

/** How keys in use are read together. */
interface Sharing {
  /** How many keys one statement finds at most. */
  readonly maxTogether: number;
  /**
   * How long a key that is not used any more is read with the others: for less than its next
   * look-up would cost.
   */
  readonly inUseMs: number;
}

const SHARING: Readonly<Record<Database['provider'], Sharing>> = {
  // A statement is all that the process does meanwhile: for about 2 ms.
  sqlite: { maxTogether: 500, inUseMs: 2_000 },
  // A statement costs PostgreSQL as much as 40 rows.
  postgresql: { maxTogether: Number.POSITIVE_INFINITY, inUseMs: 10_000 },
};

/** Prepared SQL, since all keys in use are read once a second. */
export function openKeyFinder(
  database: Pick<Database, 'provider' | 'query' | 'queryAlone'>,
): KeyFinder {
  const { provider, query, queryAlone } = database;
  const sql = `
    SELECT hash, k.id, customer_id, revoked_at, disabled_at, expires_at, banned_until, plan,
      per_minute, per_day, scopes
    FROM api_keys k JOIN customers c ON c.id = customer_id
    WHERE hash ${isInJson(provider, '$1', 'text')}`;
  return {
    find: (hashes) => query<KeyRow>(sql, [JSON.stringify(hashes)]),
    findAlone: (hashes) => queryAlone<KeyRow>(sql, [JSON.stringify(hashes)]),
    sharing: SHARING[provider],
  };
}
