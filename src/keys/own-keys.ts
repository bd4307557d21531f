// What customers do with their keys, by one of these keys. No key gains rights by it: a key gives
// and rotates only what it may do itself, and nobody but an operator lets a key create others.

import { createTurns } from '../async/turns.ts';
import {
  countUnendedKeys,
  DAY_MS,
  type Database,
  findCreation,
  findRepeatWithin,
  type IdempotencyKey,
  type KeysInState,
  type RepeatOutcome,
  readKeyPage,
  type Stamp,
  type StoredKey,
  storeIdempotencyKey,
  type Transaction,
} from '../database/index.ts';
import { errors, storeError } from '../errors/index.ts';
import { limitsOf, readPlan } from '../limits/index.ts';
import {
  changeKeysOf,
  columnsOf,
  expectKey,
  issueKey,
  type NewKey,
  revokeWithCreatedWithin,
  revokeWithin,
  rotateWithin,
} from './key-changes.ts';
import { describeKey, describeListedKey, isWorking, type NewKeyInfo } from './key-info.ts';
import { assertCanRotate, assertListed, readScopes, scopesOfNewKey } from './scopes.ts';

/** How many keys of a customer can be neither revoked nor expired. */
const MAX_KEYS = 100;
/** How many keys a customer can create and rotate in this time. */
const MAX_CREATIONS = 100;
const CREATIONS_MS = DAY_MS;

/** The key of a request. */
export interface RequestKey {
  readonly apiKeyId: bigint;
  readonly customerId: bigint;
}

/** What a request to create a key has led to. */
export type KeyOutcome =
  | { readonly kind: 'created'; readonly id: bigint; readonly key: NewKeyInfo }
  | RepeatOutcome;

interface KeyRange {
  readonly filter: Pick<RequestKey, 'customerId'> & { readonly state: KeysInState };
  readonly after: { readonly id: bigint } | undefined;
  readonly count: number;
}

