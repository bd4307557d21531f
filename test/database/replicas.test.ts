import fastify from 'fastify';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { openPets } from '../../src/database/pets.ts';
import { openReplica } from '../../src/database/replica/index.ts';
import { nextPage } from '../helper.ts';
import { openInstance } from '../support/instances.ts';
import { startProxy } from '../support/proxy.ts';
import { startRedis } from '../support/redis.ts';
import { execute, newDatabase, type Servers, startServers } from '../support/replication.ts';
import { until } from '../support/until.ts';

/*
 * Reads from a replica, on real servers. While its replay is paused, what the primary shows in addition
 * tells where a read went.
 */

/** Longer than any test holds a replica. */
const LONG_LAG = { DATABASE_READ_MAX_LAG_SECONDS: '60' };
const SHORT_LAG = { DATABASE_READ_MAX_LAG_SECONDS: '1' };

const PAUSE = 'SELECT pg_wal_replay_pause()';
const RESUME = 'SELECT pg_wal_replay_resume()';

const running = await startServers(t);

async function openServers(t: Test): Promise<Servers | undefined> {
  return running && newDatabase(t, running);
}

/** Two instances with one Redis, and a replica that shows the animal "old" and no later one. */
async function openInstances(t: Test) {
  const servers = await openServers(t);
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
    const servers = await openServers(t);
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
    await until(() => isOnReplica(reader));
    t.pass('reads go to the replica');
    await a.create(writer, 'later');
    t.same(await a.names(writer), ['new', 'later']);
  },
);

t.test('a replica that falls behind is not read from, until it has caught up', async (t) => {
  const servers = await openServers(t);
  if (!servers) return;
  const a = await openInstance(t, servers, SHORT_LAG);
  const key = await a.newKey();
  await a.untilReplicaIs('ok');
  await execute(servers.standby, PAUSE);
  await execute(
    servers.primary,
    "INSERT INTO pets (name, category_id, status) VALUES ('new', 1, 'sold')",
  );
  await a.untilLogged(/^The replica is not read from.*: The replica is more than 1 s behind$/);
  await a.untilReplicaIs('degraded');
  for (let i = 0; i < 20; i += 1) t.same(await a.names(key), ['new']);
  await execute(servers.standby, RESUME);
  await a.untilReplicaIs('ok');
});

t.test('a replica that is lost costs no request, and is used again when it is back', async (t) => {
  const servers = await openServers(t);
  if (!servers) return;
  const a = await openInstance(t, servers, SHORT_LAG);
  const key = await a.newKey();
  await a.untilReplicaIs('ok');
  await servers.standby.kill();
  for (let i = 0; i < 50; i += 1) t.same(await a.names(key), []);
  await a.untilReplicaIs('degraded');
  await servers.standby.start();
  await a.untilReplicaIs('ok');
  t.ok(a.lines().length < 10, 'not a line for each read');
});

t.test('a replica that hangs delays reads once', async (t) => {
  const servers = await openServers(t);
  if (!servers) return;
  const proxy = await startProxy(t, Number(new URL(servers.standby.url).port));
  const url = new URL(servers.standby.url);
  url.port = String(proxy.port);
  const a = await openInstance(t, servers, { ...SHORT_LAG, DATABASE_READ_URL: url.href });
  const key = await a.newKey();
  await a.untilReplicaIs('ok');
  proxy.hang();
  const lists = Array.from({ length: 40 }, (_, i) => a.names(key, `/v1/pets?limit=${1 + (i % 4)}`));
  t.same(await Promise.all(lists), Array(40).fill([]));
  await a.untilReplicaIs('degraded');
  proxy.resume();
  await a.untilReplicaIs('ok');
});

t.test('a read that fails on the replica alone is made on the primary', async (t) => {
  const servers = await openServers(t);
  const redis = servers && (await startRedis(t));
  if (!redis) return;
  await execute(servers.primary, 'CREATE ROLE stranger LOGIN');
  const url = servers.standby.url.replace('postgres@', 'stranger@');
  const settings = { DATABASE_READ_URL: url, REDIS_URL: redis.url, ...LONG_LAG };
  const a = await openInstance(t, servers, settings);
  const key = await a.newKey();
  const denials = () =>
    a.lines().filter((line) => /: permission denied for table pets$/.test(line));
  await a.untilReplicaIs('ok');
  let reads = 0;
  for (; denials().length < 2; reads += 1) t.same(await a.names(key), []);
  t.ok(reads > 2, 'it is tried less often than it is asked for');
});

t.test('reads for nobody in particular are made on the primary', async (t) => {
  const servers = await openServers(t);
  if (!servers) return;
  const database = await openDatabase(servers.primary.url);
  t.teardown(() => database.close());
  const options = { address: servers.standby.url, settings: {}, maxLagSeconds: 1 };
  const { log } = fastify();
  const replica = openReplica({ ...options, sharedWrites: undefined }, database.query, log);
  t.teardown(() => replica.close());
  const pets = openPets({ ...database, replica });
  await until(() => replica.isUp());
  await execute(servers.standby, PAUSE);
  const { id } = await pets.create({ name: 'new', categoryId: 1n, status: 'sold' });
  t.match(await pets.find(id), { name: 'new' });
});
