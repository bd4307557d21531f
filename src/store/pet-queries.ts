// Animals. The rule for each file like this one: Prisma by default, prepared SQL where the
// benchmark shows it. A call of Prisma's query builder takes 50 to 270 µs of CPU, more than all the
// rest of a request (`lists`, `get` and `create` in `npm run bench`), so what every request may
// need is prepared SQL: the same on both databases.

import type { Pet, Prisma } from '../../generated/prisma/sqlite/client.ts';
import { type Integer, listRows, lockRow } from '../platform/database/index.ts';
import { openCreates, type Table } from '../platform/idempotency/index.ts';
import type { Database } from './database.ts';

export type Pets = ReturnType<typeof openPets>;

export type NewPet = Omit<Pet, 'id'>;

/** Looks at an animal as it is within the transaction that changes it. */
export type Check = (current: Pet) => void;

type Values = [id: Integer, name: string, categoryId: Integer, status: Pet['status']];

const SELECT = 'SELECT id, name, category_id, status FROM pets';
const FIND = `${SELECT} WHERE id = $1`;
const TABLE: Table<NewPet> = {
  name: 'pets',
  columns: {
    name: { name: 'name', type: 'text' },
    categoryId: { name: 'category_id', type: 'bigint' },
    status: { name: 'status', type: 'pet_status' },
  },
};

export function openPets(database: Database, now: () => number) {
  const { client, provider, query } = database;

  /** Finds an animal, which no other transaction changes until this one has ended. */
  async function findLocked(transaction: Prisma.TransactionClient, id: bigint) {
    await lockRow(transaction, provider, 'pets', id);
    return transaction.pet.findUnique({ where: { id } });
  }

  return {
    list: listRows(query, { select: SELECT, filteredBy: 'status' }, toPet),

    async find(id: bigint) {
      const [values] = await query<Values>(FIND, [id]);
      return values && toPet(values);
    },

    create: openCreates(database, TABLE, now),

    /**
     * Changes the fields of an animal that are given.
     *
     * @param check throws if the animal must stay as it is
     * @returns the animal; undefined if there is none
     */
    async update(id: bigint, data: Partial<NewPet>, check: Check) {
      return client.$transaction(async (transaction) => {
        const current = await findLocked(transaction, id);
        if (!current) return undefined;
        check(current);
        return transaction.pet.update({ where: { id }, data });
      });
    },

    /**
     * Removes an animal. That fails while an order refers to it, and orders that are added at the
     * same time wait.
     *
     * @param check throws if the animal must stay
     * @returns whether there was such an animal
     */
    async remove(id: bigint, check: Check) {
      return client.$transaction(async (transaction) => {
        const current = await findLocked(transaction, id);
        if (!current) return false;
        check(current);
        await transaction.pet.delete({ where: { id } });
        return true;
      });
    },
  };
}

function toPet(values: Values): Pet {
  const [id, name, categoryId, status] = values;
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status };
}
