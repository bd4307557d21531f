import { createHash } from 'node:crypto';
import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import { idempotencyKeyInUse, idempotencyKeyReused } from '../contract/index.ts';
import type { PrismaClient } from './database.ts';

/*
 * Adds an animal once, however often the request for it is repeated: the animal and the key it was
 * asked for under are stored in one transaction, and no customer can store a key twice.
 *
 * The answer is not stored. What is answered is the body and the id, so that the same body gives
 * the same answer, whatever has become of the animal since.
 */

/** A key belongs to a customer: it outlives the API key that it was sent with. */
export interface OwnedKey {
  readonly customerId: number;
  readonly key: string;
}

/** What a key was used for. */
interface Use {
  readonly bodyHash: string;
  readonly petId: bigint;
}

const LIFETIME_MS = 86_400_000;
const MAX_REMOVED_AT_ONCE = 200;

/**
 * Adds the animal unless this has happened under the key within a day. Of requests at the same
 * moment one adds it; the others wait for that.
 *
 * @throws idempotency_key_reused when the key was used for another animal
 * @throws idempotency_key_in_use when another request has the key, and what it did cannot be seen
 */
export async function createPetOnce(
  client: PrismaClient,
  owned: OwnedKey,
  data: Omit<Pet, 'id'>,
): Promise<Pet> {
  const bodyHash = hashBody(data);
  const use =
    (await findUse(client, owned)) ??
    (await tryToCreate(client, owned, bodyHash, data)) ??
    (await findUse(client, owned));
  if (!use) throw idempotencyKeyInUse;
  if (use.bodyHash !== bodyHash) throw idempotencyKeyReused;
  return { id: use.petId, ...data };
}

/**
 * Forgets keys that have expired, no more at once than anybody notices.
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

/** A key that has expired makes room for the next one at once. */
async function findUse(client: PrismaClient, owned: OwnedKey): Promise<Use | null> {
  const use = await client.idempotencyKey.findUnique({ where: { customerId_key: { ...owned } } });
  if (!use || use.expiresAt > now()) return use;
  await client.idempotencyKey.deleteMany({ where: { ...owned, expiresAt: { lte: now() } } });
  return null;
}

/** @returns null when another request was first with this key */
async function tryToCreate(
  client: PrismaClient,
  owned: OwnedKey,
  bodyHash: string,
  data: Omit<Pet, 'id'>,
): Promise<Use | null> {
  const expiresAt = new Date(now().getTime() + LIFETIME_MS);
  try {
    // A nested create is one transaction. It begins by writing, since SQLite refuses those that
    // have read first when another process has written meanwhile.
    const pet = await client.pet.create({
      data: { ...data, idempotencyKeys: { create: { ...owned, bodyHash, expiresAt } } },
    });
    return { bodyHash, petId: pet.id };
  } catch (error) {
    // A unique constraint. PostgreSQL reports it once the other transaction is committed.
    if ((error as { code?: unknown }).code === 'P2002') return null;
    throw error;
  }
}

/** Of the body as it was understood: neither spaces, nor the order of fields, nor a default that was left out count. */
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
