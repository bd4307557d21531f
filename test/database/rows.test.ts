import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/index.ts';
import { openOrders } from '../../src/database/orders.ts';
import { openPets } from '../../src/database/pets.ts';
import { createDatabase } from '../support/databases.ts';
import { newPet } from '../support/pets.ts';

/*
 * What prepared SQL reads, on the database that TEST_DATABASE says.
 */

const INT64 = [-9223372036854775808n, -9007199254740993n, 9007199254740993n, 9223372036854775807n];
const ALL = { after: undefined, count: 10, status: undefined };

async function open(t: Test) {
  const database = await openDatabase(await createDatabase(), { isTimed: false });
  t.teardown(() => database.close());
  const { client } = database;
  return { client, pets: openPets(database), orders: openOrders(database) };
}

t.test('animals are read as Prisma reads them, every int64 exactly', async (t) => {
  const { client, pets } = await open(t);
  const data = INT64.map((id) => ({
    id,
    ...newPet({ name: 'Rex 🐶', categoryId: id, status: 'sold' }),
  }));
  await client.pet.createMany({ data });
  const rows = await client.pet.findMany({ orderBy: { id: 'asc' } });
  t.match(rows, data);
  t.same(await pets.list(ALL), rows);
  t.same(await pets.list({ ...ALL, after: INT64[0] }), rows.slice(1));
  t.same(await pets.list({ ...ALL, after: INT64[2] }), rows.slice(3));
  t.same(await pets.list({ ...ALL, count: 2 }), rows.slice(0, 2));
  t.same(await pets.list({ ...ALL, status: 'sold', count: 1 }), rows.slice(0, 1));
  const next = { ...ALL, status: 'sold', after: INT64[0], count: 1 };
  t.same(await pets.list(next), rows.slice(1, 2));
  t.same(await pets.list({ ...ALL, status: 'pending' }), []);
  for (const row of rows) t.same(await pets.find(row.id), row);
  t.equal(await pets.find(1n), undefined);
});

t.test('orders are read as Prisma reads them, every instant exactly', async (t) => {
  const { client, orders } = await open(t);
  const { id: petId } = await client.pet.create({ data: newPet() });
  for (const time of ['2026-03-08T07:30:00.123Z', '2026-11-01T06:00:00Z']) {
    const data = { petId, quantity: 3, status: 'placed', createdAt: new Date(time) } as const;
    await client.order.create({ data });
  }
  const rows = await client.order.findMany({ orderBy: { id: 'asc' } });
  t.strictSame(await orders.list(ALL), rows);
  t.strictSame(await orders.list({ ...ALL, status: 'placed', count: 1 }), rows.slice(0, 1));
});
