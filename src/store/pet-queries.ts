// Animals. The rule for each file like this one: Prisma by default, prepared SQL where the
// benchmark shows it. A call of Prisma's query builder takes 50 to 270 µs of CPU, more than all the
// rest of a request (`lists`, `get` and `create` in `npm run bench`), so what every request may
// need is prepared SQL: the same on both databases.

import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import { type Integer, listRows } from '../platform/database/index.ts';
import { openCreates, type Table } from '../platform/idempotency/index.ts';
import type { Database } from './database.ts';

export type Pets = ReturnType<typeof openPets>;

export type NewPet = Omit<Pet, 'id'>;

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
  const { query } = database;
  return {
    list: listRows(query, { select: SELECT, filteredBy: 'status' }, toPet),

    async find(id: bigint) {
      const [values] = await query<Values>(FIND, [id]);
      return values && toPet(values);
    },

    create: openCreates(database, TABLE, now),
  };
}

function toPet(values: Values): Pet {
  const [id, name, categoryId, status] = values;
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status };
}
