// What operators do with API keys. Every change is stored together with an event that names its
// actor.

import type { Prisma, PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import {
  type Database,
  findKey,
  findKeysByHash,
  findNewestKey,
  insertKey,
  type KeyAction,
  type KeyWithUse,
  readKeys,
  recordKeyEvent,
  SERVICE,
  type Stamp,
  type StoredKey,
  updateKey,
} from '../database/index.ts';
import { type Limits, limitsOf, PLAN_LIMITS, type Plan } from '../limits/index.ts';
import { createApiKey, hashApiKey, hintOf, readScopes } from './api-key.ts';

/** What a key may do; null for everything. */
type Scopes = readonly string[] | null;

const storedScopes = (scopes: Scopes | undefined) => scopes?.join(' ') ?? null;

/** An API key as an operator sees it. Of the key itself only the hash is stored. */
export type KeyInfo = ReturnType<typeof describeKey>;

/** A key, when it was last used, to the minute, and how many requests it has sent today. */
export type ListedKeyInfo = KeyInfo & Pick<KeyWithUse, 'lastUsedAt' | 'usedToday'>;

/** A key that was just created: the only time that the key itself is shown. */
export type NewKeyInfo = KeyInfo & { readonly key: string };

export interface NewCustomer {
  readonly name: string;
  readonly plan: Plan;
  /** Required for the plan enterprise, not allowed for the others. */
  readonly limits?: Limits | undefined;
  readonly expiresAt?: Date | undefined;
  readonly scopes?: Scopes | undefined;
}

const MAX_NAME_LENGTH = 255;

const byService = (): Stamp => ({ actor: SERVICE, at: new Date() });

/** Creates a customer and its first key. @throws if the name or the limits are not valid */
export async function createKey(client: PrismaClient, customer: NewCustomer, stamp = byService()) {
  const { name, plan, expiresAt, scopes } = customer;
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH) {
    throw new Error(`The name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  }
  const owner = { create: { name, plan, ...ownLimits(plan, customer.limits) } };
  const data = { customer: owner, expiresAt: expiresAt ?? null, scopes: storedScopes(scopes) };
  return client.$transaction((transaction) => issueKey(transaction, data, stamp));
}

/** Lists all keys, or those of a customer, with their use, in pages, oldest first. */
export async function* listKeys(
  database: Pick<Database, 'query'>,
  customerId?: number,
  now = new Date(),
): AsyncGenerator<ListedKeyInfo[]> {
  for await (const page of readKeys(database, customerId, now.getTime())) {
    yield page.map((stored) => {
      const { lastUsedAt, usedToday } = stored;
      return { ...describeKey(stored, now), lastUsedAt, usedToday };
    });
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
 * Creates a new key for the same customer, with the same scopes. Both keys work, and count against
 * the same limits, until the overlap ends.
 *
 * @throws if the key does not exist, is revoked or has expired
 */
export async function rotateKey(
  client: PrismaClient,
  id: number,
  overlapMs: number,
  stamp = byService(),
) {
  return client.$transaction(async (transaction) => {
    const { state, customerId, expiresAt, scopes } = await expectKey(transaction, id, stamp.at);
    if (state === 'revoked' || state === 'expired') throw new Error(`The key ${id} is ${state}.`);
    // A key that was rotated before expires when that overlap ends. The newest key never was.
    const newest = await findNewestKey(transaction, customerId);
    const rotatedAt = stamp.at;
    const overlapEnd = new Date(rotatedAt.getTime() + overlapMs);
    const end = expiresAt && expiresAt < overlapEnd ? expiresAt : overlapEnd;
    await updateKey(transaction, id, { expiresAt: end, rotatedAt });
    const data = {
      customer: { connect: { id: customerId } },
      expiresAt: newest.expiresAt,
      scopes: storedScopes(scopes),
    };
    const created = await issueKey(transaction, data, stamp);
    const detail = `to ${created.id}, works until ${end.toISOString()}`;
    await recordKeyEvent(transaction, stamp, 'rotated', { id, customerId }, detail);
    return created;
  });
}

/** Revokes a key: every instance rejects it within a second. @throws if the key does not exist */
export function revokeKey(client: PrismaClient, id: number, stamp = byService()) {
  return changeKey(client, id, stamp, 'revoked', ({ state }) =>
    state === 'revoked' ? undefined : { revokedAt: stamp.at },
  );
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
  return changeKey(client, id, stamp, 'changed', () => ({
    customer: { update: { plan, ...ownLimits(plan, limits) } },
  }));
}

/** Changes what a key may do, everywhere within a second. @throws if the key does not exist */
export function setScopes(client: PrismaClient, id: number, scopes: Scopes, stamp = byService()) {
  return changeKey(client, id, stamp, 'changed', () => ({ scopes: storedScopes(scopes) }));
}

/** Lifts a key's ban, which then doubles no later one. @throws if the key does not exist */
export function unbanKey(client: PrismaClient, id: number, stamp = byService()) {
  return changeKey(client, id, stamp, 'unbanned', ({ bannedUntil }) =>
    bannedUntil ? { bannedAt: null, bannedUntil: null } : undefined,
  );
}

/** @param dataOf returns the changes to store; undefined if there are none */
async function changeKey(
  client: PrismaClient,
  id: number,
  stamp: Stamp,
  action: KeyAction,
  dataOf: (info: KeyInfo) => Prisma.ApiKeyUpdateInput | undefined,
) {
  return client.$transaction(async (transaction) => {
    const before = await expectKey(transaction, id, stamp.at);
    const data = dataOf(before);
    if (!data) return before;
    const after = describeKey(await updateKey(transaction, id, data), stamp.at);
    await recordKeyEvent(transaction, stamp, action, after, rightsOf(after));
    return after;
  });
}

/** The rights of a key for its event. Compared with the event before, they show the change. */
function rightsOf(info: KeyInfo): string {
  const { plan, perMinute, perDay } = info;
  return `${plan}, ${perMinute} per minute, ${perDay} per day, scopes ${scopesText(info)}`;
}

export function scopesText({ scopes }: { readonly scopes: Scopes }): string {
  return scopes === null ? 'all' : scopes.join(' ') || 'none';
}

async function issueKey(
  transaction: Prisma.TransactionClient,
  data: Omit<Prisma.ApiKeyCreateInput, 'hash' | 'hint'>,
  stamp: Stamp,
): Promise<NewKeyInfo> {
  const apiKey = createApiKey();
  const secret = { hash: hashApiKey(apiKey), hint: hintOf(apiKey) };
  const created = describeKey(await insertKey(transaction, { ...data, ...secret }), stamp.at);
  await recordKeyEvent(transaction, stamp, 'created', created, rightsOf(created));
  return { ...created, key: apiKey };
}

/** @throws if the key does not exist */
async function expectKey(client: Prisma.TransactionClient, id: number, now: Date) {
  const stored = await findKey(client, id);
  if (!stored) throw new Error(`No key has the id ${id}.`);
  return describeKey(stored, now);
}

/** A customer's own limits, null if the plan has limits. @throws unless they fit the plan */
function ownLimits(plan: Plan, limits: Limits | undefined) {
  const planHasLimits = PLAN_LIMITS[plan] !== undefined;
  if (planHasLimits && limits) throw new Error(`The limits of the plan ${plan} are fixed.`);
  if (!planHasLimits && !limits) throw new Error(`The plan ${plan} requires limits of its own.`);
  return { perMinute: limits?.perMinute ?? null, perDay: limits?.perDay ?? null };
}

function describeKey(stored: StoredKey, now: Date) {
  const { id, customer, hint, createdAt, expiresAt, revokedAt, rotatedAt, bannedUntil } = stored;
  return {
    id,
    customerId: customer.id,
    name: customer.name,
    plan: customer.plan,
    ...limitsOf(customer),
    hint,
    scopes: readScopes(stored.scopes),
    state: stateOf(stored, now),
    createdAt,
    expiresAt,
    revokedAt,
    rotatedAt,
    bannedUntil,
  };
}

function stateOf({ expiresAt, revokedAt, rotatedAt, bannedUntil }: StoredKey, now: Date) {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  if (bannedUntil && bannedUntil > now) return 'banned';
  return rotatedAt ? 'rotating' : 'active';
}
