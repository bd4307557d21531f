// Changes of API keys within a transaction, each stored together with an event that names its
// actor. Operators make them by administration.ts, customers by own-keys.ts.

import { errors } from '../errors/index.ts';
import { hashApiKey } from './api-key.ts';
import { inheritedBan } from './bans.ts';
import { lockCustomer } from './customers.ts';
import { type KeyAction, recordKeyEvent, recordKeyEvents, type Stamp } from './key-events.ts';
import { describeKey, isWorking, type KeyInfo, type NewKeyInfo, stateOf } from './key-info.ts';
import type { KeyStore, KeyTransaction } from './key-rules.ts';
import { type Scopes, scopesText, writeScopes } from './scopes.ts';
import {
  findCreatedKeys,
  findKey,
  insertKey,
  type KeyChanges,
  type NewCustomerRow,
  type NewKeyRow,
  type StoredCustomer,
  type StoredKey,
  updateKey,
  updateKeys,
} from './stored-keys.ts';

export interface NewKey {
  /** By the rules of the contract and of names.ts, which the API and the command check. */
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly scopes?: Scopes | undefined;
}

/** What a change comes to, by what is stored when it is decided. */
export type Decision<Result> =
  /** Nothing is to be stored. */
  | { readonly kind: 'unchanged'; readonly result: Result }
  /** Stores the change in the transaction in which it was decided. */
  | { readonly kind: 'changed'; store(transaction: KeyTransaction): Promise<Result> };

interface ChangeOptions {
  readonly keys: KeyStore;
  readonly customerId: bigint;
  /** Runs the transaction, perhaps after others; at once by default. */
  readonly run?: <Result>(transact: () => Promise<Result>) => Promise<Result>;
}

/**
 * Changes keys of a customer in a transaction: one after the other, however many begin at once.
 *
 * @param decide reads what is needed, and throws if the change is rejected. It is called twice, so
 *   that what changes nothing needs no transaction: before, and within it.
 */
export async function changeKeysOf<Result>(
  { keys, customerId, run = (transact) => transact() }: ChangeOptions,
  decide: (reader: KeyTransaction) => Promise<Decision<Result>>,
): Promise<Result> {
  const before = await decide(keys);
  if (before.kind === 'unchanged') return before.result;
  return run(() =>
    keys.client.$transaction(async (client) => {
      const transaction = { ...keys, client };
      await lockCustomer(client, customerId);
      const decision = await decide(transaction);
      return decision.kind === 'unchanged' ? decision.result : decision.store(transaction);
    }),
  );
}

/** The columns of a new key. */
export function keyColumnsOf({ name, expiresAt, scopes }: NewKey) {
  return {
    ...(name !== undefined && { name }),
    expiresAt: expiresAt ?? null,
    scopes: writeScopes(scopes),
  };
}

/** @returns the key itself, too, which is shown only now */
export async function issueKey(
  transaction: KeyTransaction,
  customer: StoredCustomer | NewCustomerRow,
  columns: Omit<NewKeyRow, 'hash' | 'hint' | 'createdAt'>,
  stamp: Stamp,
): Promise<NewKeyInfo> {
  const { client, keyFormat, plans } = transaction;
  const apiKey = keyFormat.generateApiKey();
  const secret = { hash: hashApiKey(apiKey), hint: keyFormat.hintOf(apiKey) };
  const row = { ...columns, ...secret, createdAt: stamp.at };
  const stored = await insertKey(client, customer, row);
  const created = describeKey(stored, stamp.at, plans);
  await recordKeyEvent(client, stamp, 'created', created, rightsOf(created));
  return { ...created, key: apiKey };
}

/** @throws if a key does not work */
export function assertWorking(key: StoredKey, now: Date): void {
  const state = stateOf(key, now);
  if (!isWorking({ state })) throw errors.keyNotWorking(key.id, state);
}

interface Rotation {
  readonly overlapMs: number;
  /** The key that asks for it; undefined for the operator. */
  readonly createdBy?: Pick<StoredKey, 'id' | 'expiresAt'>;
}

