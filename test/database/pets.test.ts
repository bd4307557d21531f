import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { openPets } from '../../src/database/pets.ts';
import { createDatabase } from '../support/databases.ts';

const INT64 = [-9223372036854775808n, -9007199254740993n, 9007199254740993n, 9223372036854775807n];
const ALL = { after: -(2n ** 63n), count: 10, status: undefined };

async function open(t: Test) {
  const database = await openDatabase(await createDatabase(t), { isTimed: false });
  t.teardown(() => database.close());
  return { client: database.client, pets: openPets(database) };
}

t.test('reads animals as Prisma does, every int64 exactly', async (t) => {
  const { client, pets } = await open(t);
  const rows = INT64.map((id) => ({ id, name: 'Rex 🐶', categoryId: id, status: 'sold' }) as const);
  await client.pet.createMany({ data: rows });
  t.same(await pets.list(ALL), rows.slice(1));
  t.same(await pets.list({ ...ALL, after: INT64[2] ?? 0n }), rows.slice(3));
  t.same(await pets.list({ ...ALL, count: 2 }), rows.slice(1, 3));
  t.same(await pets.list({ ...ALL, status: 'pending' }), []);
  for (const row of rows) t.same(await pets.find(row.id), row);
  t.equal(await pets.find(1n), undefined);
});

t.test('reads nothing that is not committed', async (t) => {
  const { client, pets } = await open(t);
  let reading: Promise<unknown> = Promise.resolve();
  const transaction = client.$transaction(async (transaction) => {
    await transaction.pet.create({ data: { name: 'undone', categoryId: 1n, status: 'sold' } });
    reading = pets.list(ALL);
    await wait(50);
    throw new Error('undo');
  });
  await t.rejects(transaction, { message: 'undo' });
  t.same(await reading, []);
});
