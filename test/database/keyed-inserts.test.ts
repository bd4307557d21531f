import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import type { Database, Provider } from '../../src/database/database.ts';
import { insertOnceInto } from '../../src/database/idempotency-keys.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { openPets } from '../../src/database/pets.ts';
import { createKey } from '../../src/keys/administration.ts';
import { checkAnswer } from '../contract/check-response.ts';
import { stopClock } from '../helper.ts';
import { emptyDatabase, NEEDS_POSTGRES, onBoth, open, run } from '../support/both-databases.ts';
import { testConfig } from '../support/test-config.ts';

/*
 * Creates with an Idempotency-Key that are written in batches.
 */

/** Of a connection, as an address has it. */
const READ_ONLY = encodeURIComponent('-c default_transaction_read_only=on');

async function migrated(t: Test, provider: Provider): Promise<string> {
  const url = await emptyDatabase(t, provider);
  await applyMigrations(url);
  return url;
}

function petNamed(name: string) {
  return { name, categoryId: 2n ** 63n - 1n, status: 'sold' } as const;
}

function keyed(key: string, customerId = 1) {
  return { customerId, key };
}

/** Creates animals, and counts what is sent to the database. */
function counted(database: Database) {
  const calls = { findUses: 0, insertOnce: 0 };
  const { createOnce } = openPets({
    ...database,
    findUses: (...keys) => {
      calls.findUses += 1;
      return database.findUses(...keys);
    },
    insertOnce: (...rows) => {
      calls.insertOnce += 1;
      return database.insertOnce(...rows);
    },
  });
  return { calls, createOnce };
}

async function names({ client }: Database) {
  const pets = await client.pet.findMany({ orderBy: { id: 'asc' } });
  return pets.map(({ name }) => name);
}

const TOYS = {
  name: 'toys',
  columns: { label: 'label', weight: 'weight', madeBy: 'made_by' },
  keys: 'toy_keys',
  reference: 'toy_id',
};

/** Other tables than those of animals. */
function createToys(url: string, provider: Provider) {
  const id = provider === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'BIGSERIAL PRIMARY KEY';
  return run(
    url,
    `CREATE TABLE toys (id ${id}, label TEXT UNIQUE, weight BIGINT, made_by TEXT DEFAULT 'us')`,
    `CREATE TABLE toy_keys (
      customer_id INTEGER, key TEXT, body_hash TEXT NOT NULL, toy_id BIGINT NOT NULL REFERENCES toys,
      expires_at ${provider === 'sqlite' ? 'TEXT' : 'TIMESTAMPTZ'}, PRIMARY KEY (customer_id, key))`,
  );
}

