// Animals. The rule for each file like this one: Prisma by default, prepared SQL where the
// benchmark shows it. A call of Prisma's query builder takes 50 to 270 µs of CPU, more than all the
// rest of a request (`lists`, `get` and `create` in `npm run bench`), so what every request may
// need is prepared SQL: the same on both databases.

import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import {
  batchInserts,
  type Column,
  type CreateOutcome,
  type Database,
  type IdempotencyKey,
  type Integer,
  listRows,
  tableOf,
} from '../platform/database/index.ts';

export type Pets = ReturnType<typeof openPets>;

export type NewPet = Omit<Pet, 'id'>;

/** Extra fields do not compile, since they would be confirmed but not stored. */
type Exactly<Row, Given extends Row> = Given & Record<Exclude<keyof Given, keyof Row>, never>;

type Values = [id: Integer, name: string, categoryId: Integer, status: Pet['status']];

const SELECT = 'SELECT id, name, category_id, status FROM pets';
const FIND = `${SELECT} WHERE id = $1`;
const TABLE = tableOf('pets', {
  name: { name: 'name', type: 'text' },
  categoryId: { name: 'category_id', type: 'bigint' },
  status: { name: 'status', type: 'pet_status' },
} satisfies Record<keyof NewPet, Column>);

export function openPets(database: Database, now: () => number) {
  const { adapter, observe, query } = database;
  const insert = batchInserts(adapter, TABLE, now);

  return {
    list: listRows(query, SELECT, toPet),

    async find(id: bigint) {
      const [values] = await query<Values>(FIND, [id]);
      return values && toPet(values);
    },

    /**
     * Adds an animal; with an Idempotency-Key only once, however often the request is repeated.
     *
     * @returns what became of it, once the animal is on disk
     */
    create<Given extends NewPet>(
      pet: Exactly<NewPet, Given>,
      idempotencyKey?: IdempotencyKey,
    ): Promise<CreateOutcome> {
      return observe(`INSERT INTO ${TABLE.name}`, () => insert({ values: pet, idempotencyKey }));
    },
  };
}

function toPet(values: Values): Pet {
  const [id, name, categoryId, status] = values;
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status };
}
