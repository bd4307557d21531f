import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import { batchInserts } from './batched-inserts.ts';
import { coalesceReads } from './batched-reads.ts';
import { insertOnceInto } from './idempotency-keys.ts';
import { insertRows } from './insert-rows.ts';
import type { OwnedKey } from './keyed-inserts.ts';
import { isFirstPage, listRows, type Page } from './list-rows.ts';
import { confirmWrite, type ReplicatedDatabase, routeReads } from './replica/index.ts';
import type { Int64, Query } from './statements.ts';

/*
 * Animals. The rule for each file like this one: Prisma by default, prepared SQL where the benchmark
 * shows it. A call of Prisma's query builder takes 100 µs of CPU and more, as much as all the rest of
 * a request, so whatever every request may ask for is prepared SQL: the same on both databases.
 */

export type Pets = ReturnType<typeof openPets>;

export type NewPet = Omit<Pet, 'id'>;

const TABLE = {
  name: 'pets',
  columns: {
    name: 'name',
    categoryId: 'category_id',
    status: 'status',
  } satisfies Record<keyof NewPet, string>,
  keys: 'idempotency_keys',
  reference: 'pet_id',
};

type Values = [id: Int64, name: string, categoryId: Int64, status: Pet['status']];

const SELECT = 'SELECT id, name, category_id, status FROM pets';

export function openPets(database: ReplicatedDatabase) {
  const { query, replica } = database;
  const create = batchInserts((pets: readonly NewPet[]) => insert(query, pets));
  const createOnce = insertOnceInto<NewPet>(database, TABLE);
  return {
    // On a replica that is behind the one before it, a later page would leave animals out.
    list: routeReads(database, openList, { mayBeLate: isFirstPage }),

    /** @returns the animal once it is on disk */
    create: (pet: NewPet, customerId?: number) => confirmWrite(replica, customerId, create(pet)),

    /** Adds the animal once, however often its request is repeated. */
    createOnce: (pet: NewPet, key: OwnedKey) =>
      confirmWrite(replica, key.customerId, createOnce(pet, key)),

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
  const ids = await insertRows(query, TABLE, pets);
  // There is an id for each row.
  return pets.map((pet, i) => ({ id: ids[i] as bigint, ...pet }));
}

function toPet([id, name, categoryId, status]: Values): Pet {
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status };
}
