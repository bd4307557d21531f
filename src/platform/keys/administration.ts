// What operators do with API keys. Every change is stored together with an event that names its
// actor.

import type { Database, PrismaClient, Transaction } from '../database/index.ts';
import { hashApiKey } from './api-key.ts';
import { anonymizeCustomer, findCustomer, updateCustomer } from './customers.ts';
import {
  assertWorking,
  changeAllWithin,
  changeKeysOf,
  columnsOf,
  type Decision,
  decideFields,
  decideRevocation,
  decideRevocationWithCreated,
  expectKey,
  issueKey,
  type NewKey,
  recordRights,
  rotateWithin,
} from './key-changes.ts';
import { type KeyAction, recordKeyEvent, SERVICE, type Stamp } from './key-events.ts';
import { describeKey, describeListedKey, type KeyInfo, type ListedKeyInfo } from './key-info.ts';
import { removeUsageOf } from './key-usages.ts';
import { type Limits, PLAN_LIMITS, type Plan, readPlan } from './plans.ts';
import { type Scopes, writeScopes } from './scopes.ts';
import {
  findKeysByHash,
  findUnendedKeys,
  type KeyChanges,
  readKeys,
  type StoredKey,
} from './stored-keys.ts';

export interface NewCustomer {
  readonly name: string;
  readonly plan: Plan;
  /** Required for the plan enterprise, not allowed for the others. */
  readonly limits?: Limits | undefined;
}

const MAX_CUSTOMER_NAME_LENGTH = 255;
/** The key of an event of a customer that has none. */
const NO_KEY = 0n;

const byService = (): Stamp => ({ actor: SERVICE, at: new Date() });

/** Creates a customer and its first key. @throws if its name or the limits are not valid */
export async function createCustomer(
  client: PrismaClient,
  { name, plan, limits }: NewCustomer,
  key: NewKey = {},
  stamp = byService(),
) {
  assertCustomerName(name);
  const customer = { name, plan, ...ownLimits(plan, limits) };
  const columns = columnsOf(key);
  return client.$transaction((transaction) => issueKey(transaction, customer, columns, stamp));
}

/** Creates another key of a customer. @throws if there is no such customer */
export function createKey(
  client: PrismaClient,
  customerId: bigint,
  key: NewKey,
  stamp = byService(),
) {
  return changeKeysOf({ client, customerId }, async (reader) => {
    const customer = await findCustomer(reader, customerId);
    if (!customer || customer.removedAt) throw noCustomer(customerId);
    const store = (transaction: Transaction) =>
      issueKey(transaction, customer, columnsOf(key), stamp);
    return { kind: 'changed', store };
  });
}

/** Lists all keys, or those of a customer, with their use, in pages, oldest first. */
export async function* listKeys(
  database: Pick<Database, 'query'>,
  customerId?: bigint,
  now = new Date(),
): AsyncGenerator<ListedKeyInfo[]> {
  for await (const page of readKeys(database, customerId, now.getTime())) {
    yield page.map((stored) => describeListedKey(stored, now));
  }
}

/** Whose keys these are: one result for each, in their order, undefined for an unknown key. */
export async function identifyKeys(
  client: PrismaClient,
  apiKeys: readonly string[],
  now = new Date(),
): Promise<(KeyInfo | undefined)[]> {
  const hashes = apiKeys.map(hashApiKey);
  const all = await findKeysByHash(client, hashes);
  const known = new Map(all.map((stored) => [stored.hash, describeKey(stored, now)]));
  return hashes.map((hash) => known.get(hash));
}

/**
 * Creates a key that replaces another one, with its name, scopes, end and ban. Both keys work, and
 * count against the same limits, until the overlap ends.
 *
 * @throws if the key does not exist or does not work
 */
export function rotateKey(
  client: PrismaClient,
  id: bigint,
  overlapMs: number,
  stamp = byService(),
) {
  return changeKey(client, id, async (_reader, key) => {
    assertWorking(key, stamp.at);
    const store = (transaction: Transaction) =>
      rotateWithin(transaction, key, { overlapMs }, stamp);
    return { kind: 'changed', store };
  });
}

/** Revokes a key: every instance rejects it within a second. @throws if the key does not exist */
export function revokeKey(client: PrismaClient, id: bigint, stamp = byService()) {
  return changeKey(client, id, async (_reader, key) => decideRevocation(key, stamp));
}

/**
 * Revokes a key, and the keys that it has created, also if it was revoked before.
 *
 * @returns the key, and those of the others that had not ended
 * @throws if the key does not exist
 */
export function revokeWithCreated(client: PrismaClient, id: bigint, stamp = byService()) {
  return changeKey(client, id, (reader, key) => decideRevocationWithCreated(reader, key, stamp));
}

/** Makes every instance reject a key within a second. @throws if the key does not exist */
export function disableKey(client: PrismaClient, id: bigint, stamp = byService()) {
  return setFields(client, id, stamp, 'disabled', ({ disabledAt }) =>
    disabledAt ? undefined : { disabledAt: stamp.at },
  );
}

