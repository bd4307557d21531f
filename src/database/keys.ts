// API keys, with their customers.

import type { ApiKey, Customer, Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { Plan } from '../../generated/prisma/sqlite/enums.ts';
import type { Database, PrismaClient } from './database.ts';
import { type Instant, readInstant } from './instants.ts';
import { dayOf } from './key-usages.ts';
import { ROWS_PER_PAGE, readPages } from './pages.ts';
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

/** Finds keys by their hashes, in one statement. */
export type FindKeys = (hashes: readonly string[]) => Promise<readonly KeyRow[]>;

export interface Keys {
  readonly find: FindKeys;
  /** For many keys: no other statement waits behind theirs. */
  readonly findAlone: FindKeys;
}

/** The elements of an array in JSON: one statement finds any number of keys, by the index. */
const HASHES = {
  sqlite: 'IN (SELECT value FROM json_each($1))',
  postgresql: '= ANY (ARRAY(SELECT json_array_elements_text($1)))',
};

/** Prepared SQL, since each key in use is read once a second. */
export function openKeys(database: Pick<Database, 'provider' | 'query' | 'queryAlone'>): Keys {
  const { provider, query, queryAlone } = database;
  const sql = `
    SELECT hash, k.id, customer_id, expires_at, banned_until, plan, per_minute, per_day, scopes
    FROM api_keys k JOIN customers c ON c.id = customer_id
    WHERE hash ${HASHES[provider]} AND revoked_at IS NULL`;
  return {
    find: (hashes) => query<KeyRow>(sql, [JSON.stringify(hashes)]),
    findAlone: (hashes) => queryAlone<KeyRow>(sql, [JSON.stringify(hashes)]),
  };
}

type StoredCustomer = Pick<Customer, 'id' | 'name' | 'plan' | 'perMinute' | 'perDay'>;

/** A key and its customer. */
export type StoredKey = Omit<ApiKey, 'hash' | 'customerId' | 'bannedAt'> & {
  readonly customer: StoredCustomer;
};

/** A key, when it was last used, to the minute, and how many requests it has sent today. */
export type KeyWithUse = StoredKey & {
  readonly lastUsedAt: Date | null;
  readonly usedToday: number;
};

type ListedRow = [
  id: Integer,
  hint: string,
  scopes: string | null,
  createdAt: Instant,
  expiresAt: Instant | null,
  revokedAt: Instant | null,
  rotatedAt: Instant | null,
  bannedUntil: Instant | null,
  customerId: Integer,
  name: string,
  plan: Plan,
  perMinute: Integer | null,
  perDay: Integer | null,
  lastUsedAt: Instant | null,
  usedToday: Integer | null,
];

/** Looks the use of each key up by itself: as a join, PostgreSQL reads the 400 days of all keys. */
const LIST = `
  SELECT k.id, hint, scopes, k.created_at, expires_at, revoked_at, rotated_at, banned_until,
    c.id, name, plan, per_minute, per_day, (
      SELECT max(last_used_at) FROM key_usages WHERE api_key_id = k.id
        AND day = (SELECT max(day) FROM key_usages WHERE api_key_id = k.id)
    ), (SELECT sum(requests) FROM key_usages WHERE api_key_id = k.id AND day = $1)
  FROM api_keys k JOIN customers c ON c.id = k.customer_id WHERE k.id > $2`;
const LIST_ALL = `${LIST} ORDER BY k.id LIMIT $3`;
const LIST_OF_CUSTOMER = `${LIST} AND customer_id = $3 ORDER BY k.id LIMIT $4`;

/**
 * Reads all keys, or those of a customer, in pages, oldest first. Prepared SQL: Prisma takes ten
 * times as long, and leaves 350 MB of garbage for 100,000 keys.
 */
export function readKeys(
  { query }: Pick<Database, 'query'>,
  customerId: number | undefined,
  nowMs: number,
): AsyncGenerator<KeyWithUse[]> {
  return readPages(async (after: KeyWithUse | undefined) => {
    const values = [dayOf(nowMs), after?.id ?? 0];
    const rows = await (customerId === undefined
      ? query<ListedRow>(LIST_ALL, [...values, ROWS_PER_PAGE])
      : query<ListedRow>(LIST_OF_CUSTOMER, [...values, customerId, ROWS_PER_PAGE]));
    return rows.map(toKeyWithUse);
  });
}

function toKeyWithUse(row: ListedRow): KeyWithUse {
  const [id, hint, scopes, createdAt, expiresAt, revokedAt, rotatedAt, bannedUntil, ...rest] = row;
  const [customerId, name, plan, perMinute, perDay, lastUsedAt, usedToday] = rest;
  return {
    id: Number(id),
    hint,
    scopes,
    createdAt: readInstant(createdAt),
    expiresAt: toDate(expiresAt),
    revokedAt: toDate(revokedAt),
    rotatedAt: toDate(rotatedAt),
    bannedUntil: toDate(bannedUntil),
    customer: {
      id: Number(customerId),
      name,
      plan,
      perMinute: toNumber(perMinute),
      perDay: toNumber(perDay),
    },
    lastUsedAt: toDate(lastUsedAt),
    usedToday: Number(usedToday),
  };
}

const toDate = (instant: Instant | null) => (instant === null ? null : readInstant(instant));
const toNumber = (number: Integer | null) => (number === null ? null : Number(number));

const include = { customer: true } as const;

export function findKeysByHash(client: PrismaClient, hashes: readonly string[]) {
  return client.apiKey.findMany({ where: { hash: { in: [...hashes] } }, include });
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
