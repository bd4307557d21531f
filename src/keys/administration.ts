import type { ApiKey, Prisma, PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import { type Limits, limitsOf, PLAN_LIMITS, type Plan } from '../limits/index.ts';
import { createApiKey, hashApiKey } from './api-key.ts';

/** An API key as an operator sees it, without the key itself, of which only the hash is stored. */
export type KeyInfo = ReturnType<typeof describeKey>;

/** A key that was just created. This is the only time that the key itself is shown. */
export type NewKeyInfo = KeyInfo & { readonly key: string };

export interface NewCustomer {
  readonly name: string;
  readonly plan: Plan;
  /** Required for the plan enterprise, not allowed for the others. */
  readonly limits?: Limits | undefined;
  readonly expiresAt?: Date | undefined;
}

const MAX_NAME_LENGTH = 255;

/** Creates a customer and its first key. @throws if the name or the limits are not valid */
export async function createKey(client: PrismaClient, customer: NewCustomer) {
  const { name, plan, expiresAt } = customer;
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH) {
    throw new Error(`The name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  }
  const data = { name, plan, ...ownLimits(plan, customer.limits) };
  return insertKey(client, { customer: { create: data }, expiresAt: expiresAt ?? null });
}

/** Lists all keys, oldest first. */
export async function listKeys(client: PrismaClient) {
  const keys = await client.apiKey.findMany({
    include: { customer: true },
    orderBy: { id: 'asc' },
  });
  return keys.map(describeKey);
}

/**
 * Creates a new key for the same customer. Both keys work, and count against the same limits, until
 * the overlap ends.
 *
 * @throws if the key does not exist, is revoked or has expired
 */
export async function rotateKey(client: PrismaClient, id: number, overlapMs: number) {
  return client.$transaction(async (transaction) => {
    const { state, customerId, expiresAt } = await findKey(transaction, id);
    if (state === 'revoked' || state === 'expired') throw new Error(`The key ${id} is ${state}.`);
    const overlapEnd = new Date(Date.now() + overlapMs);
    const end = expiresAt && expiresAt < overlapEnd ? expiresAt : overlapEnd;
    await transaction.apiKey.update({ where: { id }, data: { expiresAt: end } });
    return insertKey(transaction, { customer: { connect: { id: customerId } }, expiresAt });
  });
}

/** Revokes a key: every instance rejects it within a second. @throws if the key does not exist */
export async function revokeKey(client: PrismaClient, id: number) {
  const revokedAt = new Date(Date.now());
  await client.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } });
  return findKey(client, id);
}

/**
 * Moves the key's customer, with all its keys, to another plan. What is used of its limits stays
 * used.
 *
 * @throws if the key does not exist, or the limits do not fit the plan
 */
export async function setPlan(client: PrismaClient, id: number, plan: Plan, limits?: Limits) {
  const { customerId } = await findKey(client, id);
  const data = { plan, ...ownLimits(plan, limits) };
  await client.customer.update({ where: { id: customerId }, data });
  return findKey(client, id);
}

/** Lifts a key's ban, so that it does not double the next one either. @throws if the key does not exist */
export async function unbanKey(client: PrismaClient, id: number) {
  await client.apiKey.updateMany({ where: { id }, data: { bannedAt: null, bannedUntil: null } });
  return findKey(client, id);
}

type Client = PrismaClient | Prisma.TransactionClient;

async function insertKey(client: Client, data: Omit<Prisma.ApiKeyCreateInput, 'hash'>) {
  const key = createApiKey();
  const record = await client.apiKey.create({
    data: { ...data, hash: hashApiKey(key) },
    include: { customer: true },
  });
  return { ...describeKey(record), key };
}

async function findKey(client: Client, id: number) {
  const record = await client.apiKey.findUnique({ where: { id }, include: { customer: true } });
  if (!record) throw new Error(`No key has the id ${id}.`);
  return describeKey(record);
}

/** What is stored of the limits: nothing if the plan has limits. */
function ownLimits(plan: Plan, limits: Limits | undefined) {
  const planHasLimits = PLAN_LIMITS[plan] !== undefined;
  if (planHasLimits && limits) throw new Error(`The limits of the plan ${plan} are fixed.`);
  if (!planHasLimits && !limits) throw new Error(`The plan ${plan} requires limits of its own.`);
  return { perMinute: limits?.perMinute ?? null, perDay: limits?.perDay ?? null };
}

function describeKey(record: Prisma.ApiKeyGetPayload<{ include: { customer: true } }>) {
  const { id, customer, createdAt, expiresAt, revokedAt, bannedUntil } = record;
  return {
    id,
    customerId: customer.id,
    name: customer.name,
    plan: customer.plan,
    ...limitsOf(customer),
    state: stateOf(record),
    createdAt,
    expiresAt,
    revokedAt,
    bannedUntil,
  };
}

function stateOf({ expiresAt, revokedAt, bannedUntil }: ApiKey) {
  const nowMs = Date.now();
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt.getTime() <= nowMs) return 'expired';
  return bannedUntil && bannedUntil.getTime() > nowMs ? 'banned' : 'active';
}
