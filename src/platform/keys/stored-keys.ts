// API keys, with their customers: what is stored of each, single ones read, added and changed.
// key-finder.ts finds those of requests, key-pages.ts lists them.

import type { ApiKey, Customer } from '../../../generated/platform/prisma/client.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';

/** A customer, as far as its keys show it. */
export type StoredCustomer = Pick<Customer, 'id' | 'name' | 'plan' | 'perMinute' | 'perDay'>;

/** What is shown of a key, and its customer. */
export type ShownKey = Omit<ApiKey, 'hash' | 'customerId' | 'bannedAt' | 'unrotatedExpiresAt'> & {
  readonly customer: StoredCustomer;
};

/** A key and its customer. */
export type StoredKey = ApiKey & { readonly customer: StoredCustomer };

const include = { customer: true } as const;

export function findKeysByHash(client: PrismaClient, hashes: readonly string[]) {
  return client.apiKey.findMany({ where: { hash: { in: [...hashes] } }, include });
}

export function findKey(client: Transaction, id: bigint): Promise<StoredKey | null> {
  return client.apiKey.findUnique({ where: { id }, include });
}

/** @returns the keys that exist, by id */
export async function findKeys(
  client: Transaction,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, StoredKey>> {
  const keys = await client.apiKey.findMany({ where: { id: { in: [...ids] } }, include });
  return new Map(keys.map((key) => [key.id, key]));
}

/** The keys that a key has created, and those that these have: neither revoked nor expired. */
export async function findCreatedKeys(
  client: Transaction,
  id: bigint,
  now: Date,
): Promise<StoredKey[]> {
  const rows = await client.$queryRaw<{ id: bigint | number }[]>`
    WITH RECURSIVE created (id) AS (
      SELECT id FROM api_keys WHERE created_by_id = ${id}
      UNION SELECT k.id FROM api_keys k JOIN created ON created_by_id = created.id
    )
    SELECT k.id FROM api_keys k JOIN created ON created.id = k.id
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`;
  const ids = rows.map((row) => BigInt(row.id));
  if (ids.length === 0) return [];
  return client.apiKey.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' }, include });
}

/** Whose keys, as far as they are neither revoked nor expired. */
function unendedKeysOf(customerId: bigint, now: Date) {
  return { customerId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

export function findUnendedKeys(
  client: Transaction,
  customerId: bigint,
  now: Date,
): Promise<StoredKey[]> {
  return client.apiKey.findMany({ where: unendedKeysOf(customerId, now), include });
}

/** How many keys a customer has, and how fast it has created them. */
interface KeyCounts {
  /** How many are neither revoked nor expired. */
  readonly unended: bigint;
  /** When its keys have created the `nth` latest key; null if they have created fewer. */
  readonly nthCreatedAt: Date | null;
}

/**
 * Counts the keys of a customer, in one statement.
 *
 * @param since keys that are older are not among those that its keys have created
 */
export async function countKeys(
  client: Transaction,
  customerId: bigint,
  { nth, since, now }: { readonly nth: number; readonly since: Date; readonly now: Date },
): Promise<KeyCounts> {
  const rows = await client.$queryRaw<KeyCounts[]>`
    SELECT count(*) AS "unended", (
      SELECT created_at FROM api_keys
      WHERE customer_id = ${customerId} AND created_by_id IS NOT NULL AND created_at > ${since}
      ORDER BY created_at DESC LIMIT 1 OFFSET ${nth - 1}
    ) AS "nthCreatedAt"
    FROM api_keys WHERE customer_id = ${customerId}
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`;
  // A count always has a row.
  return rows[0] as KeyCounts;
}

/** A customer that is stored with its first key. */
export type NewCustomerRow = Omit<StoredCustomer, 'id'>;

export type NewKeyRow = Pick<ApiKey, 'hash' | 'hint' | 'createdAt' | 'expiresAt' | 'scopes'> &
  Partial<Pick<ApiKey, 'name' | 'createdById' | 'bannedAt' | 'bannedUntil'>>;

/** Adds a key of a customer, and with its first key the customer itself. */
export async function insertKey(
  client: Transaction,
  customer: StoredCustomer | NewCustomerRow,
  row: NewKeyRow,
): Promise<StoredKey> {
  const owner = 'id' in customer ? customer : await client.customer.create({ data: customer });
  // By the id, and without its customer: else there are three statements more.
  const key = await client.apiKey.create({ data: { ...row, customerId: owner.id } });
  return { ...key, customer: owner };
}

export type KeyChanges = Partial<Omit<ApiKey, 'id' | 'customerId'>>;

export async function updateKey(
  client: Transaction,
  { id, customer }: StoredKey,
  data: KeyChanges,
): Promise<StoredKey> {
  return { ...(await client.apiKey.update({ where: { id }, data })), customer };
}

export async function updateKeys(
  client: Transaction,
  ids: readonly bigint[],
  data: KeyChanges,
): Promise<void> {
  await client.apiKey.updateMany({ where: { id: { in: [...ids] } }, data });
}
