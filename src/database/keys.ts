// API keys, with their customers.

import type { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { Database, PrismaClient } from './database.ts';
import { ROWS_PER_PAGE, readPages } from './pages.ts';
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

/**
 * Prepared SQL, since each key in use is read once a second.
 *
 * @returns a function that finds keys by their hashes, in one statement
 */
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

const include = { customer: true } as const;

export type StoredKey = Prisma.ApiKeyGetPayload<{ include: typeof include }>;

/** Reads the keys that a condition selects in pages, oldest first. */
export function readKeys(
  client: PrismaClient,
  where: Prisma.ApiKeyWhereInput,
): AsyncGenerator<StoredKey[]> {
  return readPages((after: StoredKey | undefined) =>
    client.apiKey.findMany({
      where: { AND: [where, { id: { gt: after?.id ?? 0 } }] },
      include,
      orderBy: { id: 'asc' },
      take: ROWS_PER_PAGE,
    }),
  );
}

export function findKey(client: Prisma.TransactionClient, id: number): Promise<StoredKey | null> {
  return client.apiKey.findUnique({ where: { id }, include });
}

export function findNewestKey(client: Prisma.TransactionClient, customerId: number) {
  return client.apiKey.findFirstOrThrow({ where: { customerId }, orderBy: { id: 'desc' } });
}

export function insertKey(
  client: Prisma.TransactionClient,
  data: Prisma.ApiKeyCreateInput,
): Promise<StoredKey> {
  return client.apiKey.create({ data, include });
}

export function updateKey(
  client: Prisma.TransactionClient,
  id: number,
  data: Prisma.ApiKeyUpdateInput,
): Promise<StoredKey> {
  return client.apiKey.update({ where: { id }, data, include });
}
