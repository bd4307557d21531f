import { hash } from 'node:crypto';
import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from './database.ts';

/*
 * Adds an animal once, however often its request is repeated: the animal and the key of the request
 * are stored in one transaction, and no customer can store a key twice.
 *
 * The response is not stored. It consists of the body and the id, so the same body gets the same
 * response, even if the animal has changed since.
 */

export type NewPet = Omit<Pet, 'id'>;

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

const LIFETIME_MS = 86_400_000;

/**
 * Adds the animal unless the key was used within the last 24 hours. Of concurrent requests one adds
 * it; the others wait for that.
 */
export async function createPetOnce(
  client: PrismaClient,
  owned: OwnedKey,
  pet: NewPet,
): Promise<IdempotentOutcome> {
  const bodyHash = hashBody(pet);
  const use =
    (await findUse(client, owned)) ??
    (await tryToCreate(client, { ...owned, bodyHash }, pet)) ??
    (await findUse(client, owned));
  if (!use) return 'key_in_use';
  if (use.bodyHash !== bodyHash) return 'key_reused';
  return { id: use.petId, ...pet };
}

/** Removes the key itself if it has expired, so that it can be used again at once. */
async function findUse(client: PrismaClient, owned: OwnedKey) {
  const now = new Date(Date.now());
  const use = await client.idempotencyKey.findUnique({ where: { customerId_key: { ...owned } } });
  if (!use || use.expiresAt > now) return use;
  await client.idempotencyKey.deleteMany({ where: { ...owned, expiresAt: { lte: now } } });
  return null;
}

/** @returns null when another request has stored the key first */
async function tryToCreate(
  client: PrismaClient,
  use: OwnedKey & { readonly bodyHash: string },
  pet: NewPet,
) {
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  try {
    // A nested create is one transaction.
    const { id } = await client.pet.create({
      data: { ...pet, idempotencyKeys: { create: { ...use, expiresAt } } },
    });
    return { bodyHash: use.bodyHash, petId: id };
  } catch (error) {
    // Unique constraint violation. PostgreSQL reports it when the other transaction has been committed.
    if ((error as { code?: unknown }).code === 'P2002') return null;
    throw error;
  }
}

/** Bodies are compared by meaning: whitespace, the order of fields and omitted defaults make no difference. */
function hashBody(pet: NewPet): string {
  const sorted = Object.fromEntries(Object.entries(pet).sort());
  const canonical = JSON.stringify(sorted, (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return hash('sha256', canonical);
}
