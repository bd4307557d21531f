import t, { type Test } from 'tap';
import { startPgBouncer } from '../../scripts/testbed/pgbouncer.ts';
import { startPostgres } from '../../scripts/testbed/postgres.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { applyMigrations, pendingMigrations } from '../../src/database/migrations.ts';
import type { DatabaseOptions } from '../../src/database/options.ts';
import { openOrders } from '../../src/database/orders.ts';
import { openPets } from '../../src/database/pets.ts';

/*
 * PostgreSQL behind a real PgBouncer. Debian's is older than 1.21, and knows nothing of the names of
 * statements.
 */

const LOST =
  'PostgreSQL is behind a pooler that does not keep prepared statements: they are parsed each time';

const server = await startPostgres();
const isInstalled = server && (await hasPgBouncer(server.url));
if (!isInstalled && process.env.CI) throw new Error('There is no PgBouncer on this machine.');
const skip = isInstalled ? false : 'there is no PgBouncer on this machine';
const url = server?.url ?? '';
t.teardown(() => server?.stop());

async function hasPgBouncer(url: string): Promise<boolean> {
  const pooler = await startPgBouncer(url, { mode: 'session' });
  await pooler?.stop();
  return pooler !== undefined;
}

async function startPooler(t: Test, ...[options]: Tail<typeof startPgBouncer>) {
  const pooler = await startPgBouncer(url, options);
  if (!pooler) throw new Error('There is no PgBouncer on this machine.');
  t.teardown(() => pooler.stop());
  return pooler;
}

type Tail<F> = F extends (first: string, ...rest: infer Rest) => unknown ? Rest : never;

/** One instance of the service, as far as its database is concerned. */
async function open(t: Test, address: string | (() => string), options: DatabaseOptions = {}) {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const database = await openDatabase(address, { ...options, warn });
  t.teardown(() => database.close());
  return { database, warnings, pets: openPets(database), orders: openOrders(database) };
}

type Instance = Awaited<ReturnType<typeof open>>;

const FIRST = { after: 0n, count: 5, status: undefined };

/** What callers do, all at once; each checks what it gets. */
async function work(t: Test, { database, pets, orders }: Instance, round: number) {
  const { client } = database;
  const name = `pet ${round}`;
  const key = { customerId: 1, key: `key ${round}` };
  const tasks = [
    async () => {
      for (const { name } of await pets.list({ ...FIRST, count: 1 + (round % 20) }))
        t.match(name, /^pet/);
    },
    async () => {
      for (const { quantity } of await orders.list(FIRST)) t.equal(quantity, 7);
    },
    async () => {
      for (const { status } of await pets.list({ ...FIRST, status: 'sold' }))
        t.equal(status, 'sold');
    },
    async () => {
      for (const { status } of await orders.list({ ...FIRST, status: 'placed' }))
        t.equal(status, 'placed');
    },
    async () => {
      const created = await pets.create({ name, categoryId: 1n, status: 'sold' });
      t.same(await pets.find(created.id), created);
    },
    async () => {
      const pet = { name, categoryId: BigInt(round), status: 'sold' } as const;
      const [first, second] = [await pets.createOnce(pet, key), await pets.createOnce(pet, key)];
      t.same(first, second);
    },
    async () => {
      t.equal((await client.customer.findMany()).length, 1);
    },
  ];
  // In another order in each round and instance.
  const order = [...tasks.slice(round % tasks.length), ...tasks.slice(0, round % tasks.length)];
  await Promise.all(order.map((task) => task()));
}

async function prepare(database: Database) {
  const { client } = database;
  await client.$executeRaw`TRUNCATE customers, api_keys, pets, orders, idempotency_keys RESTART IDENTITY`;
  await client.customer.create({ data: { name: 'A', plan: 'free' } });
  await client.pet.create({ data: { name: 'pet', categoryId: 1n, status: 'sold' } });
  await client.order.create({ data: { petId: 1n, quantity: 7, status: 'placed' } });
}

const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

for (const mode of ['transaction', 'session'] as const) {
  t.test(`responses are right behind PgBouncer in ${mode} mode`, { skip }, async (t) => {
    const pooler = await startPooler(t, { mode, poolSize: mode === 'session' ? 40 : 4 });
    await applyMigrations(pooler.url);
    const instances = [
      await open(t, pooler.url, PATIENT),
      await open(t, pooler.url, PATIENT),
      await open(t, pooler.url, PATIENT),
    ];
    t.same(await pendingMigrations((instances[0] as Instance).database), []);
    await prepare((instances[0] as Instance).database);
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(instances.map((instance, i) => work(t, instance, round * 3 + i)));
    }
    const expected = mode === 'session' ? [] : [LOST];
    for (const { warnings } of instances) t.same(warnings, expected, 'found out at start');
  });
}
