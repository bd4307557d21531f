// What customers do with their keys, by one of these keys. No key gains rights by it: a key gives
// and rotates only what it may do itself, and nobody but an operator lets a key create others.

import { endOfTick } from '../async/ticks.ts';
import { createTurns } from '../async/turns.ts';
import { DAY_MS, type Database, type Transaction } from '../database/index.ts';
import { errors } from '../errors/index.ts';
import {
  findRepeatWithin,
  type IdempotencyKey,
  type RepeatOutcome,
  storeIdempotencyKey,
} from '../idempotency/index.ts';
import {
  assertCanRotate,
  assertListed,
  assertWorking,
  changeKeysOf,
  countKeys,
  type Decision,
  decideRevocation,
  decideRevocationWithCreated,
  describeKey,
  describeListedKey,
  expectKey,
  findKeys,
  issueKey,
  isWorking,
  type KeyHolder,
  type KeyRules,
  type KeysInState,
  type KeyTransaction,
  keyColumnsOf,
  type NewKey,
  type NewKeyInfo,
  readKeyPage,
  readScopes,
  rotateWithin,
  type Stamp,
  type StoredKey,
  scopesOfNewKey,
} from '../keys/index.ts';

/** How many keys of a customer can be neither revoked nor expired. */
const MAX_KEYS = 100;
/** How many keys a customer can create and rotate in this time. */
const MAX_CREATIONS = 100;
const CREATIONS_MS = DAY_MS;

/** The key that a request came with, and whose it is. */
type CallingKey = Pick<KeyHolder, 'apiKeyId' | 'customerId'>;

/** What a request to create a key has led to. */
type KeyOutcome =
  | { readonly kind: 'created'; readonly id: bigint; readonly key: NewKeyInfo }
  | RepeatOutcome;

interface KeyRange {
  readonly filter: Pick<CallingKey, 'customerId'> & { readonly state: KeysInState };
  readonly after: { readonly id: bigint } | undefined;
  readonly count: number;
}

interface OwnKeysOptions {
  readonly database: Pick<Database, 'client' | 'query' | 'adapter'>;
  readonly keyRules: KeyRules;
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
  readonly reader: KeyTransaction;
  /** The key that makes the change. */
  readonly own: StoredKey;
  /** The key that is to be changed. */
  readonly other: StoredKey | undefined;
  readonly stamp: Stamp;
}

