import t, { type Test } from 'tap';
import { startPostgres } from '../../scripts/testbed/postgres.ts';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import { checkAnswer } from '../contract/check-response.ts';
import { nextPage } from '../helper.ts';
import { startProxy } from '../support/proxy.ts';
import { startRedis } from '../support/redis.ts';
import { execute, type Servers, startServers, until } from '../support/replication.ts';
import { testConfig } from '../support/test-config.ts';

/*
 * Reads from a replica, on real servers. While its replay is paused, what the primary shows in addition
 * tells where a read went.
 */

const NO_LIMITS = { perMinute: 1_000_000, perDay: 1_000_000 };
/** Longer than any test holds a replica. */
const LONG_LAG = { DATABASE_READ_MAX_LAG_SECONDS: '60' };
const SHORT_LAG = { DATABASE_READ_MAX_LAG_SECONDS: '1' };

const PAUSE = 'SELECT pg_wal_replay_pause()';
const RESUME = 'SELECT pg_wal_replay_resume()';

/** An instance of the service, which reads from the replica. */
async function openInstance(
  t: Test,
  { primary, standby }: Servers,
  settings: Record<string, string>,
) {
  const config = testConfig({
    LOG_LEVEL: 'info',
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
    ...settings,
  });
  const database = await openDatabase(config.DATABASE_URL);
  t.teardown(() => database.close());
  const log: string[] = [];
  const app = await buildApp(config, database, { write: (line) => log.push(line) });
  t.teardown(() => app.close());

  async function send(key: string, url: string, payload?: object) {
    const method = payload ? 'POST' : 'GET';
    const headers = { authorization: `Bearer ${key}` };
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
    checkAnswer(method, url, response);
    return response;
  }

  return {
    app,
    send,
    newKey: async () => {
      const customer = { name: 'A customer', plan: 'enterprise', limits: NO_LIMITS } as const;
      return (await createKey(database.client, customer)).key;
    },
    create: (key: string, name: string) => send(key, '/v1/pets', { name, categoryId: 7 }),
    async names(key: string, url = '/v1/pets?limit=100'): Promise<string[]> {
      const response = await send(key, url);
      if (response.statusCode !== 200) throw new Error(response.payload);
      return response.json().map(({ name }: { name: string }) => name);
    },
    untilReplicaIs: (state: string) =>
      until(async () => (await app.inject('/readyz')).json().checks.replica === state),
    /** The lines about the replica: their messages and reasons. */
    lines: () =>
      log
        .map((line) => JSON.parse(line) as { msg: string; reason?: string })
        .filter(({ msg }) => msg?.includes('replica'))
        .map(({ msg, reason }) => (reason ? `${msg}: ${reason}` : msg)),
  };
}

/** Two instances with one Redis, and a replica that shows the animal "old" and no later one. */
async function openInstances(t: Test) {
  const servers = await startServers(t);
  const redis = servers && (await startRedis(t));
  if (!redis) return undefined;
  const settings = { REDIS_URL: redis.url, ...LONG_LAG };
  const [a, b] = [
    await openInstance(t, servers, settings),
    await openInstance(t, servers, settings),
  ];
  const [writer, reader] = [await a.newKey(), await a.newKey()];
  await execute(
    servers.primary,
    "INSERT INTO pets (name, category_id, status) VALUES ('old', 1, 'sold')",
  );
  await a.untilReplicaIs('ok');
  await b.untilReplicaIs('ok');
  const { client, close } = await openDatabase(servers.standby.url);
  await until(async () => (await client.pet.count()) === 1);
  await close();
  await execute(servers.standby, PAUSE);
  return { ...servers, redis, a, b, writer, reader };
}

t.test('a customer reads its own writes on every instance, others may see them late', async (t) => {
  const instances = await openInstances(t);
  if (!instances) return;
  const { a, b, writer, reader, standby } = instances;
  const created = await a.create(writer, 'new');
  t.equal(created.statusCode, 201);
  for (const instance of [a, b]) {
    t.same(await instance.names(writer), ['old', 'new']);
    t.same(await instance.names(writer, '/v1/pets?status=available'), ['new']);
    t.same(await instance.names(reader), ['old'], 'from the replica');
    t.same(await instance.names(reader, '/v1/pets?status=available'), []);
  }
  t.same((await b.send(writer, '/v1/store/orders')).json(), []);
  t.same((await b.send(reader, '/v1/store/orders')).json(), []);
  // In one tick: they share no query.
  t.same(await Promise.all([b.names(reader), b.names(writer), b.names(reader)]), [
    ['old'],
    ['old', 'new'],
    ['old'],
  ]);
  await execute(standby, RESUME);
  await until(async () => (await b.names(reader)).length === 2);
});

