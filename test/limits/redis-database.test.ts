import t from 'tap';
import { openStore } from '../helper.ts';
import { openInstance } from '../support/counters.ts';
import { NEEDS_REDIS, startRedis } from '../support/redis.ts';
import { startCluster } from '../support/redis-cluster.ts';
import { runScript } from '../support/scripts.ts';
import { until } from '../support/until.ts';

/*
 * No request is counted in another database than that of REDIS_URL.
 */

const FEW = { settings: ['--databases 2'] };
const KEY = 'shop:limits:{7}';
const OUT_OF_RANGE = 'ERR DB index is out of range';

t.test('counts in the database that the address names', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t, FEW);
  for (const [path, database] of [
    ['', 0],
    ['/', 0],
    ['/0', 0],
    ['/1', 1],
    ['?db=1', 1],
  ] as const) {
    await redis.client.flushall();
    const { count, lines, store } = await openInstance(t, redis.url + path);
    await count(7);
    t.strictSame([store.isUp(), lines], [true, []], path);
    await redis.client.select(database);
    t.equal(await redis.client.hget(KEY, 'day:used'), '1', path);
    await redis.client.select(1 - database);
    t.equal(await redis.client.dbsize(), 0, path);
  }
});

t.test('does not start where the database cannot be used', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t, { ...FEW, users: ['counter on >x ~* +@all -select'] });
  const { masters } = await startCluster(t);
  const asCounter = redis.url.replace('//', '//counter:x@');
  const noSelect = "NOPERM this user has no permissions to run the 'select' command";
  const noCluster = 'ERR SELECT is not allowed in cluster mode';
  const table: [url: string, reason: string][] = [
    [`${redis.url}/2`, `REDIS_URL names the database 2: ${OUT_OF_RANGE}`],
    [`${redis.url}/99`, `REDIS_URL names the database 99: ${OUT_OF_RANGE}`],
    [`${asCounter}/1`, `REDIS_URL names the database 1: ${noSelect}`],
    [`${masters[0].url}/1`, `REDIS_URL names the database 1: ${noCluster}`],
    ['redis://a:1/1,redis://b:1/1', 'REDIS_URL names the database 1: a cluster has only 0'],
    ['redis://a:1,redis://b:1/2', 'REDIS_URL names the database 2: a cluster has only 0'],
  ];
  for (const [url, reason] of table) {
    await t.rejects(openInstance(t, url), { message: reason }, reason);
  }
  t.equal(await redis.client.dbsize(), 0);
  const { store } = await openInstance(t, `${asCounter}/0`);
  t.ok(store.isUp(), 'the database 0 needs no permission for SELECT');

  const settings = { PORT: '0', REDIS_URL: `${redis.url}/99` };
  const { code, stderr } = await runScript(t, 'src/server.ts', [], { settings });
  t.strictSame([code, stderr], [1, `REDIS_URL names the database 99: ${OUT_OF_RANGE}\n`]);
});

t.test('counts locally while the server has too few databases', NEEDS_REDIS, async (t) => {
  const before = await startRedis(t);
  const settings = { REDIS_URL: `${before.url}/9`, LOG_LEVEL: 'info' };
  const { app, log, send } = await openStore(t, settings);
  const stateIs = (state: string) => async () =>
    (await app.inject('/readyz')).payload.includes(`"redis":"${state}"`);
  await until(stateIs('ok'));
  await before.kill();
  const after = await startRedis(t, { ...FEW, port: before.port });
  await until(() => log.some((line) => line.includes(OUT_OF_RANGE)));
  for (let i = 0; i < 5; i += 1) t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
  await until(stateIs('degraded'));
  t.equal(await after.client.dbsize(), 0);
  await after.kill();
  await before.start();
  await until(stateIs('ok'));
  await before.client.select(9);
  t.equal(await before.client.dbsize(), 2, 'the customer, and the check');
});
