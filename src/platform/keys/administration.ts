// What operators do with API keys. Every change is stored together with an event that names its
// actor.

import type { Database } from '../database/index.ts';
import { hashApiKey } from './api-key.ts';
import { liftedBan } from './bans.ts';
import { endCustomer, findCustomer, updateCustomer } from './customers.ts';
import {
  assertWorking,
  changeAllWithin,
  changeKeysOf,
  type Decision,
  decideFields,
  decideRevocation,
  decideRevocationWithCreated,
  expectKey,
  issueKey,
  keyColumnsOf,
  type NewKey,
  recordRights,
  rotateWithin,
} from './key-changes.ts';
import { type KeyAction, recordKeyEvent, SERVICE, type Stamp } from './key-events.ts';
import { describeKey, describeListedKey, type KeyInfo, type ListedKeyInfo } from './key-info.ts';
import { readKeys } from './key-pages.ts';
import type { KeyRules, KeyStore, KeyTransaction } from './key-rules.ts';
import { problemOfName } from './names.ts';
import type { Limits, Plans } from './plans.ts';
import { type Scopes, writeScopes } from './scopes.ts';
import { findKeysByHash, findUnendedKeys, type KeyChanges, type StoredKey } from './stored-keys.ts';
import { removeUsageOf } from './stored-usages.ts';

export interface NewCustomer {
  readonly name: string;
  readonly plan: string;
  /** Required for a plan that has none, not allowed for the others. */
  readonly limits?: Limits | undefined;
}

const MAX_CUSTOMER_NAME_LENGTH = 255;
/** The key of an event of a customer that has none. */
const NO_KEY = 0n;

const byService = (): Stamp => ({ actor: SERVICE, at: new Date() });

/** Creates a customer and its first key. @throws if its name or the limits are not valid */
export async function createCustomer(
  keys: KeyStore,
  { name, plan, limits }: NewCustomer,
  key: NewKey = {},
  stamp = byService(),
) {
  assertCustomerName(name);
  const customer = { name, plan, ...ownLimits(keys.plans, plan, limits) };
  const columns = keyColumnsOf(key);
  return keys.client.$transaction((client) =>
    issueKey({ ...keys, client }, customer, columns, stamp),
  );
}

/** Creates another key of a customer. @throws if there is no such customer */
export function createKey(keys: KeyStore, customerId: bigint, key: NewKey, stamp = byService()) {
  return changeKeysOf({ keys, customerId }, async (reader) => {
    const customer = await findCustomer(reader.client, customerId);
    if (!customer || customer.removedAt) throw noCustomer(customerId);
    const store = (transaction: KeyTransaction) =>
      issueKey(transaction, customer, keyColumnsOf(key), stamp);
    return { kind: 'changed', store };
  });
}

/** Lists all keys, or those of a customer, with their use, in pages, oldest first. */
export async function* listKeys(
  database: Pick<Database, 'query'> & Pick<KeyRules, 'plans'>,
  customerId?: bigint,
  now = new Date(),
): AsyncGenerator<ListedKeyInfo[]> {
  for await (const page of readKeys(database, customerId, now.getTime())) {
    yield page.map((stored) => describeListedKey(stored, now, database.plans));
  }
}

/** Whose keys these are: one result for each, in their order, undefined for an unknown key. */
export async function identifyKeys(
  keys: KeyStore,
  apiKeys: readonly string[],
  now = new Date(),
): Promise<(KeyInfo | undefined)[]> {
  const hashes = apiKeys.map(hashApiKey);
  const all = await findKeysByHash(keys.client, hashes);
  const known = new Map(all.map((stored) => [stored.hash, describeKey(stored, now, keys.plans)]));
  return hashes.map((hash) => known.get(hash));
}

/**
 * Creates a key that replaces another one, with its name, scopes, end and ban. Both keys work, and
 * count against the same limits, until the overlap ends.
 *
 * @throws if the key does not exist or does not work
 */
export function rotateKey(keys: KeyStore, id: bigint, overlapMs: number, stamp = byService()) {
  return changeKey(keys, id, async (_reader, key) => {
    assertWorking(key, stamp.at);
    const store = (transaction: KeyTransaction) =>
      rotateWithin(transaction, key, { overlapMs }, stamp);
    return { kind: 'changed', store };
  });
}

/** Revokes a key: every instance rejects it within a second. @throws if the key does not exist */
export function revokeKey(keys: KeyStore, id: bigint, stamp = byService()) {
  return changeKey(keys, id, async (reader, key) => decideRevocation(reader, key, stamp));
}

/**
 * Revokes a key, and the keys that it has created, also if it was revoked before.
 *
 * @returns the key, and those of the others that had not ended
 * @throws if the key does not exist
 */
export function revokeWithCreated(keys: KeyStore, id: bigint, stamp = byService()) {
  return changeKey(keys, id, (reader, key) => decideRevocationWithCreated(reader, key, stamp));
}

/** Makes every instance reject a key within a second. @throws if the key does not exist */
export function disableKey(keys: KeyStore, id: bigint, stamp = byService()) {
  return setFields(keys, id, stamp, 'disabled', ({ disabledAt }) =>
    disabledAt ? undefined : { disabledAt: stamp.at },
  );
}

/** Lets a disabled key work again. @throws if the key does not exist */
export function enableKey(keys: KeyStore, id: bigint, stamp = byService()) {
  return setFields(keys, id, stamp, 'enabled', ({ disabledAt }) =>
    disabledAt ? { disabledAt: null } : undefined,
  );
}

