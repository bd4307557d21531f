import { createHash } from 'node:crypto';
import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from './database.ts';

/*
 * Adds an animal once, however often its request is repeated: the animal and the key of the request
 * are stored in one transaction, and no customer can store a key twice.
 *
 * The response is not stored. It consists of the body and the id, so the same body gets the same
 * response, even if the animal has changed since.
 */

/** A key belongs to a customer: it stays valid when the API key is rotated. */
export interface OwnedKey {
  readonly customerId: number;
  readonly key: string;
}

/**
 * The animal, or why there is none: the key was used for another animal, or another request is using
 * it and its result is not visible yet.
 */
export type IdempotentOutcome = Pet | 'key_reused' | 'key_in_use';

/** What a key was used for. */
interface Use {
  readonly bodyHash: string;
  readonly petId: bigint;
}

const LIFETIME_MS = 86_400_000;
const MAX_REMOVED_AT_ONCE = 200;

/**
 * Adds the animal unless the key was used within the last 24 hours. Of concurrent requests one adds
 * it; the others wait for that.
 */
export async function createPetOnce(
  client: PrismaClient,
  owned: OwnedKey,
  data: Omit<Pet, 'id'>,
): Promise<IdempotentOutcome> {
  const bodyHash = hashBody(data);
  const use =
    (await findUse(client, owned)) ??
    (await tryToCreate(client, owned, bodyHash, data)) ??
    (await findUse(client, owned));
  if (!use) return 'key_in_use';
  if (use.bodyHash !== bodyHash) return 'key_reused';
  return { id: use.petId, ...data };
}

/**
 * Removes keys that have expired, few enough at once to delay no request noticeably.
 *
 * @returns whether there may be more of them
 */
export async function removeExpiredKeys(client: PrismaClient): Promise<boolean> {
  const { count } = await client.idempotencyKey.deleteMany({
    where: { expiresAt: { lte: now() } },
    limit: MAX_REMOVED_AT_ONCE,
  });
  return count === MAX_REMOVED_AT_ONCE;
}

/** Removes the key itself if it has expired, so that it can be used again at once. */
async function findUse(client: PrismaClient, owned: OwnedKey): Promise<Use | null> {
  const use = await client.idempotencyKey.findUnique({ where: { customerId_key: { ...owned } } });
  if (!use || use.expiresAt > now()) return use;
  await client.idempotencyKey.deleteMany({ where: { ...owned, expiresAt: { lte: now() } } });
  return null;
}

/** @returns null when another request has stored the key first */
async function tryToCreate(
  client: PrismaClient,
  owned: OwnedKey,
  bodyHash: string,
  data: Omit<Pet, 'id'>,
): Promise<Use | null> {
  const expiresAt = new Date(now().getTime() + LIFETIME_MS);
  try {
    // A nested create is one transaction.
    const pet = await client.pet.create({
      data: { ...data, idempotencyKeys: { create: { ...owned, bodyHash, expiresAt } } },
    });
    return { bodyHash, petId: pet.id };
  } catch (error) {
    // Unique constraint violation. PostgreSQL reports it when the other transaction has been committed.
    if ((error as { code?: unknown }).code === 'P2002') return null;
    throw error;
  }
}

/** Bodies are compared by meaning: whitespace, the order of fields and omitted defaults make no difference. */
function hashBody(body: object): string {
  const canonical = JSON.stringify(body, (_name, value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const names = Object.keys(value).sort();
    return Object.fromEntries(names.map((name) => [name, value[name]]));
  });
  return createHash('sha256').update(canonical).digest('hex');
}

function now(): Date {
  return new Date(Date.now());
}