export function openOwnKeys(options: OwnKeysOptions) {
  const { database, keyRules, explicitScopes, writeScopes, realm, now } = options;
  const { plans } = keyRules;
  const keys = { ...keyRules, client: database.client };
  const { maxWaitMs } = database.adapter;
  // A burst of changes waits here, and not for connections that other requests need: each customer
  // has one change at a time, and of the transactions of all customers one is open.
  const inTurnOf = createTurns<bigint>(maxWaitMs);
  const inTurn = createTurns<'transaction'>(maxWaitMs);

  /** The key that a request came with, and what its customer may do. */
  async function find({ apiKeyId }: CallingKey) {
    const stored = await expectKey(keys, apiKeyId);
    const { customer } = stored;
    return { ...describeKey(stored, new Date(now()), plans), limits: plans.limitsOf(customer) };
  }

  /** The customer's keys. */
  const list = {
    sort: { id: 'int64 asc' },
    async read({ filter: { customerId, state }, after, count }: KeyRange) {
      const nowMs = now();
      const afterId = after?.id ?? 0n;
      const stored = await readKeyPage(database, { customerId, state, afterId, count, nowMs });
      return stored.map((key) => describeListedKey(key, new Date(nowMs), plans));
    },
  } as const;

  /** @throws key_not_found for another customer's key, too */
  async function get({ customerId }: CallingKey, id: bigint) {
    const filter = { customerId, state: 'all' } as const;
    const [key] = await list.read({ filter, after: { id: id - 1n }, count: 1 });
    if (key?.id !== id) throw errors.keyNotFound(id);
    return key;
  }

  function create(
    caller: CallingKey,
    key: Omit<NewKey, 'scopes'> & { readonly scopes?: readonly string[] | undefined },
    idempotencyKey: IdempotencyKey | undefined,
  ): Promise<KeyOutcome> {
    return change<KeyOutcome>(caller, undefined, async ({ reader, own, stamp }) => {
      const { at } = stamp;
      const { customerId, id: createdById } = own;
      const repeat = idempotencyKey && (await findRepeatWithin(reader.client, idempotencyKey, at));
      if (repeat) return { kind: 'unchanged', result: repeat };
      const scopes = scopesOfNewKey(readScopes(own.scopes), key.scopes, options);
      const expiresAt = endFor(own, key.expiresAt, at);
      await assertRoom(reader.client, customerId, at);
      const columns = { createdById, ...keyColumnsOf({ ...key, scopes, expiresAt }) };
      return {
        kind: 'changed',
        async store(transaction) {
          const created = await issueKey(transaction, own.customer, columns, stamp);
          const { id } = created;
          const isStored =
            !idempotencyKey ||
            (await storeIdempotencyKey(transaction.client, idempotencyKey, id, at));
          // Creations of API keys wait for each other: a creation of another kind has stored this
          // idempotency key meanwhile.
          if (!isStored) throw errors.idempotencyKeyReused;
          return { kind: 'created', id, key: created };
        },
      };
    });
  }

  function rotate(caller: CallingKey, id: bigint, overlapMs: number): Promise<NewKeyInfo> {
    return change(caller, id, async ({ reader, own, other, stamp }) => {
      const { customerId } = own;
      const key = expectOwnKey(other, customerId, id);
      assertCanRotate(readScopes(own.scopes), { id, scopes: readScopes(key.scopes) }, options);
      assertWorking(key, stamp.at);
      // Without an overlap, the key that is rotated makes room.
      await assertRoom(reader.client, customerId, stamp.at, overlapMs === 0 ? 1 : 0);
      const store = (transaction: KeyTransaction) =>
        rotateWithin(transaction, key, { overlapMs, createdBy: own }, stamp);
      return { kind: 'changed', store };
    });
  }

  /** @param withCreated also revokes what the key has created */
  async function revoke(caller: CallingKey, id: bigint, withCreated: boolean): Promise<void> {
    await change<unknown>(caller, id, async ({ reader, own, other, stamp }) => {
      const key = expectOwnKey(other, own.customerId, id);
      return withCreated
        ? decideRevocationWithCreated(reader, key, stamp)
        : decideRevocation(reader, key, stamp);
    });
  }

  function change<Result>(
    { apiKeyId, customerId }: CallingKey,
    id: bigint | undefined,
    make: (change: Change) => Promise<Decision<Result>>,
  ): Promise<Result> {
    async function decide(reader: KeyTransaction) {
      const stamp = { actor: `key ${apiKeyId}`, at: new Date(now()) };
      // As they are now: others may have changed the key since the request was admitted.
      const found = await findKeys(reader.client, id === undefined ? [apiKeyId] : [apiKeyId, id]);
      const own = found.get(apiKeyId);
      const info = own && describeKey(own, stamp.at, plans);
      if (!info || !isWorking(info)) throw errors.apiKeyInvalid(realm, info?.state);
      assertListed(readScopes(own.scopes), { scopes: writeScopes, explicitScopes });
      return make({ reader, own, other: id === undefined ? undefined : found.get(id), stamp });
    }
    const changed = {
      keys,
      customerId,
      run: <Outcome>(transact: () => Promise<Outcome>) =>
        // Until the end of a tick, in which others come to their turn: SQLite runs all statements
        // of a transaction in one, and would run the next transaction in the same.
        inTurn('transaction', () => transact().finally(endOfTick)),
    };
    return inTurnOf(customerId, () => changeKeysOf(changed, decide));
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
function expectOwnKey(key: StoredKey | undefined, customerId: bigint, id: bigint): StoredKey {
  if (key?.customerId !== customerId) throw errors.keyNotFound(id);
  return key;
}

/**
 * @param ending how many of the keys end when the new one is created
 * @throws key_creations_exceeded or key_limit_reached if a customer cannot have a new key
 */
async function assertRoom(
  reader: Transaction,
  customerId: bigint,
  now: Date,
  ending = 0,
): Promise<void> {
  const since = new Date(now.getTime() - CREATIONS_MS);
  const counts = await countKeys(reader, customerId, { nth: MAX_CREATIONS, since, now });
  const { unended, nthCreatedAt } = counts;
  if (nthCreatedAt) {
    const waitMs = nthCreatedAt.getTime() - since.getTime();
    throw errors.keyCreationsExceeded(MAX_CREATIONS, Math.ceil(waitMs / 1_000));
  }
  if (Number(unended) - ending >= MAX_KEYS) throw errors.keyLimitReached(MAX_KEYS);
}