/**
 * Changes when a key ends; null for never. A key that was rotated works on until then.
 *
 * @throws if the key does not exist
 */
export function setExpiry(keys: KeyStore, id: bigint, expiresAt: Date | null, stamp = byService()) {
  return setFields(keys, id, stamp, 'changed', (key) => {
    const isSet = key.expiresAt?.getTime() === expiresAt?.getTime() && !key.rotatedAt;
    return isSet ? undefined : { expiresAt, rotatedAt: null, unrotatedExpiresAt: null };
  });
}

/**
 * Moves the key's customer, with all its keys, to another plan: each key that has not ended gets an
 * event. Earlier requests still count.
 *
 * @throws if the key does not exist, or the limits do not fit the plan
 */
export function setPlan(
  keys: KeyStore,
  id: bigint,
  plan: string,
  limits?: Limits,
  stamp = byService(),
) {
  return changeKey(keys, id, async (reader, key) => {
    const wanted = { plan, ...ownLimits(keys.plans, plan, limits) };
    const { customerId, customer: before } = key;
    const { perMinute, perDay } = wanted;
    if (before.plan === plan && before.perMinute === perMinute && before.perDay === perDay) {
      return { kind: 'unchanged', result: describeKey(key, stamp.at, keys.plans) };
    }
    const unended = await findUnendedKeys(reader.client, customerId, stamp.at);
    const others = unended.filter((other) => other.id !== id);
    return {
      kind: 'changed',
      async store(transaction) {
        await updateCustomer(transaction.client, customerId, wanted);
        const customer = { ...before, ...wanted };
        const changedKeys = [key, ...others].map((one) => ({ ...one, customer }));
        const [changed] = await recordRights(transaction, changedKeys, 'changed', stamp);
        // There is a result for each key.
        return changed as KeyInfo;
      },
    };
  });
}

/** Changes what a key may do, everywhere within a second. @throws if the key does not exist */
export function setScopes(keys: KeyStore, id: bigint, scopes: Scopes, stamp = byService()) {
  return setFields(keys, id, stamp, 'changed', (key) => {
    const wanted = writeScopes(scopes);
    return key.scopes === wanted ? undefined : { scopes: wanted };
  });
}

/** Lifts a key's ban, which then doubles no later one. @throws if the key does not exist */
export function unbanKey(keys: KeyStore, id: bigint, stamp = byService()) {
  return setFields(keys, id, stamp, 'unbanned', liftedBan);
}

/**
 * Revokes the keys of a customer, and removes its name, the names of its keys and its usage. Called
 * again, it also removes what instances have counted meanwhile.
 *
 * @throws if there is no such customer
 */
export async function removeCustomer(
  keys: KeyStore,
  customerId: bigint,
  stamp = byService(),
): Promise<void> {
  const { at } = stamp;
  await changeKeysOf<void>({ keys, customerId }, async (reader) => {
    const customer = await findCustomer(reader.client, customerId);
    if (!customer) throw noCustomer(customerId);
    const unended = await findUnendedKeys(reader.client, customerId, at);
    if (customer.removedAt && unended.length === 0) return { kind: 'unchanged', result: undefined };
    return {
      kind: 'changed',
      async store(transaction) {
        await changeAllWithin(transaction, unended, { revokedAt: at }, 'revoked', stamp);
        if (customer.removedAt) return;
        const id = (await endCustomer(transaction.client, customerId, at)) ?? NO_KEY;
        await recordKeyEvent(
          transaction.client,
          stamp,
          'removed',
          { id, customerId },
          'the customer',
        );
      },
    };
  });
  // Not within the transaction, whose time is limited.
  await removeUsageOf(keys.client, customerId);
}

/** @throws if the key does not exist */
async function changeKey<Result>(
  keys: KeyStore,
  id: bigint,
  decide: (reader: KeyTransaction, key: StoredKey) => Promise<Decision<Result>>,
): Promise<Result> {
  const { customerId } = await expectKey(keys, id);
  return changeKeysOf({ keys, customerId }, async (reader) =>
    decide(reader, await expectKey(reader, id)),
  );
}

/** @param dataOf returns the changes to store; undefined if there are none */
function setFields(
  keys: KeyStore,
  id: bigint,
  stamp: Stamp,
  action: KeyAction,
  dataOf: (key: StoredKey) => KeyChanges | undefined,
): Promise<KeyInfo> {
  return changeKey(keys, id, async (reader, key) =>
    decideFields(reader, key, { data: dataOf(key), action }, stamp),
  );
}

const noCustomer = (id: bigint) => new Error(`No customer has the id ${id}.`);

/** @throws unless a name has some characters, not too many, and none that misleads readers */
function assertCustomerName(name: string): void {
  if (name.trim() === '' || name.length > MAX_CUSTOMER_NAME_LENGTH) {
    throw new Error(`The name must have 1 to ${MAX_CUSTOMER_NAME_LENGTH} characters.`);
  }
  const problem = problemOfName(name);
  if (problem !== undefined) throw new Error(`The ${problem}`);
}

/** A customer's own limits, null if the plan has limits. @throws unless they fit the plan */
function ownLimits(plans: Plans, plan: string, limits: Limits | undefined) {
  const planHasLimits = plans.fixedLimits(plan) !== 'custom';
  if (planHasLimits && limits) throw new Error(`The limits of the plan ${plan} are fixed.`);
  if (!planHasLimits && !limits) throw new Error(`The plan ${plan} requires limits of its own.`);
  return { perMinute: limits?.perMinute ?? null, perDay: limits?.perDay ?? null };
}
