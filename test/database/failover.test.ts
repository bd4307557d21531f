import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import { checkAnswer } from '../contract/check-response.ts';
import { startProxy } from '../support/proxy.ts';
import { execute, startServers } from '../support/replication.ts';
import { testConfig } from '../support/test-config.ts';
import { until } from '../support/until.ts';

/*
 * A primary that fails or steps down, and a replica that takes its place.
 */

const NO_LIMITS = { perMinute: 1_000_000, perDay: 1_000_000 };

/** The service with both servers in its address. */
async function openService(t: Test, primaryUrl: string, standbyUrl: string) {
  const hosts = [primaryUrl, standbyUrl].map((url) => new URL(url).host).join();
  const config = testConfig({
    DATABASE_URL: `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    DATABASE_READ_URL: standbyUrl,
    DATABASE_READ_MAX_LAG_SECONDS: '1',
    LOG_LEVEL: 'error',
  });
  const database = await openDatabase(config.DATABASE_URL);
  t.teardown(() => database.close());
  const log: string[] = [];
  const app = await buildApp(config, database, { write: (line) => log.push(line) });
  t.teardown(() => app.close());
  const customer = { name: 'A customer', plan: 'enterprise', limits: NO_LIMITS } as const;
  const { key } = await createKey(database.client, customer);
  const authorization = `Bearer ${key}`;
  return {
    log,
    async create(name: string, idempotencyKey?: string) {
      const response = await app.inject({
        method: 'POST',
        url: '/v1/pets',
        headers: { authorization, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
        payload: { name, categoryId: 7 },
      });
      checkAnswer('POST', '/v1/pets', response);
      return response.statusCode;
    },
    async list() {
      const response = await app.inject({ url: '/v1/pets?limit=1', headers: { authorization } });
      checkAnswer('GET', '/v1/pets', response);
      return response.statusCode;
    },
  };
}

/** The names of all animals on a server. */
async function namesOn(url: string): Promise<string[]> {
  const { client, close } = await openDatabase(url);
  const pets = await client.pet.findMany({ orderBy: { id: 'asc' } });
  await close();
  return pets.map(({ name }) => name);
}

t.test(
  'after a promotion the service goes on, with every animal that it has confirmed',
  async (t) => {
    const servers = await startServers(t);
    if (!servers) return;
    const { primary, standby } = servers;
    // From here on nothing is confirmed that the replica does not have.
    await execute(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await execute(primary, 'SELECT pg_reload_conf()');
    const { create, list } = await openService(t, primary.url, standby.url);

    const confirmed: string[] = [];
    const statuses = new Set<number>();
    let isOver = false;
    /** Repeats each create until it is confirmed. */
    async function write(writer: number) {
      for (let i = 0; !isOver; i += 1) {
        const name = `${writer}.${i}`;
        for (let status = 0; status !== 201; ) {
          status = await create(name, `key-${name}`);
          statuses.add(status);
        }
        confirmed.push(name);
      }
    }
    /** Sends each create once. */
    async function writeOnce(writer: number) {
      for (let i = 0; !isOver; i += 1) {
        const status = await create(`once ${writer}.${i}`);
        statuses.add(status);
        if (status === 201) confirmed.push(`once ${writer}.${i}`);
      }
    }
    async function read() {
      while (!isOver) statuses.add(await list());
    }
    const callers = [write(1), write(2), write(3), writeOnce(1), writeOnce(2), read(), read()];
    await until(() => confirmed.length > 100);
    await primary.kill();
    await standby.promote();
    const before = confirmed.length;
    await until(() => confirmed.length > before + 100);
    isOver = true;
    await Promise.all(callers);

    t.same(
      [...statuses].filter((status) => ![200, 201, 409, 503].includes(status)),
      [],
    );
    const names = await namesOn(standby.url);
    t.equal(names.length, new Set(names).size, 'nothing is there twice');
    const present = new Set(names);
    t.same(
      confirmed.filter((name) => !present.has(name)),
      [],
      'nothing is missing',
    );
  },
);

t.test('connections to a primary that has stepped down are replaced at once', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const { primary, standby } = servers;
  const { create, log } = await openService(t, primary.url, standby.url);
  await Promise.all(Array.from({ length: 20 }, (_, i) => create(`before ${i}`, `key-${i}`)));
  await execute(primary, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await execute(primary, 'SELECT pg_reload_conf()');
  // Only after that no new connection may write.
  await until(() =>
    execute(primary, 'DELETE FROM pets WHERE false').then(
      () => false,
      () => true,
    ),
  );
  await standby.promote();
  for (let i = 0; i < 20; ) if ((await create(`after ${i}`, `later-${i}`)) === 201) i += 1;
  t.ok((await namesOn(standby.url)).includes('after 19'));
  // Each of the old connections would have rejected one.
  const rejections = log.filter((line) => line.includes('read-only transaction'));
  t.ok(rejections.length <= 1, `${rejections.length} writes were rejected`);
});

t.test(
  'a connection that has rejected a write is replaced where any server is wanted',
  async (t) => {
    const servers = await startServers(t);
    if (!servers) return;
    const { primary } = servers;
    const { client, query, close } = await openDatabase(primary.url, { poolSize: 1 });
    t.teardown(close);
    const process = async () => (await query<[number]>('SELECT pg_backend_pid()', []))[0]?.[0];
    const create = () =>
      client.$transaction((transaction) =>
        transaction.pet.create({ data: { name: 'Rex', categoryId: 1n, status: 'sold' } }),
      );
    const before = await process();
    await create();
    t.equal(await process(), before);
    await execute(primary, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await execute(primary, 'SELECT pg_reload_conf()');
    await until(() =>
      create().then(
        () => false,
        () => true,
      ),
    );
    t.not(await process(), before);
  },
);

t.test('a primary that hangs is replaced too', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const { primary, standby } = servers;
  const url = new URL(primary.url);
  const proxy = await startProxy(t, Number(url.port));
  url.port = String(proxy.port);
  const { create } = await openService(t, url.href, standby.url);
  t.equal(await create('before'), 201);
  proxy.hang();
  await standby.promote();
  await until(async () => (await create('after', 'key')) === 201);
  t.same(
    (await namesOn(standby.url)).filter((name) => name === 'after'),
    ['after'],
  );
});