t.test('no animal that exists gets a 404, however late the replica is', async (t) => {
  const instances = await openInstances(t);
  if (!instances) return;
  const { a, b, writer, reader } = instances;
  const { id } = (await a.create(writer, 'new')).json();
  for (const key of [writer, reader]) {
    t.equal((await b.send(key, `/v1/pets/${id}`)).statusCode, 200);
    t.equal((await b.send(key, `/v1/pets/${id + 1}`)).statusCode, 404);
    t.equal((await b.send(key, `/v1/pets/${id - 1}`)).json().name, 'old');
  }
});

t.test('a replay of a create counts as a write, and so does one that fails', async (t) => {
  const instances = await openInstances(t);
  if (!instances) return;
  const { a, b, writer, primary } = instances;
  await execute(
    primary,
    "INSERT INTO pets (name, category_id, status) VALUES ('by another', 1, 'sold')",
  );
  t.same(await b.names(writer), ['old']);
  await execute(primary, 'ALTER TABLE pets RENAME TO elsewhere');
  t.equal((await a.create(writer, 'failed')).statusCode, 500);
  await execute(primary, 'ALTER TABLE elsewhere RENAME TO pets');
  t.same(await b.names(writer), ['old', 'by another']);
  const other = await a.newKey();
  const repeat = async (instance: typeof a) =>
    instance.app.inject({
      method: 'POST',
      url: '/v1/pets',
      headers: { authorization: `Bearer ${other}`, 'idempotency-key': 'one' },
      payload: { name: 'once', categoryId: 1 },
    });
  const { id } = (await repeat(a)).json();
  t.equal((await repeat(b)).json().id, id);
  t.same(await b.names(other), ['old', 'by another', 'once']);
});

t.test('the pages of a list leave no animal out', async (t) => {
  const instances = await openInstances(t);
  if (!instances) return;
  const { a, b, writer, reader } = instances;
  for (const name of ['1', '2', '3', '4']) await a.create(writer, name);
  const walk = async (key: string) => {
    const names: string[] = [];
    const turns = [a, b];
    for (let url: string | undefined = '/v1/pets?limit=2'; url; ) {
      const response = await (turns[names.length % 2] ?? a).send(key, url);
      names.push(...response.json().map(({ name }: { name: string }) => name));
      url = nextPage(response);
    }
    return names;
  };
  t.same(await walk(writer), ['old', '1', '2', '3', '4']);
  t.same(await walk(reader), ['old'], 'as if it had begun before');
  const first = await b.send(writer, '/v1/pets?limit=2');
  t.same(await b.names(reader, nextPage(first)), ['2', '3'], 'from the primary, as the first page');
});

t.test('while Redis is unavailable, and for some time after it, the primary is read', async (t) => {
  const instances = await openInstances(t);
  if (!instances) return;
  const { a, b, writer, reader, redis } = instances;
  t.same(await b.names(reader), ['old']);
  await redis.kill();
  await a.create(writer, 'new');
  t.same(await b.names(writer), ['old', 'new']);
  t.same(await b.names(reader), ['old', 'new']);
  await redis.start();
  await until(async () => (await b.app.inject('/readyz')).json().checks.redis === 'ok');
  t.same(await b.names(writer), ['old', 'new'], 'of which Redis was not told');
});

t.test(
  'without Redis an instance knows of its own writes, for as long as the lag may be',
  async (t) => {
    const servers = await startServers(t);
    if (!servers) return;
    const a = await openInstance(t, servers, { ...SHORT_LAG, DATABASE_READ_MAX_LAG_SECONDS: '2' });
    const [writer, reader] = [await a.newKey(), await a.newKey()];
    await a.untilReplicaIs('ok');
    // What a process before it has written may be missing on the replica at first.
    const isOnReplica = async (key: string) => {
      await execute(servers.standby, PAUSE);
      await execute(servers.primary, 'UPDATE pets SET category_id = category_id + 1');
      const [shown, written] = [
        (await a.send(key, '/v1/pets')).json()[0].categoryId,
        (await a.send(writer, '/v1/pets/1')).json().categoryId,
      ];
      await execute(servers.standby, RESUME);
      return shown !== written;
    };
    await a.create(writer, 'new');
    t.comment(await isOnReplica(reader));
    await until(() => isOnReplica(reader));
    t.pass('reads go to the replica');
  },
);

