// API keys as the service reads them. Prepared SQL, since each key in use is read once a second.

import type { Database } from './database.ts';
import type { Instant } from './instants.ts';
import type { Integer } from './statements.ts';

/** A key that is not revoked, with what its customer may do. */
export type KeyRow = [
  hash: string,
  id: Integer,
  customerId: Integer,
  expiresAt: Instant | null,
  bannedUntil: Instant | null,
  plan: string,
  perMinute: Integer | null,
  perDay: Integer | null,
  scopes: string | null,
];

export type FindKeys = (hashes: readonly string[]) => Promise<readonly KeyRow[]>;

/** The elements of an array in JSON: one statement finds any number of keys, by the index. */
const HASHES = {
  sqlite: 'IN (SELECT value FROM json_each($1))',
  postgresql: '= ANY (ARRAY(SELECT json_array_elements_text($1)))',
};

/** @returns a function that finds keys by their hashes, in one statement */
export function openKeys({ provider, query }: Pick<Database, 'provider' | 'query'>): FindKeys {
  const find = `
    SELECT hash, k.id, customer_id, expires_at, banned_until, plan, per_minute, per_day, scopes
    FROM api_keys k JOIN customers c ON c.id = customer_id
    WHERE hash ${HASHES[provider]} AND revoked_at IS NULL`;
  return (hashes) => query<KeyRow>(find, [JSON.stringify(hashes)]);
}
