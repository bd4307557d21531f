import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import type { Int64, Query } from './database.ts';
import { isDatabaseFault } from './faults.ts';

/*
 * Adds animals in groups: those that arrive while others are being written are written next, all
 * of them by one statement. A statement is a transaction, which makes a group as durable as one
 * animal and costs one flush to disk, and that is most of what a create costs.
 */

export type NewPet = Omit<Pet, 'id'>;

interface Waiting {
  readonly pet: NewPet;
  readonly resolve: (pet: Pet) => void;
  readonly reject: (cause: unknown) => void;
}

/** Each size of a group is a statement of its own, which stays prepared. */
const MAX_GROUP_SIZE = 64;

/** @returns a function that adds an animal, and returns it when it is on disk */
export function createPetGroups(query: Query): (pet: NewPet) => Promise<Pet> {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll() {
    while (waiting.length > 0) await write(waiting.splice(0, MAX_GROUP_SIZE));
    isWriting = false;
  }

  async function write(group: readonly Waiting[]): Promise<void> {
    try {
      const ids = await insert(group.map(({ pet }) => pet));
      for (const [i, { pet, resolve }] of group.entries())
        resolve({ id: ids[i] as bigint, ...pet });
    } catch (cause) {
      // Those who wait would meet the same fault, one group after the other.
      if (isDatabaseFault(cause)) return rejectAll([...group, ...waiting.splice(0)], cause);
      if (group.length === 1) return rejectAll(group, cause);
      // One that cannot be stored is its caller's trouble alone, and the statement does not say which it is.
      for (const one of group) await write([one]);
    }
  }

  async function insert(pets: readonly NewPet[]): Promise<bigint[]> {
    const rows = pets.map((_pet, i) => `($${3 * i + 1}, $${3 * i + 2}, $${3 * i + 3})`);
    const ids = await query<[Int64]>(
      `INSERT INTO pets (name, category_id, status) VALUES ${rows.join()} RETURNING id`,
      pets.flatMap(({ name, categoryId, status }) => [name, categoryId, status]),
    );
    // Ids grow from row to row, but in which order they are returned is left open.
    return ids.map(([id]) => BigInt(id)).sort((a, b) => Number(a - b));
  }

  return (pet) =>
    new Promise((resolve, reject) => {
      waiting.push({ pet, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      // When all that has arrived by now has been looked at.
      setImmediate(writeAll);
    });
}

function rejectAll(refused: readonly Waiting[], cause: unknown) {
  for (const { reject } of refused) reject(cause);
}
