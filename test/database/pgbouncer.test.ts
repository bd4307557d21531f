import pg from 'pg';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { isDatabaseFault } from '../../src/database/faults.ts';
import { applyMigrations, pendingMigrations } from '../../src/database/migrations.ts';
import type { DatabaseOptions } from '../../src/database/options.ts';
import { openOrders } from '../../src/database/orders.ts';
import { openPets } from '../../src/database/pets.ts';
import { createKey } from '../../src/keys/administration.ts';
import { startScript } from '../support/scripts.ts';
import { startPgBouncer } from '../support/servers/pgbouncer.ts';
import { freePort } from '../support/servers/ports.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { testConfig } from '../support/test-config.ts';

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

/** How long everything may take on a machine with much other work. */
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

t.test('no request needs a transaction: PgBouncer in statement mode', { skip }, async (t) => {
  const direct = await open(t, url, PATIENT);
  await applyMigrations(url);
  await prepare(direct.database);
  const pooler = await startPooler(t, { mode: 'statement', poolSize: 2 });
  const { key } = await createKey(direct.database.client, { name: 'A', plan: 'free' });
  const { database } = await open(t, pooler.url, PATIENT);
  const app = await buildApp(testConfig({ DATABASE_URL: pooler.url }), database);
  t.teardown(() => app.close());
  const send = async (method: 'GET' | 'POST', path: string, idempotencyKey?: string) => {
    const authorization = `Bearer ${key}`;
    const payload = { name: 'Rex', categoryId: 7 };
    const response = await app.inject({
      method,
      url: `/v1/${path}`,
      headers: { authorization, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      ...(method === 'POST' && { payload }),
    });
    return [response.statusCode, response.json().id];
  };
  t.same(await send('GET', 'store/orders'), [200, undefined]);
  t.same(await send('POST', 'pets'), [201, 2]);
  t.same(await send('POST', 'pets', 'key'), [201, 3]);
  t.same(await send('POST', 'pets', 'key'), [201, 3]);
  t.same(await send('GET', 'pets/3'), [200, 3]);
  for (let i = 0; i < 70; i += 1) await send('GET', 'pets');
  const { bannedUntil } = await direct.database.client.apiKey.findFirstOrThrow();
  t.ok(bannedUntil, 'a ban is stored');
});

t.test('the process says so in its log, once', { skip }, async (t) => {
  const pooler = await startPooler(t, { mode: 'transaction' });
  const settings = { PORT: '0', DATABASE_URL: pooler.url, DATABASE_CONNECT_TIMEOUT_MS: '20000' };
  const service = await startScript(t, 'src/server.ts', [], { settings });
  await service.waitFor(/ on Node /);
  const { stdout, stderr } = await service.end('SIGTERM');
  t.equal(stdout.split(LOST).length - 1, 1);
  t.equal(stderr, '');
});

t.test('goes on when the pooler comes, changes its mode, and goes', { skip }, async (t) => {
  let address = url;
  const one = { ...PATIENT, poolSize: 1 };
  const { database, warnings, pets } = await open(t, () => address, one);
  const isNamed = async () => {
    await pets.find(1n);
    const names = await database.client.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_prepared_statements WHERE statement LIKE '%FROM pets WHERE id = $1'`;
    return names.length > 0;
  };
  /** As by a failover: the connection ends, and the next one leads elsewhere. */
  const moveTo = async (next: string) => {
    address = next;
    await database.client.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`.catch(
      () => undefined,
    );
  };
  t.equal(await isNamed(), true);

  const session = await startPooler(t, { mode: 'session' });
  await moveTo(session.url);
  t.equal(await isNamed(), true);
  await session.stop();
  t.same(warnings, []);

  const transaction = await startPooler(t, { mode: 'transaction', poolSize: 1 });
  await moveTo(transaction.url);
  await pets.find(1n);
  const other = await open(t, transaction.url, one);
  t.same(other.warnings, [LOST]);
  await other.database.client.$executeRaw`DEALLOCATE ALL`;
  t.equal(await isNamed(), false);
  t.same(warnings, [LOST]);

  await moveTo(url);
  t.equal(await isNamed(), true, 'names survive where no pooler is in between');
  t.same(warnings, [LOST]);
});

t.test('a statement whose name is gone is run without it', { skip }, async (t) => {
  const pooler = await startPooler(t, { mode: 'session' });
  for (const [address, expected] of [
    [pooler.url, [LOST]],
    [url, []],
  ] as const) {
    const { database, warnings, pets } = await open(t, address, { ...PATIENT, poolSize: 1 });
    const pet = await pets.create({ name: 'Rex', categoryId: 1n, status: 'sold' });
    t.same(await pets.find(pet.id), pet);
    await database.client.$executeRaw`DEALLOCATE ALL`;
    t.same(await pets.find(pet.id), pet);
    t.same(warnings, expected);
  }
});

t.test('starts on the last session of a pooler', { skip }, async (t) => {
  const pooler = await startPooler(t, { mode: 'session', poolSize: 1 });
  const { pets, warnings } = await open(t, pooler.url, { ...PATIENT, connectTimeoutMs: 4_000 });
  t.same(await pets.list({ ...FIRST, status: 'pending' }), []);
  t.same(warnings, []);
});

t.test('times are in UTC, whatever the server and other clients have', { skip }, async (t) => {
  const pooler = await startPooler(t, { mode: 'transaction', poolSize: 1 });
  const { database } = await open(t, pooler.url, PATIENT);
  const { client } = database;
  const other = new pg.Client(pooler.url);
  await other.connect();
  await other.query("SET TIME ZONE 'Asia/Kolkata'");
  const createdAt = new Date('2026-03-08T07:30:00.123Z');
  const { id } = await client.customer.create({ data: { name: 'B', plan: 'free', createdAt } });
  const { rows } = await other.query(
    'SELECT (extract(epoch FROM created_at) * 1000)::float8 AS milliseconds FROM customers WHERE id = $1',
    [id],
  );
  await other.end();
  t.same(rows, [{ milliseconds: Number(createdAt) }]);
  t.same((await client.customer.findUnique({ where: { id } }))?.createdAt, createdAt);
});

t.test('a slow statement is ended on the server, which the pooler hides', { skip }, async (t) => {
  const pooler = await startPooler(t, { mode: 'transaction' });
  const { database, pets } = await open(t, pooler.url, { ...PATIENT, statementTimeoutMs: 2_000 });
  const direct = await open(t, url, { isTimed: false });
  const { client } = direct.database;
  await client.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE pets IN ACCESS EXCLUSIVE MODE`;
      const error = await pets.find(1n).catch((error: unknown) => error);
      t.equal(isDatabaseFault(error), true);
      t.match(error, /canceling statement/);
      const waiting = await client.$queryRaw`
        SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
      t.same(waiting, []);
    },
    { timeout: 60_000 },
  );
  t.same(await pets.find(-1n), undefined);

  pooler.freeze();
  const error = await pets.find(1n).catch((error: unknown) => error);
  t.equal(isDatabaseFault(error), true, 'also when nobody responds');
  t.match(database.pool(), { size: 10, waiting: 0 });
});

t.test('errors of the pooler itself are faults of the database', { skip }, async (t) => {
  const closed = new URL(url);
  closed.port = String(await freePort());
  const pooler = await startPgBouncer(closed.href, {
    mode: 'transaction',
    settings: ['query_wait_timeout = 1'],
  });
  t.teardown(() => pooler?.stop());
  const error = await openDatabase(pooler?.url ?? '', PATIENT).catch((error: unknown) => error);
  t.equal(isDatabaseFault((error as Error).cause), true);
  t.match(error, { message: /query_wait_timeout/ });

  const impatient = await startPooler(t, { mode: 'session', settings: ['query_timeout = 3'] });
  const { pets } = await open(t, impatient.url, PATIENT);
  const { database } = await open(t, url, PATIENT);
  await database.client.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE pets IN ACCESS EXCLUSIVE MODE`;
      const error = await pets.find(1n).catch((error: unknown) => error);
      t.equal(
        isDatabaseFault(error),
        true,
        'also for one that waits longer than the pooler allows',
      );
    },
    { timeout: 60_000 },
  );
});
