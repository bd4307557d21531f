// What is done with API keys: by operators on the command line, and by customers, whose rules are in
// own-keys.ts. Every change is stored together with an event that names its actor.

import type { Prisma, PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import {
  type Database,
  findCreatedKeys,
  findCustomer,
  findKey,
  findKeysByHash,
  findWorkingKeys,
  insertKey,
  type KeyAction,
  lockCustomer,
  readKeys,
  recordKeyEvent,
  removeNames,
  removeUsageOf,
  SERVICE,
  type Stamp,
  type StoredKey,
  updateKey,
} from '../database/index.ts';
import { storeError } from '../errors/index.ts';
import { type Limits, PLAN_LIMITS, type Plan } from '../limits/index.ts';
import { createApiKey, hashApiKey, hintOf } from './api-key.ts';
import {
  describeKey,
  describeListedKey,
  isWorking,
  type KeyInfo,
  type ListedKeyInfo,
  type NewKeyInfo,
  type Scopes,
  scopesText,
} from './key-info.ts';

export interface NewKey {
  /** By the rules of the contract, which both doors check. */
  readonly keyName?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly scopes?: Scopes | undefined;
}

export interface NewCustomer extends NewKey {
  readonly name: string;
  readonly plan: Plan;
  /** Required for the plan enterprise, not allowed for the others. */
  readonly limits?: Limits | undefined;
}

const MAX_CUSTOMER_NAME_LENGTH = 255;

const storedScopes = (scopes: Scopes | undefined) => scopes?.join(' ') ?? null;

const byService = (): Stamp => ({ actor: SERVICE, at: new Date() });

/** Creates a customer and its first key. @throws if its name or the limits are not valid */
export async function createKey(client: PrismaClient, customer: NewCustomer, stamp = byService()) {
  const { name, plan } = customer;
  assertCustomerName(name);
  const owner = { create: { name, plan, ...ownLimits(plan, customer.limits) } };
  const data = { customer: owner, ...columnsOf(customer) };
  return client.$transaction((transaction) => issueKey(transaction, data, stamp));
}

/** Creates another key of a customer. @throws if there is no such customer */
export function createFurtherKey(
  client: PrismaClient,
  customerId: number,
  key: NewKey,
  stamp = byService(),
) {
  return changeKeysOf(client, customerId, async (transaction) => {
    const customer = await findCustomer(transaction, customerId);
    if (!customer || customer.removedAt) throw noCustomer(customerId);
    const data = { customer: { connect: { id: customerId } }, ...columnsOf(key) };
    return issueKey(transaction, data, stamp);
  });
}

/** Lists all keys, or those of a customer, with their use, in pages, oldest first. */
export async function* listKeys(
  database: Pick<Database, 'query'>,
  customerId?: number,
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
  id: number,
  overlapMs: number,
  stamp = byService(),
) {
  return changeKey(client, id, (transaction, key) =>
    rotateWithin(transaction, key, { overlapMs }, stamp),
  );
}

/** Revokes a key: every instance rejects it within a second. @throws if the key does not exist */
export function revokeKey(client: PrismaClient, id: number, stamp = byService()) {
  return changeKey(client, id, (transaction, key) => revokeWithin(transaction, key, stamp));
}

/**
 * Revokes a key, and the keys that it has created, also if it was revoked before.
 *
 * @returns the key, and those of the others that had not ended
 * @throws if the key does not exist
 */
export function revokeWithCreated(client: PrismaClient, id: number, stamp = byService()) {
  return changeKey(client, id, (transaction, key) =>
    revokeWithCreatedWithin(transaction, key, stamp),
  );
}

/** Makes every instance reject a key within a second. @throws if the key does not exist */
export function disableKey(client: PrismaClient, id: number, stamp = byService()) {
  return setFields(client, id, stamp, 'disabled', ({ disabledAt }) =>
    disabledAt ? undefined : { disabledAt: stamp.at },
  );
}

/** Lets a disabled key work again. @throws if the key does not exist */
export function enableKey(client: PrismaClient, id: number, stamp = byService()) {
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
  id: number,
  expiresAt: Date | null,
  stamp = byService(),
) {
  return setFields(client, id, stamp, 'changed', () => ({
    expiresAt,
    rotatedAt: null,
    unrotatedExpiresAt: null,
  }));
}

/**
 * Moves the key's customer, with all its keys, to another plan. Earlier requests still count.
 *
 * @throws if the key does not exist, or the limits do not fit the plan
 */
export function setPlan(
  client: PrismaClient,
  id: number,
  plan: Plan,
  limits?: Limits,
  stamp = byService(),
) {
  return setFields(client, id, stamp, 'changed', () => ({
    customer: { update: { plan, ...ownLimits(plan, limits) } },
  }));
}

/** Changes what a key may do, everywhere within a second. @throws if the key does not exist */
export function setScopes(client: PrismaClient, id: number, scopes: Scopes, stamp = byService()) {
  return setFields(client, id, stamp, 'changed', () => ({ scopes: storedScopes(scopes) }));
}

/** Lifts a key's ban, which then doubles no later one. @throws if the key does not exist */
export function unbanKey(client: PrismaClient, id: number, stamp = byService()) {
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
  customerId: number,
  stamp = byService(),
): Promise<void> {
  const { at } = stamp;
  await changeKeysOf(client, customerId, async (transaction) => {
    const customer = await findCustomer(transaction, customerId);
    if (!customer) throw noCustomer(customerId);
    for (const key of await findWorkingKeys(transaction, customerId, at)) {
      await revokeWithin(transaction, key, stamp);
    }
    if (customer.removedAt) return;
    const id = await removeNames(transaction, customerId, at);
    await recordKeyEvent(transaction, stamp, 'removed', { id, customerId }, 'the customer');
  });
  // Not within the transaction, whose time is limited.
  await removeUsageOf(client, customerId);
}

/** Changes keys of a customer in a transaction: one after the other, however many begin at once. */
export function changeKeysOf<Result>(
  client: PrismaClient,
  customerId: number,
  change: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return client.$transaction(async (transaction) => {
    await lockCustomer(transaction, customerId);
    return change(transaction);
  });
}

/** The columns of a new key. */
export function columnsOf({ keyName, expiresAt, scopes }: NewKey) {
  return {
    ...(keyName !== undefined && { name: keyName }),
    expiresAt: expiresAt ?? null,
    scopes: storedScopes(scopes),
  };
}

export async function issueKey(
  transaction: Prisma.TransactionClient,
  data: Omit<Prisma.ApiKeyCreateInput, 'hash' | 'hint' | 'createdAt'>,
  stamp: Stamp,
): Promise<NewKeyInfo> {
  const apiKey = createApiKey();
  const secret = { hash: hashApiKey(apiKey), hint: hintOf(apiKey) };
  const stored = await insertKey(transaction, { ...data, ...secret, createdAt: stamp.at });
  const created = describeKey(stored, stamp.at);
  await recordKeyEvent(transaction, stamp, 'created', created, rightsOf(created));
  return { ...created, key: apiKey };
}

interface Rotation {
  readonly overlapMs: number;
  /** The key that asks for it; undefined for the operator. */
  readonly createdBy?: Pick<StoredKey, 'id' | 'expiresAt'>;
}

/** @throws if the key does not work */
export async function rotateWithin(
  transaction: Prisma.TransactionClient,
  key: StoredKey,
  { overlapMs, createdBy }: Rotation,
  stamp: Stamp,
): Promise<NewKeyInfo> {
  const { id, expiresAt, rotatedAt } = key;
  const { at } = stamp;
  const { state } = describeKey(key, at);
  if (!isWorking({ state })) throw storeError('key_not_working', id, state);
  const overlapEnd = new Date(at.getTime() + overlapMs);
  const end = expiresAt && expiresAt < overlapEnd ? expiresAt : overlapEnd;
  // A key that was rotated before expires when that overlap ends, but the keys that follow do not.
  const unrotatedExpiresAt = rotatedAt ? key.unrotatedExpiresAt : expiresAt;
  const rotated = await updateKey(transaction, id, {
    expiresAt: end,
    rotatedAt: at,
    unrotatedExpiresAt,
  });
  const { customerId, name, scopes, bannedAt, bannedUntil } = rotated;
  const created = await issueKey(
    transaction,
    {
      customer: { connect: { id: customerId } },
      name,
      scopes,
      // As a key that is created, it ends no later than the key that asks.
      expiresAt: earlier(unrotatedExpiresAt, createdBy?.expiresAt ?? null),
      createdById: createdBy?.id ?? null,
      // As the update returns it: a ban that began meanwhile is part of it, or waits for its end.
      bannedAt,
      bannedUntil,
    },
    stamp,
  );
  const detail = `to ${created.id}, works until ${end.toISOString()}`;
  await recordKeyEvent(transaction, stamp, 'rotated', { id, customerId }, detail);
  return created;
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

/** Revokes a key, unless it is revoked already. */
export function revokeWithin(
  transaction: Prisma.TransactionClient,
  key: StoredKey,
  stamp: Stamp,
): Promise<KeyInfo> {
  const data = key.revokedAt ? undefined : { revokedAt: stamp.at };
  return update(transaction, key, data, 'revoked', stamp);
}

/** As `revokeWithCreated`. */
export async function revokeWithCreatedWithin(
  transaction: Prisma.TransactionClient,
  key: StoredKey,
  stamp: Stamp,
): Promise<[KeyInfo, ...KeyInfo[]]> {
  const revoked: [KeyInfo, ...KeyInfo[]] = [await revokeWithin(transaction, key, stamp)];
  for (const created of await findCreatedKeys(transaction, key.id, stamp.at)) {
    revoked.push(await revokeWithin(transaction, created, stamp));
  }
  return revoked;
}

/** @throws if the key does not exist */
export async function expectKey(
  transaction: Prisma.TransactionClient,
  id: number,
): Promise<StoredKey> {
  const stored = await findKey(transaction, id);
  if (!stored) throw storeError('key_not_found', id);
  return stored;
}

/** @throws if the key does not exist */
async function changeKey<Result>(
  client: PrismaClient,
  id: number,
  change: (transaction: Prisma.TransactionClient, key: StoredKey) => Promise<Result>,
): Promise<Result> {
  const { customerId } = await expectKey(client, id);
  return changeKeysOf(client, customerId, async (transaction) =>
    change(transaction, await expectKey(transaction, id)),
  );
}

/** @param dataOf returns the changes to store; undefined if there are none */
function setFields(
  client: PrismaClient,
  id: number,
  stamp: Stamp,
  action: KeyAction,
  dataOf: (key: StoredKey) => Prisma.ApiKeyUpdateInput | undefined,
): Promise<KeyInfo> {
  return changeKey(client, id, (transaction, key) =>
    update(transaction, key, dataOf(key), action, stamp),
  );
}

async function update(
  transaction: Prisma.TransactionClient,
  key: StoredKey,
  data: Prisma.ApiKeyUpdateInput | undefined,
  action: KeyAction,
  stamp: Stamp,
): Promise<KeyInfo> {
  if (!data) return describeKey(key, stamp.at);
  const after = describeKey(await updateKey(transaction, key.id, data), stamp.at);
  await recordKeyEvent(transaction, stamp, action, after, rightsOf(after));
  return after;
}

/** The rights of a key for its event. Compared with the event before, they show the change. */
function rightsOf(info: KeyInfo): string {
  const { plan, perMinute, perDay, expiresAt } = info;
  const end = expiresAt ? `, until ${expiresAt.toISOString()}` : '';
  return `${plan}, ${perMinute} per minute, ${perDay} per day, scopes ${scopesText(info)}${end}`;
}

const noCustomer = (id: number) => new Error(`No customer has the id ${id}.`);

/** @throws unless it has some characters that are seen, and not too many */
function assertCustomerName(name: string): void {
  if (name.trim() !== '' && name.length <= MAX_CUSTOMER_NAME_LENGTH) return;
  throw new Error(`The name must have 1 to ${MAX_CUSTOMER_NAME_LENGTH} characters.`);
}

/** A customer's own limits, null if the plan has limits. @throws unless they fit the plan */
function ownLimits(plan: Plan, limits: Limits | undefined) {
  const planHasLimits = PLAN_LIMITS[plan] !== undefined;
  if (planHasLimits && limits) throw new Error(`The limits of the plan ${plan} are fixed.`);
  if (!planHasLimits && !limits) throw new Error(`The plan ${plan} requires limits of its own.`);
  return { perMinute: limits?.perMinute ?? null, perDay: limits?.perDay ?? null };
}
