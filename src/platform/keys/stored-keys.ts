// API keys, with their customers.

import type { ApiKey, Customer } from '../../../generated/platform/prisma/client.ts';
import {
  type Database,
  dayOf,
  exactSum,
  type Instant,
  type Integer,
  type PrismaClient,
  ROWS_PER_PAGE,
  readInstant,
  readPages,
  type Transaction,
  type Value,
  writeInstant,
} from '../database/index.ts';

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

/** The elements of an array in JSON: one statement finds any number of keys, by the index. */
const HASHES = {
  sqlite: 'IN (SELECT value FROM json_each($1))',
  postgresql: '= ANY (ARRAY(SELECT json_array_elements_text($1)))',
};

/** Prepared SQL, since all keys in use are read once a second. */
export function openKeyFinder(
  database: Pick<Database, 'provider' | 'query' | 'queryAlone'>,
): KeyFinder {
  const { provider, query, queryAlone } = database;
  const sql = `
    SELECT hash, k.id, customer_id, revoked_at, disabled_at, expires_at, banned_until, plan,
      per_minute, per_day, scopes
    FROM api_keys k JOIN customers c ON c.id = customer_id WHERE hash ${HASHES[provider]}`;
  return {
    find: (hashes) => query<KeyRow>(sql, [JSON.stringify(hashes)]),
    findAlone: (hashes) => queryAlone<KeyRow>(sql, [JSON.stringify(hashes)]),
    sharing: SHARING[provider],
  };
}

/** A customer, as far as its keys show it. */
export type StoredCustomer = Pick<Customer, 'id' | 'name' | 'plan' | 'perMinute' | 'perDay'>;

/** What is shown of a key, and its customer. */
export type ShownKey = Omit<ApiKey, 'hash' | 'customerId' | 'bannedAt' | 'unrotatedExpiresAt'> & {
  readonly customer: StoredCustomer;
};

/** A key and its customer. */
export type StoredKey = ApiKey & { readonly customer: StoredCustomer };

/** A key, when it was last used, to the minute, and how many requests it has sent today. */
export type KeyWithUse = ShownKey & {
  readonly lastUsedAt: Date | null;
  readonly usedToday: bigint;
};

type ListedRow = [
  id: Integer,
  hint: string,
  name: string,
  scopes: string | null,
  createdAt: Instant,
  createdById: Integer | null,
  expiresAt: Instant | null,
  revokedAt: Instant | null,
  disabledAt: Instant | null,
  rotatedAt: Instant | null,
  bannedUntil: Instant | null,
  customerId: Integer,
  customerName: string,
  plan: string,
  perMinute: Integer | null,
  perDay: Integer | null,
  lastUsedAt: Instant | null,
  usedToday: Integer | null,
];

/** Looks the use of each key up by itself: as a join, PostgreSQL reads the 400 days of all keys. */
const list = (today: string, afterId: string) => `
  SELECT k.id, hint, k.name, scopes, k.created_at, created_by_id, expires_at, revoked_at,
    disabled_at, rotated_at, banned_until, c.id, c.name, plan, per_minute, per_day, (
      SELECT max(last_used_at) FROM key_usages WHERE api_key_id = k.id
        AND day = (SELECT max(day) FROM key_usages WHERE api_key_id = k.id)
    ), (SELECT ${exactSum('requests')} FROM key_usages WHERE api_key_id = k.id AND day = ${today})
  FROM api_keys k JOIN customers c ON c.id = k.customer_id WHERE k.id > ${afterId}`;

const IN_STATE = {
  usable: (now: string) => `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
  ended: (now: string) => `(revoked_at IS NOT NULL OR expires_at <= ${now})`,
};

/**
 * Which keys of a list to read: those that are neither revoked nor expired, the others, or both.
 */
export type KeysInState = 'usable' | 'ended' | 'all';

/** A page of a list of keys. */
export interface KeyPage {
  /** Undefined for the keys of all customers. */
  readonly customerId: bigint | undefined;
  readonly state: KeysInState;
  readonly afterId: bigint;
  readonly count: number;
  readonly nowMs: number;
}

/**
 * Reads a page of all keys, or of those of a customer, oldest first. Prepared SQL: Prisma takes ten
 * times as long, and leaves 350 MB of garbage for 100,000 keys.
 */
export async function readKeyPage(
  { query }: Pick<Database, 'query'>,
  { customerId, state, afterId, count, nowMs }: KeyPage,
): Promise<KeyWithUse[]> {
  const values: Value[] = [];
  const placeOf = (value: Value) => `$${values.push(value)}`;
  let sql = list(placeOf(dayOf(nowMs)), placeOf(afterId));
  if (customerId !== undefined) sql += ` AND customer_id = ${placeOf(customerId)}`;
  if (state !== 'all') sql += ` AND ${IN_STATE[state](placeOf(writeInstant(nowMs)))}`;
  const rows = await query<ListedRow>(`${sql} ORDER BY k.id LIMIT ${placeOf(count)}`, values);
  return rows.map(toKeyWithUse);
}

/** Reads all keys, or those of a customer, in pages, oldest first. */
export function readKeys(
  database: Pick<Database, 'query'>,
  customerId: bigint | undefined,
  nowMs: number,
): AsyncGenerator<KeyWithUse[]> {
  const range = { customerId, state: 'all', count: ROWS_PER_PAGE, nowMs } as const;
  return readPages((after: KeyWithUse | undefined) =>
    readKeyPage(database, { ...range, afterId: after?.id ?? 0n }),
  );
}

function toKeyWithUse([
  id,
  hint,
  name,
  scopes,
  createdAt,
  createdById,
  expiresAt,
  revokedAt,
  disabledAt,
  rotatedAt,
  bannedUntil,
  customerId,
  customerName,
  plan,
  perMinute,
  perDay,
  lastUsedAt,
  usedToday,
]: ListedRow): KeyWithUse {
  return {
    id: BigInt(id),
    hint,
    name,
    scopes,
    createdAt: readInstant(createdAt),
    createdById: createdById === null ? null : BigInt(createdById),
    expiresAt: toDate(expiresAt),
    revokedAt: toDate(revokedAt),
    disabledAt: toDate(disabledAt),
    rotatedAt: toDate(rotatedAt),
    bannedUntil: toDate(bannedUntil),
    customer: {
      id: BigInt(customerId),
      name: customerName,
      plan,
      perMinute: toNumber(perMinute),
      perDay: toNumber(perDay),
    },
    lastUsedAt: toDate(lastUsedAt),
    usedToday: BigInt(usedToday ?? 0),
  };
}

const toDate = (instant: Instant | null) => (instant === null ? null : readInstant(instant));
const toNumber = (number: Integer | null) => (number === null ? null : Number(number));

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
export interface KeyCounts {
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
