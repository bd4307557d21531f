// What a repeated Idempotency-Key does, on this and any other instance, for any kind of row. A row
// and the key of its request are stored in one transaction, and no customer can store a key twice.
// The response is not stored: it consists of the body and the id, so the same body gets the same
// response, even if the row has changed or is gone.

import { Prisma } from '../../../generated/platform/prisma/client.ts';
import {
  DAY_MS,
  type Integer,
  type Query,
  removalOf,
  type SqlTransaction,
  type Value,
  writeInstant,
} from '../database/index.ts';

/** The outcome of a create. */
export type CreateOutcome =
  /** Without a key, or with one that is new or has expired: the row is stored. */
  | { readonly kind: 'created'; readonly id: bigint }
  /** The key came with the same body before: the response is that of the first request. */
  | { readonly kind: 'repeated'; readonly id: bigint }
  /** The key came with another body before. */
  | { readonly kind: 'key_reused' }
  /** A request with the key has begun and not ended, here or elsewhere. */
  | { readonly kind: 'key_in_use' };

/** The outcome of another request with a key. */
export type RepeatOutcome = Extract<CreateOutcome, { kind: 'repeated' | 'key_reused' }>;

/** The Idempotency-Key of a request. It belongs to the customer, and outlives the API key. */
export interface IdempotencyKey {
  readonly customerId: bigint;
  readonly value: string;
  /** The same for the same body of the same operation. */
  readonly bodyHash: string;
}

/** The row that an earlier request with a key has stored, and the hash of its body. */
export type EarlierCreate = [id: Integer, bodyHash: string];

/** Beginning and end of a statement that stores keys. An expired key may still be there. */
export const INSERT_KEY =
  'INSERT INTO idempotency_keys AS existing (row_id, customer_id, key, body_hash, expires_at)';
export const REPLACING_KEY = `ON CONFLICT (customer_id, key) DO UPDATE SET
  row_id = excluded.row_id, body_hash = excluded.body_hash, expires_at = excluded.expires_at`;

/** From then on, a request with the key is a new one. */
const LIFETIME_MS = DAY_MS;

type KeyOfCustomer = Pick<IdempotencyKey, 'customerId' | 'value'>;

/** What finds an `EarlierCreate`, unless its key has expired. */
function selectEarlierCreate({ customerId, value }: KeyOfCustomer, now: Date): Prisma.Sql {
  return Prisma.sql`SELECT row_id, body_hash FROM idempotency_keys
    WHERE customer_id = ${customerId} AND key = ${value} AND expires_at > ${now}`;
}

/** The same for the driver: a text that never changes, so that it stays prepared. */
const EARLIER_CREATE = selectEarlierCreate({ customerId: 0n, value: '' }, new Date(0)).text;

/** The statement that finds an `EarlierCreate`, with its values. */
export function earlierCreateQuery({ customerId, value }: IdempotencyKey, nowMs: number) {
  const values: Value[] = [customerId, value, writeInstant(nowMs)];
  return [EARLIER_CREATE, values] as const;
}

/** The outcome of another request with a stored key. */
export function repeatOutcome(
  { bodyHash }: IdempotencyKey,
  [id, storedHash]: EarlierCreate,
): RepeatOutcome {
  return storedHash === bodyHash ? { kind: 'repeated', id: BigInt(id) } : { kind: 'key_reused' };
}

/** @returns undefined for a key that is not stored, or only by a transaction that has not ended */
export async function findRepeat(
  query: Query,
  idempotencyKey: IdempotencyKey,
  nowMs: number,
): Promise<CreateOutcome | undefined> {
  const [stored] = await query<EarlierCreate>(...earlierCreateQuery(idempotencyKey, nowMs));
  return stored && repeatOutcome(idempotencyKey, stored);
}

/** When a key that is stored now expires. */
export function expiryOf(nowMs: number): string {
  return writeInstant(nowMs + LIFETIME_MS);
}

/** As `findRepeat`, within a transaction that then stores the key. */
export async function findRepeatWithin(
  transaction: SqlTransaction,
  idempotencyKey: IdempotencyKey,
  now: Date,
): Promise<RepeatOutcome | undefined> {
  const [stored] = await transaction.$queryRaw<{ row_id: Integer; body_hash: string }[]>(
    selectEarlierCreate(idempotencyKey, now),
  );
  return stored && repeatOutcome(idempotencyKey, [stored.row_id, stored.body_hash]);
}

/**
 * Stores the key of a request with the row that the request has created.
 *
 * @returns whether it is stored: not if another request has stored the key meanwhile
 */
export async function storeIdempotencyKey(
  transaction: SqlTransaction,
  { customerId, value, bodyHash }: IdempotencyKey,
  rowId: bigint,
  now: Date,
): Promise<boolean> {
  const expiresAt = new Date(expiryOf(now.getTime()));
  const count = await transaction.$executeRaw`
    ${Prisma.raw(INSERT_KEY)} VALUES (${rowId}, ${customerId}, ${value}, ${bodyHash}, ${expiresAt})
    ${Prisma.raw(REPLACING_KEY)} WHERE existing.expires_at <= ${now}`;
  return count === 1;
}

/** Removes all keys of a customer. */
export async function removeIdempotencyKeysOf(
  transaction: SqlTransaction,
  customerId: bigint,
): Promise<void> {
  await transaction.$executeRaw`DELETE FROM idempotency_keys WHERE customer_id = ${customerId}`;
}

/** What removes keys that have expired. */
export const idempotencyRemovals = [
  removalOf({
    table: 'idempotency_keys',
    key: ['customer_id', 'key'],
    column: 'expires_at',
    valueAt: (nowMs) => new Date(nowMs),
  }),
];
