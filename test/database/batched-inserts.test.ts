import t, { type Test } from 'tap';
import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { openPets } from '../../src/database/pets.ts';
import type { Query } from '../../src/database/statements.ts';
import { createDatabase } from '../support/databases.ts';

async function open(t: Test): Promise<Database> {
  const database = await openDatabase(await createDatabase(t), { isTimed: false });
  t.teardown(() => database.close());
  return database;
}

/** Adds an animal by batched inserts, which send their statements through `query`. */
function insertsOf(database: Database, query: Query) {
  return openPets({ ...database, query }).create;
}

function petNamed(name: string) {
  return { name, categoryId: 2n ** 63n - 1n, status: 'sold' } as const;
}

t.test('concurrent inserts share statements, and each caller gets its own animal', async (t) => {
  const database = await open(t);
  const { client, query } = database;
  const statements: string[] = [];
  const addPet = insertsOf(database, (sql, values) => {
    statements.push(sql);
    return query(sql, values);
  });
  const names = Array.from({ length: 150 }, (_, i) => `Rex ${i}`);
  const pets = await Promise.all(names.map((name) => addPet(petNamed(name))));
  t.equal(statements.length, 3);
  t.same(
    pets.map(({ name }) => name),
    names,
  );
  t.same(await client.pet.findMany({ orderBy: { id: 'asc' } }), pets);
});

t.test('inserts that arrive while a batch is being written are the next batch', async (t) => {
  const database = await open(t);
  const { client, query } = database;
  const later: Promise<Pet>[] = [];
  const addPet = insertsOf(database, (sql, values) => {
    if (later.length === 0) later.push(addPet(petNamed('later')), addPet(petNamed('later')));
    return query(sql, values);
  });
  const earlier = await addPet(petNamed('earlier'));
  const pets = [earlier, ...(await Promise.all(later))];
  t.same(await client.pet.findMany({ orderBy: { id: 'asc' } }), pets);
});

t.test('an animal that cannot be stored fails its caller alone', async (t) => {
  const database = await open(t);
  const { client, query } = database;
  const addPet = insertsOf(database, query);
  // The contract would have rejected it.
  const bad = { ...petNamed('bad'), status: 'eaten' as never };
  const outcomes = await Promise.allSettled(
    [petNamed('first'), bad, petNamed('last')].map((pet) => addPet(pet)),
  );
  t.same(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.same(
    (await client.pet.findMany({ orderBy: { id: 'asc' } })).map(({ name }) => name),
    ['first', 'last'],
  );
  t.match(await addPet(petNamed('afterwards')), { name: 'afterwards' });
});

t.test(
  'a fault of the database fails the batch that was being written, and no later one',
  async (t) => {
    const database = await open(t);
    const { client, query } = database;
    let faults = 1;
    const addPet = insertsOf(database, (sql, values) => {
      // A statement that was cancelled: taken for a fault on either database.
      if (faults-- > 0)
        return Promise.reject(Object.assign(new Error('cancelled'), { code: '57014' }));
      return query(sql, values);
    });
    const outcomes = await Promise.allSettled([addPet(petNamed('a')), addPet(petNamed('b'))]);
    t.same(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    t.equal(await client.pet.count(), 0);
    t.match(await addPet(petNamed('c')), { name: 'c' });
  },
);

t.test('a fault fails the inserts that are waiting, too', async (t) => {
  const database = await open(t);
  const { query } = database;
  const statements: string[] = [];
  let later: Promise<unknown> = Promise.resolve();
  const addPet = insertsOf(database, (sql, values) => {
    statements.push(sql);
    if (statements.length > 1) return query(sql, values);
    later = t.rejects(addPet(petNamed('later')), { code: '57014' });
    return Promise.reject(Object.assign(new Error('cancelled'), { code: '57014' }));
  });
  await t.rejects(addPet(petNamed('earlier')), { code: '57014' });
  await later;
  t.equal(statements.length, 1);
  t.match(await addPet(petNamed('afterwards')), { name: 'afterwards' });
});