/** @param key one that works */
export async function rotateWithin(
  transaction: KeyTransaction,
  key: StoredKey,
  { overlapMs, createdBy }: Rotation,
  stamp: Stamp,
): Promise<NewKeyInfo> {
  const { id, expiresAt, rotatedAt } = key;
  const { at } = stamp;
  const overlapEnd = new Date(at.getTime() + overlapMs);
  const end = expiresAt && expiresAt < overlapEnd ? expiresAt : overlapEnd;
  // A key that was rotated before expires when that overlap ends, but the keys that follow do not.
  const unrotatedExpiresAt = rotatedAt ? key.unrotatedExpiresAt : expiresAt;
  const rotated = await updateKey(transaction.client, key, {
    expiresAt: end,
    rotatedAt: at,
    unrotatedExpiresAt,
  });
  const { customer, customerId, name, scopes } = rotated;
  const created = await issueKey(
    transaction,
    customer,
    {
      name,
      scopes,
      // As a key that is created, it ends no later than the key that asks.
      expiresAt: earlier(unrotatedExpiresAt, createdBy?.expiresAt ?? null),
      createdById: createdBy?.id ?? null,
      // From the update on, which locks the row: a ban before it is copied, a later one is of the
      // old key alone.
      ...inheritedBan(rotated),
    },
    stamp,
  );
  const detail = `to ${created.id}, works until ${end.toISOString()}`;
  await recordKeyEvent(transaction.client, stamp, 'rotated', { id, customerId }, detail);
  return created;
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

/** Revokes a key, unless it is revoked already. */
export function decideRevocation(
  reader: KeyTransaction,
  key: StoredKey,
  stamp: Stamp,
): Decision<KeyInfo> {
  const data = key.revokedAt ? undefined : { revokedAt: stamp.at };
  return decideFields(reader, key, { data, action: 'revoked' }, stamp);
}

/** As `revokeWithCreated`. */
export async function decideRevocationWithCreated(
  reader: KeyTransaction,
  key: StoredKey,
  stamp: Stamp,
): Promise<Decision<[KeyInfo, ...KeyInfo[]]>> {
  const created = await findCreatedKeys(reader.client, key.id, stamp.at);
  const own = decideRevocation(reader, key, stamp);
  if (own.kind === 'unchanged' && created.length === 0) {
    return { kind: 'unchanged', result: [own.result] };
  }
  return {
    kind: 'changed',
    async store(transaction) {
      const revoked = own.kind === 'unchanged' ? own.result : await own.store(transaction);
      const data = { revokedAt: stamp.at };
      return [revoked, ...(await changeAllWithin(transaction, created, data, 'revoked', stamp))];
    },
  };
}

/** @throws if the key does not exist */
export async function expectKey({ client }: KeyTransaction, id: bigint): Promise<StoredKey> {
  const stored = await findKey(client, id);
  if (!stored) throw errors.keyNotFound(id);
  return stored;
}

interface FieldChange {
  /** The changes to store; undefined if there are none. */
  readonly data: KeyChanges | undefined;
  readonly action: KeyAction;
}

export function decideFields(
  { plans }: KeyTransaction,
  key: StoredKey,
  { data, action }: FieldChange,
  stamp: Stamp,
): Decision<KeyInfo> {
  if (!data) return { kind: 'unchanged', result: describeKey(key, stamp.at, plans) };
  return {
    kind: 'changed',
    async store({ client }) {
      const after = describeKey(await updateKey(client, key, data), stamp.at, plans);
      await recordKeyEvent(client, stamp, action, after, rightsOf(after));
      return after;
    },
  };
}

/**
 * Stores the same changes of several keys. However many they are, it takes as many statements as
 * for one: each may wait for a database that is far away, and the time of a transaction is limited.
 */
export async function changeAllWithin(
  transaction: KeyTransaction,
  keys: readonly StoredKey[],
  data: KeyChanges,
  action: KeyAction,
  stamp: Stamp,
): Promise<KeyInfo[]> {
  if (keys.length === 0) return [];
  await updateKeys(
    transaction.client,
    keys.map(({ id }) => id),
    data,
  );
  const changed = keys.map((key) => ({ ...key, ...data }));
  return recordRights(transaction, changed, action, stamp);
}

/** Stores events with the rights that keys have now. */
export async function recordRights(
  transaction: KeyTransaction,
  keys: readonly StoredKey[],
  action: KeyAction,
  stamp: Stamp,
): Promise<KeyInfo[]> {
  const infos = keys.map((key) => describeKey(key, stamp.at, transaction.plans));
  const events = infos.map((info) => {
    const { id: apiKeyId, customerId } = info;
    return { apiKeyId, customerId, detail: rightsOf(info) };
  });
  await recordKeyEvents(transaction.client, stamp, action, events);
  return infos;
}

/** The rights of a key for its event. Compared with the event before, they show the change. */
function rightsOf(info: KeyInfo): string {
  const { plan, perMinute, perDay, expiresAt } = info;
  const limits = perMinute === null ? '' : `, ${perMinute} per minute, ${perDay} per day`;
  const end = expiresAt ? `, until ${expiresAt.toISOString()}` : '';
  return `${plan}${limits}, scopes ${scopesText(info)}${end}`;
}
