import t, { type Test } from 'tap';
import type { Pet } from '../../generated/prisma/sqlite/client.ts';
import { createPetGroups } from '../../src/database/batched-inserts.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { createDatabase } from '../support/databases.ts';

async function open(t: Test): Promise<Database> {
  const database = await openDatabase(await createDatabase(t));
  t.teardown(() => database.close());
  return database;
}

function petNamed(name: string) {
  return { name, categoryId: 2n ** 63n - 1n, status: 'sold' } as const;
}

t.test(
  'animals that are added at once share statements, and each caller gets its own',
  async (t) => {
    const { client, query } = await open(t);
    const statements: string[] = [];
    const addPet = createPetGroups((sql, values) => {
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
  },
);

t.test('animals that come while others are being written are next', async (t) => {
  const { client, query } = await open(t);
  const later: Promise<Pet>[] = [];
  const addPet = createPetGroups((sql, values) => {
    if (later.length === 0) later.push(addPet(petNamed('later')), addPet(petNamed('later')));
    return query(sql, values);
  });
  const earlier = await addPet(petNamed('earlier'));
  const pets = [earlier, ...(await Promise.all(later))];
  t.same(await client.pet.findMany({ orderBy: { id: 'asc' } }), pets);
});

t.test('an animal that cannot be stored fails its caller alone', async (t) => {
  const { client, query } = await open(t);
  const addPet = createPetGroups(query);
  // What the contract would have refused.
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
  'a fault of the database fails all whose animals it was writing, and none of them later',
  async (t) => {
    const { client, query } = await open(t);
    let faults = 1;
    const addPet = createPetGroups((sql, values) => {
      // A statement that the database ends, on either of them.
      if (faults-- > 0) return Promise.reject(Object.assign(new Error('ended'), { code: '57014' }));
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

t.test('a fault fails those who wait for their turn, too', async (t) => {
  const { query } = await open(t);
  const statements: string[] = [];
  let later: Promise<unknown> = Promise.resolve();
  const addPet = createPetGroups((sql, values) => {
    statements.push(sql);
    if (statements.length > 1) return query(sql, values);
    later = t.rejects(addPet(petNamed('later')), { code: '57014' });
    return Promise.reject(Object.assign(new Error('ended'), { code: '57014' }));
  });
  await t.rejects(addPet(petNamed('earlier')), { code: '57014' });
  await later;
  t.equal(statements.length, 1);
  t.match(await addPet(petNamed('afterwards')), { name: 'afterwards' });
});