await onBoth(t, async (t, provider) => {
  t.test('rows of every table can be added once', async (t) => {
    const url = await migrated(t, provider);
    await createToys(url, provider);
    const database = await open(t, url);
    const { createOnce } = openPets(database);
    t.match(await createOnce(petNamed('Rex'), keyed('key')), { id: 1n });
    const addToy = insertOnceInto<{ label: string; weight: bigint; madeBy: string | null }>(
      database,
      TOYS,
    );
    const ball = { label: 'a "ball", \\ \u{1F3BE}', weight: -(2n ** 63n), madeBy: null };
    t.same(await addToy(ball, keyed('key')), { id: 1n, ...ball }, 'keys of their own');
    t.same(await addToy(ball, keyed('key')), { id: 1n, ...ball });
    t.equal(await addToy({ ...ball, madeBy: 'them' }, keyed('key')), 'key_reused');
    const outcomes = await Promise.allSettled([
      addToy({ ...ball, label: 'rope' }, keyed('rope')),
      addToy(ball, keyed('another ball')),
    ]);
    t.match(outcomes, [{ value: { label: 'rope' } }, { status: 'rejected' }]);
    const { query } = database;
    t.same(await query('SELECT label, weight, made_by FROM toys ORDER BY id', []), [
      [ball.label, provider === 'sqlite' ? ball.weight : String(ball.weight), null],
      ['rope', provider === 'sqlite' ? ball.weight : String(ball.weight), null],
    ]);
    t.same((await query('SELECT key FROM toy_keys ORDER BY key', [])).flat(), ['key', 'rope']);
  });

  t.test('concurrent creates share two statements, a repeat needs one', async (t) => {
    const database = await open(t, await migrated(t, provider));
    const { calls, createOnce } = counted(database);
    const numbers = Array.from({ length: 50 }, (_, i) => i);
    const createAll = () =>
      Promise.all(numbers.map((i) => createOnce(petNamed(`Rex ${i}`), keyed(`key ${i % 40}`, i))));
    const pets = await createAll();
    t.same(calls, { findUses: 1, insertOnce: 1 });
    t.same(await database.client.pet.findMany({ orderBy: { id: 'asc' } }), pets, 'in their order');
    t.same(await createAll(), pets);
    t.same(calls, { findUses: 2, insertOnce: 1 });
  });

  t.test('keys of the same text belong to their customers', async (t) => {
    const database = await open(t, await migrated(t, provider));
    const { createOnce } = openPets(database);
    const customers = Array.from({ length: 30 }, (_, i) => i + 1);
    const create = () =>
      Promise.all(customers.map((id) => createOnce(petNamed(`of ${id}`), keyed('key', id))));
    const pets = await create();
    t.same(
      await names(database),
      customers.map((id) => `of ${id}`),
    );
    t.same(await create(), pets);
  });

  t.test('twins of one batch get the same animal, another body gets none', async (t) => {
    const database = await open(t, await migrated(t, provider));
    const { calls, createOnce } = counted(database);
    const create = (name: string) => createOnce(petNamed(name), keyed('key'));
    const [first, twin, other, last] = await Promise.all(['Rex', 'Rex', 'Tom', 'Rex'].map(create));
    t.match(first, { name: 'Rex' });
    t.same(twin, first);
    t.equal(other, 'key_reused');
    t.same(last, first);
    t.same(calls, { findUses: 1, insertOnce: 1 });
    t.same(await names(database), ['Rex']);
  });

  t.test('a twin that comes while the first is being written gets its animal', async (t) => {
    const database = await open(t, await migrated(t, provider));
    const later: Promise<unknown>[] = [];
    const { createOnce } = openPets({
      ...database,
      insertOnce: async (...rows) => {
        if (later.length === 0) {
          later.push(createOnce(petNamed('Rex'), keyed('key')));
          later.push(createOnce(petNamed('Tom'), keyed('key')));
          // Both have looked for the key before it is stored.
          await database.client.pet.count();
        }
        return database.insertOnce(...rows);
      },
    });
    const first = await createOnce(petNamed('Rex'), keyed('key'));
    t.same(await Promise.all(later), [first, 'key_reused']);
    t.same(await names(database), ['Rex']);
  });

  t.test('keys that have expired are used again, each by one of its twins', async (t) => {
    const move = stopClock(t);
    const database = await open(t, await migrated(t, provider));
    const { createOnce } = openPets(database);
    const create = (suffix: string) =>
      Promise.all(
        ['a', 'a', 'b', 'new'].map((key) => createOnce(petNamed(key + suffix), keyed(key))),
      );
    await createOnce(petNamed('old'), keyed('a'));
    await createOnce(petNamed('old'), keyed('b'));
    move(86_400 - 0.001);
    t.same((await create('1')).slice(0, 3), ['key_reused', 'key_reused', 'key_reused']);
    move(0.001);
    const [first, twin, b, unexpired] = await create('2');
    t.match(first, { name: 'a2' });
    t.same(twin, first);
    t.match(b, { name: 'b2' });
    t.equal(unexpired, 'key_reused');
    t.same(await names(database), ['old', 'old', 'new1', 'a2', 'b2']);
    t.equal(await database.client.idempotencyKey.count(), 3);
  });

  t.test('an animal that cannot be stored fails its caller alone, and uses no key', async (t) => {
    const database = await open(t, await migrated(t, provider));
    const { createOnce } = openPets(database);
    // The contract would have rejected it.
    const bad = { ...petNamed('bad'), status: 'eaten' as never };
    const outcomes = await Promise.allSettled([
      createOnce(petNamed('first'), keyed('1')),
      createOnce(bad, keyed('2')),
      createOnce(bad, keyed('2')),
      createOnce(petNamed('last'), keyed('3')),
    ]);
    t.same(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    t.match(await createOnce(petNamed('good'), keyed('2')), { name: 'good' });
    t.same(await names(database), ['first', 'last', 'good']);
    t.equal(await database.client.idempotencyKey.count(), 3);
  });

  t.test('one animal each, when instances create the same in different orders', async (t) => {
    const url = await migrated(t, provider);
    const instances = [await open(t, url), await open(t, url), await open(t, url)];
    const numbers = Array.from({ length: 60 }, (_, i) => i);
    const orders = [numbers, numbers.toReversed(), numbers.toSorted(() => Math.random() - 0.5)];
    for (let round = 1; round <= 5; round += 1) {
      const created = await Promise.all(
        instances.map(async (instance, i) => {
          const { createOnce } = openPets(instance);
          const order = orders[i] as number[];
          const pets = order.map((n) =>
            createOnce(petNamed(`${round} ${n}`), keyed(`${round} ${n}`)),
          );
          return new Map((await Promise.all(pets)).map((pet, place) => [order[place], pet]));
        }),
      );
      for (const n of numbers) {
        const pet = created[0]?.get(n);
        t.match(pet, { name: `${round} ${n}` });
        t.same([created[1]?.get(n), created[2]?.get(n)], [pet, pet]);
      }
    }
    t.equal(await (instances[0] as Database).client.pet.count(), 300);
  });

  t.test('what has been stored can be repeated while nothing can be written', async (t) => {
    const url = await migrated(t, provider);
    const pet = await openPets(await open(t, url)).createOnce(petNamed('Rex'), keyed('1'));
    const readOnly = await open(t, provider === 'sqlite' ? url : `${url}?options=${READ_ONLY}`);
    if (provider === 'sqlite') await readOnly.client.$queryRaw`PRAGMA query_only = ON`;
    const { createOnce } = openPets(readOnly);
    const outcomes = await Promise.allSettled([
      createOnce(petNamed('Rex'), keyed('1')),
      createOnce(petNamed('Tom'), keyed('2')),
    ]);
    t.match(outcomes, [{ value: pet }, { status: 'rejected' }]);
  });
});

t.test('PostgreSQL: 409 when the twin has left no key', NEEDS_POSTGRES, async (t) => {
  const url = await migrated(t, 'postgresql');
  // As if it were removed at once.
  await run(
    url,
    'CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'CREATE TRIGGER skip BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION skip()',
  );
  const database = await open(t, url);
  const app = await buildApp(testConfig({ DATABASE_URL: url }), database);
  t.teardown(() => app.close());
  const { key } = await createKey(database.client, { name: 'A customer', plan: 'business' });
  const response = await app.inject({
    method: 'POST',
    url: '/v1/pets',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'key-1' },
    payload: { name: 'Rex', categoryId: 7 },
  });
  checkAnswer('POST', '/v1/pets', response);
  t.same(response.json(), {
    code: 'idempotency_key_in_use',
    message: 'Another request with this Idempotency-Key is in progress. Please try again later.',
    status: 409,
  });
  t.equal(response.headers['retry-after'], '2');
  t.same(await names(database), []);
});

t.test('PostgreSQL: a batch waits for a twin that is not committed', NEEDS_POSTGRES, async (t) => {
  const database = await open(t, await migrated(t, 'postgresql'));
  const { client } = database;
  const { createOnce } = openPets(database);
  let creating: Promise<unknown> = Promise.resolve();
  const twin = client.$transaction(async (transaction) => {
    const { id } = await transaction.pet.create({ data: petNamed('twin') });
    const expiresAt = new Date(Date.now() + 60_000);
    const data = { customerId: 1, key: 'b', bodyHash: 'of another body', petId: id, expiresAt };
    await transaction.idempotencyKey.create({ data });
    creating = Promise.all(['a', 'b', 'c'].map((key) => createOnce(petNamed(key), keyed(key))));
    const waiting = () => client.$queryRaw<unknown[]>`SELECT FROM pg_locks WHERE NOT granted`;
    while ((await waiting()).length === 0);
  });
  await twin;
  t.match(await creating, [{ name: 'a' }, 'key_reused', { name: 'c' }]);
  t.same(await names(database), ['twin', 'a', 'c']);
});
