// API keys as the service reads them. Prepared SQL, since each key in use is read once a second.

import type { Database } from './database.ts';
import type { Instant, Int32 } from './statements.ts';

/** A key that is not revoked, with what its customer may do. */
export type KeyRow = [
  hash: string,
  id: Int32,
  customerId: Int32,
  expiresAt: Instant | null,
  bannedUntil: Instant | null,
  plan: string,
  perMinute: Int32 | null,
  perDay: Int32 | null,
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
  // Without a join, which PostgreSQL could plan so that it reads all customers.
  const ofCustomer = (column: string) =>
    `(SELECT ${column} FROM customers c WHERE c.id = k.customer_id)`;
  const limits = ['plan', 'per_minute', 'per_day'].map(ofCustomer);
  const find = `
    SELECT hash, id, customer_id, expires_at, banned_until, ${limits}, scopes
    FROM api_keys k WHERE hash ${HASHES[provider]} AND revoked_at IS NULL`;
  return (hashes) => query<KeyRow>(find, [JSON.stringify(hashes)]);
}