/** Lets a disabled key work again. @throws if the key does not exist */
export function enableKey(client: PrismaClient, id: bigint, stamp = byService()) {
  return setFields(client, id, stamp, 'enabled', ({ disabledAt }) =>
    disabledAt ? { disabledAt: null } : undefined,
  );
}

/**
 * Changes when a key ends; null for never. A key that was rotated works on until then.
 *
 * @throws if the key does not exist
 */
export function setExpiry(
  client: PrismaClient,
  id: bigint,
  expiresAt: Date | null,
  stamp = byService(),
) {
  return setFields(client, id, stamp, 'changed', (key) => {
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
  client: PrismaClient,
  id: bigint,
  plan: Plan,
  limits?: Limits,
  stamp = byService(),
) {
  return changeKey(client, id, async (reader, key) => {
    const wanted = { plan, ...ownLimits(plan, limits) };
    const { customerId, customer: before } = key;
    const { perMinute, perDay } = wanted;
    if (before.plan === plan && before.perMinute === perMinute && before.perDay === perDay) {
      return { kind: 'unchanged', result: describeKey(key, stamp.at) };
    }
    const unended = await findUnendedKeys(reader, customerId, stamp.at);
    const others = unended.filter((other) => other.id !== id);
    return {
      kind: 'changed',
      async store(transaction) {
        await updateCustomer(transaction, customerId, wanted);
        const customer = { ...before, ...wanted };
        const keys = [key, ...others].map((one) => ({ ...one, customer }));
        const [changed] = await recordRights(transaction, keys, 'changed', stamp);
        // There is a result for each key.
        return changed as KeyInfo;
      },
    };
  });
}

/** Changes what a key may do, everywhere within a second. @throws if the key does not exist */
export function setScopes(client: PrismaClient, id: bigint, scopes: Scopes, stamp = byService()) {
  return setFields(client, id, stamp, 'changed', (key) => {
    const wanted = writeScopes(scopes);
    return key.scopes === wanted ? undefined : { scopes: wanted };
  });
}

/** Lifts a key's ban, which then doubles no later one. @throws if the key does not exist */
export function unbanKey(client: PrismaClient, id: bigint, stamp = byService()) {
  return setFields(client, id, stamp, 'unbanned', ({ bannedUntil }) =>
    bannedUntil ? { bannedAt: null, bannedUntil: null } : undefined,
  );
}

/**
 * Revokes the keys of a customer, and removes its name, the names of its keys and its usage. Called
 * again, it also removes what instances have counted meanwhile.
 *
 * @throws if there is no such customer
 */
export async function removeCustomer(
  client: PrismaClient,
  customerId: bigint,
  stamp = byService(),
): Promise<void> {
  const { at } = stamp;
  await changeKeysOf<void>({ client, customerId }, async (reader) => {
    const customer = await findCustomer(reader, customerId);
    if (!customer) throw noCustomer(customerId);
    const unended = await findUnendedKeys(reader, customerId, at);
    if (customer.removedAt && unended.length === 0) return { kind: 'unchanged', result: undefined };
    return {
      kind: 'changed',
      async store(transaction) {
        await changeAllWithin(transaction, unended, { revokedAt: at }, 'revoked', stamp);
        if (customer.removedAt) return;
        const id = (await anonymizeCustomer(transaction, customerId, at)) ?? NO_KEY;
        await recordKeyEvent(transaction, stamp, 'removed', { id, customerId }, 'the customer');
      },
    };
  });
  // Not within the transaction, whose time is limited.
  await removeUsageOf(client, customerId);
}

/** @throws if the key does not exist */
async function changeKey<Result>(
  client: PrismaClient,
  id: bigint,
  decide: (reader: Transaction, key: StoredKey) => Promise<Decision<Result>>,
): Promise<Result> {
  const { customerId } = await expectKey(client, id);
  return changeKeysOf({ client, customerId }, async (reader) =>
    decide(reader, await expectKey(reader, id)),
  );
}

/** @param dataOf returns the changes to store; undefined if there are none */
function setFields(
  client: PrismaClient,
  id: bigint,
  stamp: Stamp,
  action: KeyAction,
  dataOf: (key: StoredKey) => KeyChanges | undefined,
): Promise<KeyInfo> {
  return changeKey(client, id, async (_reader, key) =>
    decideFields(key, dataOf(key), action, stamp),
  );
}

const noCustomer = (id: bigint) => new Error(`No customer has the id ${id}.`);

/** @throws unless it has some characters that are seen, and not too many */
function assertCustomerName(name: string): void {
  if (name.trim() !== '' && name.length <= MAX_CUSTOMER_NAME_LENGTH) return;
  throw new Error(`The name must have 1 to ${MAX_CUSTOMER_NAME_LENGTH} characters.`);
}

/** A customer's own limits, null if the plan has limits. @throws unless they fit the plan */
function ownLimits(plan: Plan, limits: Limits | undefined) {
  const planHasLimits = PLAN_LIMITS[readPlan(plan)] !== undefined;
  if (planHasLimits && limits) throw new Error(`The limits of the plan ${plan} are fixed.`);
  if (!planHasLimits && !limits) throw new Error(`The plan ${plan} requires limits of its own.`);
  return { perMinute: limits?.perMinute ?? null, perDay: limits?.perDay ?? null };
}