t.test('a replica that falls behind is not read from, until it has caught up', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const a = await openInstance(t, servers, SHORT_LAG);
  const key = await a.newKey();
  await a.untilReplicaIs('ok');
  await execute(servers.standby, PAUSE);
  await execute(
    servers.primary,
    "INSERT INTO pets (name, category_id, status) VALUES ('new', 1, 'sold')",
  );
  await a.untilReplicaIs('degraded');
  for (let i = 0; i < 20; i += 1) t.same(await a.names(key), ['new']);
  await execute(servers.standby, RESUME);
  await a.untilReplicaIs('ok');
  t.same(a.lines(), [
    'The replica is read from',
    'The replica is not read from: reads go to the primary: The replica is more than 1 s behind',
    'The replica is read from',
  ]);
});

t.test('a replica that is lost costs no request, and is used again when it is back', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const a = await openInstance(t, servers, SHORT_LAG);
  const key = await a.newKey();
  await a.untilReplicaIs('ok');
  await servers.standby.kill();
  for (let i = 0; i < 50; i += 1) t.same(await a.names(key), []);
  await a.untilReplicaIs('degraded');
  await servers.standby.start();
  await a.untilReplicaIs('ok');
  t.match(a.lines(), { length: 3, 1: /^The replica is not read from: reads go to the primary/ });
});

t.test('a replica that hangs delays reads once', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const proxy = await startProxy(t, Number(new URL(servers.standby.url).port));
  const url = new URL(servers.standby.url);
  url.port = String(proxy.port);
  const a = await openInstance(t, servers, { ...SHORT_LAG, DATABASE_READ_URL: url.href });
  const key = await a.newKey();
  await a.untilReplicaIs('ok');
  proxy.hang();
  t.same(await Promise.all(Array.from({ length: 40 }, () => a.names(key))), Array(40).fill([]));
  await a.untilReplicaIs('degraded');
  proxy.resume();
  await a.untilReplicaIs('ok');
});

t.test('a read that fails on the replica alone is made on the primary', async (t) => {
  const servers = await startServers(t);
  const redis = servers && (await startRedis(t));
  if (!redis) return;
  await execute(servers.primary, 'CREATE ROLE stranger LOGIN');
  const url = servers.standby.url.replace('postgres@', 'stranger@');
  const settings = { DATABASE_READ_URL: url, REDIS_URL: redis.url, ...SHORT_LAG };
  const a = await openInstance(t, servers, settings);
  const key = await a.newKey();
  await a.untilReplicaIs('ok');
  await until(async () => {
    t.same(await a.names(key), []);
    return a.lines().length >= 4;
  });
  t.same(a.lines().slice(0, 4), [
    'The replica is read from',
    'The replica is not read from: reads go to the primary: permission denied for table pets',
    'The replica is read from',
    'The replica is not read from: reads go to the primary: permission denied for table pets',
  ]);
});

t.test('only a replica of this database is read from, or the primary itself', async (t) => {
  const servers = await startServers(t);
  const stranger = servers && (await startPostgres());
  if (!stranger) return;
  t.teardown(() => stranger.stop());
  const other = await openInstance(t, { ...servers, standby: stranger }, SHORT_LAG);
  await until(() => other.lines().length > 0);
  t.match(other.lines(), [/DATABASE_READ_URL leads to another database than DATABASE_URL$/]);

  const same = await openInstance(t, { ...servers, standby: servers.primary }, SHORT_LAG);
  await same.untilReplicaIs('ok');

  const swapped = { primary: servers.standby, standby: servers.primary };
  const reversed = await openInstance(t, swapped, SHORT_LAG);
  await until(() => reversed.lines().length > 0);
  t.match(reversed.lines(), [/DATABASE_URL leads to a replica$/]);

  const apart = await openInstance(t, servers, SHORT_LAG);
  await apart.untilReplicaIs('ok');
  await servers.standby.promote();
  await apart.untilReplicaIs('degraded');
  t.match(apart.lines()[1], /DATABASE_READ_URL leads to another primary than DATABASE_URL$/);
});