interface OwnKeysOptions {
  readonly database: Pick<Database, 'client' | 'query' | 'adapter'>;
  /** All scopes, and those that only the operator gives. */
  readonly scopes: readonly string[];
  readonly explicitScopes: readonly string[];
  /** The scopes of a key that changes others. */
  readonly writeScopes: readonly string[];
  /** What the keys are for, as callers without a valid key are told. */
  readonly realm: string;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

interface Change {
  readonly transaction: Transaction;
  /** The key that makes the change. */
  readonly own: StoredKey;
  readonly stamp: Stamp;
}

export type OwnKeys = ReturnType<typeof openOwnKeys>;

export function openOwnKeys(options: OwnKeysOptions) {
  const { database, writeScopes, realm, now } = options;
  // A burst of changes waits here, and not for connections that other requests need.
  const inTurn = createTurns<bigint>(database.adapter.maxWaitMs);

  /** The key of a request, with what its customer may do. */
  async function find({ apiKeyId }: RequestKey) {
    const stored = await expectKey(database.client, apiKeyId);
    const { customer } = stored;
    const plan = readPlan(customer.plan);
    return { ...describeKey(stored, new Date(now())), plan, limits: limitsOf(customer) };
  }

  /** The customer's keys. */
  const list = {
    order: { id: 'int64 asc' },
    async read({ filter: { customerId, state }, after, count }: KeyRange) {
      const nowMs = now();
      const afterId = after?.id ?? 0n;
      const keys = await readKeyPage(database, { customerId, state, afterId, count, nowMs });
      return keys.map((key) => describeListedKey(key, new Date(nowMs)));
    },
  } as const;

  /** @throws key_not_found for another customer's key, too */
  async function get({ customerId }: RequestKey, id: bigint) {
    const filter = { customerId, state: 'all' } as const;
    const [key] = await list.read({ filter, after: { id: id > 0n ? id - 1n : 0n }, count: 1 });
    if (key?.id !== id) throw storeError('key_not_found', id);
    return key;
  }

  function create(
    caller: RequestKey,
    key: Omit<NewKey, 'scopes'> & { readonly scopes?: readonly string[] | undefined },
    idempotencyKey: IdempotencyKey | undefined,
  ): Promise<KeyOutcome> {
    return change(caller, async ({ transaction, own, stamp }) => {
      const { at } = stamp;
      const { customerId, id: createdById } = own;
      const repeat = idempotencyKey && (await findRepeatWithin(transaction, idempotencyKey, at));
      if (repeat) return repeat;
      const scopes = scopesOfNewKey(readScopes(own.scopes), key.scopes, options);
      const expiresAt = endFor(own, key.expiresAt, at);
      await assertCreationsLeft(transaction, customerId, at);
      const columns = { createdById, ...columnsOf({ ...key, scopes, expiresAt }) };
      const created = await issueKey(transaction, customerId, columns, stamp);
      await assertRoom(transaction, customerId, at);
      const { id } = created;
      const isStored =
        !idempotencyKey || (await storeIdempotencyKey(transaction, idempotencyKey, id, at));
      // Creations of API keys wait for each other: a creation of another kind has stored this
      // idempotency key meanwhile.
      if (!isStored) throw errors.idempotencyKeyReused;
      return { kind: 'created', id, key: created };
    });
  }

  function rotate(caller: RequestKey, id: bigint, overlapMs: number): Promise<NewKeyInfo> {
    return change(caller, async ({ transaction, own, stamp }) => {
      const { customerId } = own;
      const key = await expectOwnKey(transaction, customerId, id);
      const other = { id, scopes: readScopes(key.scopes) };
      assertCanRotate(readScopes(own.scopes), other, options);
      await assertCreationsLeft(transaction, customerId, stamp.at);
      const created = await rotateWithin(transaction, key, { overlapMs, createdBy: own }, stamp);
      await assertRoom(transaction, customerId, stamp.at);
      return created;
    });
  }

  /** @param withCreated also revokes what the key has created */
  function revoke(caller: RequestKey, id: bigint, withCreated: boolean): Promise<void> {
    return change(caller, async ({ transaction, own, stamp }) => {
      const key = await expectOwnKey(transaction, own.customerId, id);
      if (withCreated) await revokeWithCreatedWithin(transaction, key, stamp);
      else await revokeWithin(transaction, key, stamp);
    });
  }

  function change<Result>(
    { apiKeyId, customerId }: RequestKey,
    make: (change: Change) => Promise<Result>,
  ): Promise<Result> {
    const { client } = database;
    async function makeWithin(transaction: Transaction) {
      const stamp = { actor: `key ${apiKeyId}`, at: new Date(now()) };
      // As it is now: others may have changed the key since the request was admitted.
      const own = await expectKey(transaction, apiKeyId);
      if (!isWorking(describeKey(own, stamp.at))) throw errors.apiKeyInvalid(realm);
      assertListed(readScopes(own.scopes), writeScopes);
      return make({ transaction, own, stamp });
    }
    return inTurn(customerId, () => changeKeysOf(client, customerId, makeWithin));
  }

  return { find, list, get, create, rotate, revoke };
}

/** When a new key ends. @throws invalid_body if that is past, or after its maker ends */
function endFor(own: StoredKey, wanted: Date | undefined, now: Date): Date | undefined {
  const { expiresAt } = own;
  if (!wanted) return expiresAt ?? undefined;
  if (wanted <= now) throw errors.invalidBody('expiresAt must be in the future.');
  if (!expiresAt || wanted <= expiresAt) return wanted;
  const end = expiresAt.toISOString();
  throw errors.invalidBody(
    `expiresAt must not be after ${end}, when the key of this request ends.`,
  );
}

/** @throws key_not_found for another customer's key, too */
async function expectOwnKey(
  transaction: Transaction,
  customerId: bigint,
  id: bigint,
): Promise<StoredKey> {
  const key = await expectKey(transaction, id);
  if (key.customerId !== customerId) throw storeError('key_not_found', id);
  return key;
}

/** @throws key_creations_exceeded */
async function assertCreationsLeft(
  transaction: Transaction,
  customerId: bigint,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - CREATIONS_MS);
  const first = await findCreation(transaction, customerId, { count: MAX_CREATIONS, since });
  if (!first) return;
  const waitMs = first.createdAt.getTime() - since.getTime();
  throw storeError('key_creations_exceeded', MAX_CREATIONS, Math.ceil(waitMs / 1_000));
}

/** @throws key_limit_reached if there are more keys now than there can be */
async function assertRoom(transaction: Transaction, customerId: bigint, now: Date): Promise<void> {
  const count = await countUnendedKeys(transaction, customerId, now);
  if (count > MAX_KEYS) throw storeError('key_limit_reached', MAX_KEYS);
}
