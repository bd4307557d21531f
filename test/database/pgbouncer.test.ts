import pg from 'pg';
import t, { type Test } from 'tap';
import { freePort } from '../../scripts/servers/ports.ts';
import {
  type DatabaseOptions,
  isDatabaseFault,
  openDatabase,
  openOrders,
  openPets,
} from '../../src/database/index.ts';
import { applyMigrations } from '../../src/migrations/index.ts';
import { newPet } from '../support/pets.ts';
import { type PgBouncerOptions, startPgBouncer } from '../support/servers/pgbouncer.ts';
import { openPostgres } from '../support/test-postgres.ts';

/*
 * PostgreSQL behind a real PgBouncer. Debian's is older than 1.21, and knows nothing of the names of
 * statements.
 */

const { server, url } = await openPostgres();
const tried = server && (await startPgBouncer(url));
await tried?.stop();
if (!tried && process.env.CI) throw new Error('There is no PgBouncer on this machine.');
const skip = tried ? false : 'there is no PgBouncer on this machine';

async function startPooler(t: Test, options?: PgBouncerOptions, server = url) {
  const pooler = await startPgBouncer(server, options);
  if (!pooler) throw new Error('There is no PgBouncer on this machine.');
  t.teardown(() => pooler.stop());
  return pooler;
}

/** How long everything may take on a machine with much other work. */
const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

/** One instance of the service, as far as its database is concerned. */
async function open(t: Test, address: string, options: DatabaseOptions = PATIENT) {
  const database = await openDatabase(address, options);
  t.teardown(() => database.close());
  return { database, pets: openPets(database), orders: openOrders(database) };
}

type Instance = Awaited<ReturnType<typeof open>>;

const FIRST = { after: 0n, count: 5, status: undefined };

/** What a client does. @throws on rows that are not those that it has asked for */
async function work(t: Test, { database, pets, orders }: Instance, round: number) {
  const name = `pet ${round}`;
  const pet = newPet({ name, status: 'sold' });
  const key = { customerId: 1, value: name, bodyHash: name };
  const tasks = [
    async () => {
      const rows = await pets.list({ ...FIRST, count: 1 + (round % 20) });
      return rows.every(({ name }) => name.startsWith('pet'));
    },
    async () => (await orders.list(FIRST)).every(({ quantity }) => quantity === 7),
    async () =>
      (await pets.list({ ...FIRST, status: 'sold' })).every(({ status }) => status === 'sold'),
    async () => {
      const created = await pets.create(pet);
      const found = typeof created === 'object' && (await pets.find(created.id));
      return t.same(found, created);
    },
    async () => t.same(await pets.create(pet, key), await pets.create(pet, key)),
    async () => (await database.client.customer.findMany()).length === 1,
  ];
  // In another order in each round.
  const order = [...tasks.slice(round % tasks.length), ...tasks.slice(0, round % tasks.length)];
  t.same(new Set(await Promise.all(order.map((task) => task()))), new Set([true]));
}

t.test('rows are right behind PgBouncer in transaction mode', { skip }, async (t) => {
  const pooler = await startPooler(t, { poolSize: 4 });
  await applyMigrations(pooler.url);
  const { client } = (await open(t, url)).database;
  await client.customer.create({ data: { name: 'A', plan: 'free' } });
  await client.pet.create({ data: newPet({ name: 'pet', status: 'sold' }) });
  await client.order.create({ data: { petId: 1n, quantity: 7, status: 'placed' } });
  const instances = [await open(t, pooler.url), await open(t, pooler.url), await open(t, url)];
  for (let round = 0; round < 30; round += 1) {
    await Promise.all(instances.map((instance, i) => work(t, instance, round * 3 + i)));
  }
  const names = await client.$queryRaw`
    SELECT name FROM pets WHERE id > 1 GROUP BY name HAVING count(*) <> 2`;
  t.same(names, [], 'each was added once with its key, and once without');
});

t.test('times are in UTC, whatever other clients of a session have set', { skip }, async (t) => {
  const pooler = await startPooler(t, { poolSize: 1 });
  const { client } = (await open(t, pooler.url)).database;
  const other = new pg.Client(pooler.url);
  await other.connect();
  await other.query("SET TIME ZONE 'Asia/Kolkata'");
  const createdAt = new Date('2026-03-08T07:30:00.123Z');
  const { id } = await client.customer.create({ data: { name: 'B', plan: 'free', createdAt } });
  const { rows } = await other.query(
    `SELECT (extract(epoch FROM created_at) * 1000)::float8 AS milliseconds,
      current_setting('enable_seqscan') AS seqscan FROM customers WHERE id = $1`,
    [id],
  );
  await other.end();
  t.same(rows, [{ milliseconds: Number(createdAt), seqscan: 'on' }], 'and they keep theirs');
  t.same((await client.customer.findUnique({ where: { id } }))?.createdAt, createdAt);
});

t.test('a pooler that does not respond, or says why, is a fault', { skip }, async (t) => {
  const pooler = await startPooler(t);
  const { pets } = await open(t, pooler.url, { ...PATIENT, statementTimeoutMs: 1_000 });
  t.equal(await pets.find(-1n), undefined);
  pooler.freeze();
  const error = await pets.find(1n).catch((error: unknown) => error);
  t.equal(isDatabaseFault(error), true);

  const closed = new URL(url);
  closed.port = String(await freePort());
  const lost = await startPooler(t, { settings: ['query_wait_timeout = 1'] }, closed.href);
  const failed = await openDatabase(lost.url, PATIENT).catch((error: Error) => error);
  t.match(failed, { message: /query_wait_timeout/ });
  t.equal(isDatabaseFault((failed as Error).cause), true);
});
