import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import { batchInserts } from './batched-inserts.ts';
import { createPetOnce, type NewPet, type OwnedKey } from './idempotency-keys.ts';
import { coalesceReads, isFirstPage, listRows, type Page } from './list-rows.ts';
import { confirmWrite, type ReplicatedDatabase, routeReads } from './replica/index.ts';
import type { Int64, Query } from './statements.ts';

/*
 * Animals. The rule for each file like this one: Prisma by default, prepared SQL where the benchmark
 * shows it. A call of Prisma's query builder takes 100 µs of CPU and more, as much as all the rest of
 * a request, so whatever every request may ask for is prepared SQL: the same on both databases.
 */

export type Pets = ReturnType<typeof openPets>;

type Values = [id: Int64, name: string, categoryId: Int64, status: Pet['status']];

const SELECT = 'SELECT id, name, category_id, status FROM pets';

export function openPets(database: Pick<ReplicatedDatabase, 'client' | 'query' | 'replica'>) {
  const { client, query, replica } = database;
  const create = batchInserts((pets: readonly NewPet[]) => insert(query, pets));
  return {
    // On a replica that is behind the one before it, a later page would leave animals out.
    list: routeReads(database, openList, { mayBeLate: isFirstPage }),

    /** @returns the animal once it is on disk */
    create: (pet: NewPet, customerId?: number) => confirmWrite(replica, customerId, create(pet)),

    /** Adds the animal once, however often its request is repeated. */
    createOnce: (pet: NewPet, key: OwnedKey) =>
      confirmWrite(replica, key.customerId, createPetOnce(client, key, pet)),

    // Whether there is none, only the primary knows.
    find: routeReads(database, openFind, { isFinal: (pet) => pet !== undefined }),
  };
}

function openList(query: Query): (page: Page) => Promise<readonly Pet[]> {
  return listRows(query, SELECT, toPet);
}

function openFind(query: Query): (id: bigint) => Promise<Pet | undefined> {
  async function find(id: bigint) {
    const [values] = await query<Values>(`${SELECT} WHERE id = $1`, [id]);
    return values && toPet(values);
  }

  return coalesceReads(find, String);
}

async function insert(query: Query, pets: readonly NewPet[]): Promise<Pet[]> {
  const rows = pets.map((_pet, i) => `($${3 * i + 1}, $${3 * i + 2}, $${3 * i + 3})`);
  const values = await query<[Int64]>(
    `INSERT INTO pets (name, category_id, status) VALUES ${rows.join()} RETURNING id`,
    pets.flatMap(({ name, categoryId, status }) => [name, categoryId, status]),
  );
  // Ids grow from row to row, but the order in which they are returned is undefined.
  const ids = values.map(([id]) => BigInt(id)).sort((a, b) => Number(a - b));
  // There is an id for each row.
  return pets.map((pet, i) => ({ id: ids[i] as bigint, ...pet }));
}

function toPet([id, name, categoryId, status]: Values): Pet {
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status };
}
