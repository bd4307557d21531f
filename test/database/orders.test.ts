import t from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { openOrders } from '../../src/database/orders.ts';
import { createDatabase } from '../support/databases.ts';

const ALL = { after: -(2n ** 63n), count: 10, status: undefined };

t.test('lists orders as Prisma does, every instant exactly', async (t) => {
  const database = await openDatabase(await createDatabase(t), { isTimed: false });
  t.teardown(() => database.close());
  const { client } = database;
  const orders = openOrders(database);
  const pet = { name: 'Rex', categoryId: 7n, status: 'sold' } as const;
  const { id: petId } = await client.pet.create({ data: pet });
  for (const createdAt of [
    new Date('2026-03-08T07:30:00.123Z'),
    new Date('2026-11-01T06:00:00Z'),
  ]) {
    await client.order.create({ data: { petId, quantity: 3, status: 'placed', createdAt } });
  }
  const rows = await client.order.findMany({ orderBy: { id: 'asc' } });
  t.strictSame(await orders.list(ALL), rows);
  t.strictSame(await orders.list({ ...ALL, status: 'placed', count: 1 }), rows.slice(0, 1));
});
