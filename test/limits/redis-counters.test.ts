import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import { createRedisCounters } from '../../src/limits/redis-counters.ts';
import { openStore, stopClock } from '../helper.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { startRedis, untilAnswering } from '../support/redis.ts';
import { freePort } from '../support/servers/ports.ts';
import { undisturbed } from '../support/undisturbed.ts';
import { until } from '../support/until.ts';

const READY = '"redis":"ok"';

const LIMITS = { perMinute: 60, perDay: 100 };
const BAN_AFTER = 1_000;

/** Counters in a Redis of their own, which can be used. */
async function openCounters(t: Test, banAfter = BAN_AFTER) {
  const redis = await startRedis(t);
  if (!redis) return undefined;
  const counters = createRedisCounters(redis.url, 'shop', banAfter);
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.check());
  return { redis, counters };
}

t.test('three instances together admit exactly the limit', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const url = await createDatabase(t);
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const settings = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    BAN_AFTER_REFUSALS: '1000',
    TRUST_PROXY: 'loopback',
  };
  const servers = await Promise.all(
    [1, 2, 3].map(async () => {
      const metricsPort = await freePort();
      const server = await startServer(t, { ...settings, METRICS_PORT: String(metricsPort) });
      return { ...server, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
    }),
  );
  const outages = async () => {
    const metrics = servers.map(async (server) => (await fetch(server.metrics)).text());
    const counts = (await Promise.all(metrics)).map((text) => /^counter_fallbacks.*/m.exec(text));
    return counts.join();
  };

  /** Sends requests to each in turn. Returns how many had each status. */
  async function callAll(headers: Record<string, string>) {
    const calls = Array.from({ length: 200 }, async (_, i) => {
      const { origin } = servers[i % servers.length] as (typeof servers)[0];
      return (await fetch(`${origin}/v1/pets`, { headers })).status;
    });
    const statuses = Map.groupBy(await Promise.all(calls), (status) => status);
    return Object.fromEntries([...statuses].map(([status, { length }]) => [status, length]));
  }

  const untilUp = async () => {
    for (const { origin } of servers) {
      const isUp = async () => (await (await fetch(`${origin}/readyz`)).text()).includes(READY);
      await until(isUp, 'Redis is available');
    }
  };

  const customers = await undisturbed({ untilUp, outages }, async () => {
    const { key } = await createKey(database.client, { name: 'A customer', plan: 'free' });
    return callAll({ authorization: `Bearer ${key}` });
  });
  t.strictSame(customers, { 200: 60, 429: 140 });
  const anonymous = await undisturbed({ untilUp, outages }, (number) =>
    callAll({ 'x-forwarded-for': `192.0.2.${number}` }),
  );
  t.strictSame(anonymous, { 401: 60, 429: 140 });
});

t.test('waits for no Redis that accepts connections and does not respond', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const counters = createRedisCounters(`redis://127.0.0.1:${port}`, 'shop', BAN_AFTER);
  t.teardown(() => {
    counters.close();
    silent.close();
  });
  const late = wait(15_000, 'after 15 s', { ref: false });
  const count = counters.count(7, LIMITS).catch(() => 'rejected');
  t.equal(await Promise.race([count, wait(500, 'after a while')]), 'rejected');
  t.equal(await Promise.race([counters.connected(), late]), undefined);
});

t.test('counts in one command, in a key of its namespace that expires', async (t) => {
  const opened = await openCounters(t);
  if (!opened) return;
  const { redis, counters } = opened;
  await counters.count(7, LIMITS, 8);
  await redis.client.config('RESETSTAT');
  for (let i = 0; i < 99; i += 1) await counters.count(7, LIMITS, 8);

  const stats = await redis.client.info('commandstats');
  t.match(stats, /cmdstat_evalsha:calls=99,/);
  t.notMatch(stats, /cmdstat_(eval|ping|multi):/);
  t.same(await redis.client.keys('*'), ['shop:{7}:usage']);
  const seconds = Number(await redis.client.ttl('shop:{7}:usage'));
  t.ok(seconds > 86_300 && seconds <= 86_400, `expires in ${seconds} s`);
});

t.test('a window that is over is empty, and a rejected request counts in neither', async (t) => {
  const opened = await openCounters(t);
  if (!opened) return;
  const { redis, counters } = opened;
  const age = (window: string, seconds: number) =>
    redis.client.hincrby('shop:{7}:usage', `${window}_opened`, -seconds);

  for (let i = 0; i < 61; i += 1) await counters.count(7, LIMITS, 8);
  const rejected = await counters.count(7, LIMITS, 8);
  t.equal(rejected.rejectedBy?.name, 'minute');
  t.equal(rejected.rejections, 2);
  t.equal(rejected.windows[1].remaining, 40, 'the day has not counted the rejected requests');

  await age('minute', 60);
  const next = await counters.count(7, LIMITS, 8);
  t.equal(next.rejectedBy, undefined);
  t.same(
    next.windows.map(({ remaining }) => remaining),
    [59, 39],
  );

  for (let i = 0; i < 39; i += 1) await counters.count(7, LIMITS, 8);
  const dayUsedUp = await counters.count(7, LIMITS, 8);
  t.equal(dayUsedUp.rejectedBy?.name, 'day');
  t.equal(dayUsedUp.windows[0].remaining, 20, 'the minute has not counted the rejected request');

  await age('day', 86_400);
  t.equal((await counters.count(7, LIMITS, 8)).rejectedBy, undefined);
});

t.test('peeks without counting', async (t) => {
  const opened = await openCounters(t);
  if (!opened) return;
  const { counters } = opened;
  const small = { perMinute: 1, perDay: 100 };
  await counters.count(7, small, 8);
  for (let i = 0; i < 3; i += 1) {
    const { windows, rejections } = await counters.peek(7, small);
    t.match(windows, [
      { name: 'minute', remaining: 0 },
      { name: 'day', remaining: 99 },
    ]);
    t.equal(rejections, 0);
  }
  t.equal((await counters.count(7, small, 8)).rejections, 1);
});

t.test('shows a banned key what is left of its limits', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openStore(t, { REDIS_URL: redis.url, BAN_AFTER_REFUSALS: '1' });
  const { key } = await store.createKey({ plan: 'free' });
  const call = () => store.send({ url: '/v1/pets?limit=1', key });
  while ((await call()).statusCode !== 429);
  const { payload, headers } = await call();
  t.match(payload, /"api_key_banned"/);
  t.match(headers.ratelimit, /^"minute";r=0;t=\d+, "day";r=940;t=\d+$/);
});

for (const seconds of [3_600, -3_600]) {
  t.test(`responses agree with a clock that is ${seconds} s ahead of that of Redis`, async (t) => {
    const redis = await startRedis(t);
    if (!redis) return;
    const moveClock = stopClock(t);
    moveClock(seconds);
    const store = await openStore(t, { REDIS_URL: redis.url, BAN_AFTER_REFUSALS: '1' });
    const { key } = await store.createKey({
      plan: 'enterprise',
      limits: { perMinute: 1, perDay: 5 },
    });
    const call = async () => (await store.send({ url: '/v1/pets?limit=1', key })).headers;
    const wait = (reset: unknown) => Number(reset) - Math.floor(Date.now() / 1_000);
    const admitted = wait((await call())['x-ratelimit-reset']);
    t.ok(admitted > 50 && admitted <= 63, `the minute ends in ${admitted} s`);
    const rejected = await call();
    t.ok(Math.abs(wait(rejected['x-ratelimit-reset']) - Number(rejected['retry-after'])) <= 3);
    const banned = await call();
    t.equal(wait(banned['x-ratelimit-reset']), 300);
    t.ok(Math.abs(300 - Number(banned['retry-after'])) <= 3, `ends in ${banned['retry-after']} s`);
  });
}

t.test('a clock of Redis that is set back neither refunds nor freezes a window', async (t) => {
  const opened = await openCounters(t);
  if (!opened) return;
  const { redis, counters } = opened;
  for (let i = 0; i < 60; i += 1) await counters.count(7, LIMITS, 8);
  // For a clock that was set back by an hour, the window was opened an hour in the future.
  await redis.client.hincrby('shop:{7}:usage', 'minute_opened', 3_600);
  const { rejectedBy, nowSeconds } = await counters.count(7, LIMITS, 8);
  t.equal(rejectedBy?.name, 'minute', 'what was used stays used');
  t.equal(rejectedBy?.resetsAtSeconds, nowSeconds + 60, 'for no longer than a window');
});

t.test('runs on Redis Cluster', async (t) => {
  const redis = await startRedis(
    t,
    ...['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
    ...['--cluster-port', String(await freePort())],
  );
  if (!redis) return;
  await redis.client.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  const counters = createRedisCounters(`${redis.url},${redis.url}`, 'shop', BAN_AFTER);
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.count(1, LIMITS, 8));
  const counts = await Promise.all(Array.from({ length: 100 }, () => counters.count(7, LIMITS, 8)));
  t.equal(counts.filter(({ rejectedBy }) => !rejectedBy).length, 60);
});

t.test('the minute is not refunded when the day ends', async (t) => {
  const opened = await openCounters(t);
  if (!opened) return;
  const { redis, counters } = opened;
  await counters.count(7, LIMITS, 8);
  await redis.client.hincrby('shop:{7}:usage', 'day_opened', -86_397);
  for (let i = 0; i < 59; i += 1) await counters.count(7, LIMITS, 8);
  const seconds = Number(await redis.client.ttl('shop:{7}:usage'));
  t.ok(seconds > 5, `the minute is kept for ${seconds} s`);
  await redis.client.hincrby('shop:{7}:usage', 'day_opened', -10);
  const { rejectedBy, windows } = await counters.count(7, LIMITS, 8);
  t.equal(rejectedBy?.name, 'minute');
  t.equal(windows[1].remaining, 100, 'the day is over');
});

t.test('counts the rejections of a key within the last minute', async (t) => {
  const opened = await openCounters(t, 10);
  if (!opened) return;
  const { redis, counters } = opened;
  const none = { perMinute: 0, perDay: 100 };
  const rejections = async (apiKeyId: number) =>
    (await counters.count(7, none, apiKeyId)).rejections;
  const { nowSeconds } = await counters.count(7, none, 8);
  const seconds = [`${nowSeconds - 60}:5`, `${nowSeconds - 40}:7`, `${nowSeconds + 3_600}:5`];
  await redis.client.hset(
    'shop:{7}:usage',
    'rejections:8',
    [...seconds, `${nowSeconds}:1`].join(' '),
  );
  t.equal(await rejections(8), 9);
  const kept = String(await redis.client.hget('shop:{7}:usage', 'rejections:8'));
  t.ok(kept.split(' ').length <= 3, 'forgets others');
  t.equal(await rejections(9), 1, 'each key by itself');
  t.equal(await rejections(8), 10);
  t.equal(await rejections(8), 1, 'and begins anew after a ban');
  const ttl = await redis.client.ttl('shop:{7}:usage');
  t.ok(ttl > 50 && ttl <= 60, `takes memory for ${ttl} s, where nothing is used`);
});

t.test('rejections outlast the windows that end before them', async (t) => {
  const opened = await openCounters(t, 10);
  if (!opened) return;
  const { redis, counters } = opened;
  const one = { perMinute: 1, perDay: 100 };
  await counters.count(7, one, 8);
  await counters.count(7, one, 8);
  await redis.client.hincrby('shop:{7}:usage', 'minute_opened', -57);
  await redis.client.hincrby('shop:{7}:usage', 'day_opened', -86_395);
  await counters.count(7, one, 8);
  const ttl = await redis.client.ttl('shop:{7}:usage');
  t.ok(ttl > 50, `takes memory for ${ttl} s`);
});

t.test('forgets rejections with the next minute of the caller', async (t) => {
  const opened = await openCounters(t, 10);
  if (!opened) return;
  const { redis, counters } = opened;
  const one = { perMinute: 1, perDay: 100 };
  await counters.count(7, one, 8);
  const { nowSeconds } = await counters.count(7, one, 8);
  await redis.client.hset(
    'shop:{7}:usage',
    'rejections:9',
    `${nowSeconds - 90}:2 ${nowSeconds - 80}:1`,
  );
  await redis.client.hincrby('shop:{7}:usage', 'minute_opened', -60);
  await counters.count(7, one, 8);
  const fields = await redis.client.hkeys('shop:{7}:usage');
  t.ok(fields.includes('rejections:8'));
  t.notOk(fields.includes('rejections:9'), 'once they are older than a minute');
});

t.test('an address takes Redis no memory after its minute', async (t) => {
  const opened = await openCounters(t, 1);
  if (!opened) return;
  const { redis, counters } = opened;
  const limits = { perMinute: 1, perDay: Number.POSITIVE_INFINITY };
  for (let i = 0; i < 3; i += 1) await counters.count('192.0.2.1', limits);
  t.same(await redis.client.keys('*'), ['shop:{192.0.2.1}:usage']);
  t.ok(Number(await redis.client.ttl('shop:{192.0.2.1}:usage')) <= 60);
});

t.test('merges what an instance has counted by itself, unless its window is over', async (t) => {
  const opened = await openCounters(t);
  if (!opened) return;
  const { counters } = opened;
  const window = (age: number, used: number, unshared: number) => ({
    openedAtSeconds: Math.floor(Date.now() / 1_000) - age,
    openedAtUptimeSeconds: Math.floor(performance.now() / 1_000) - age,
    used,
    unshared,
  });
  const left = async (id: number) => {
    const { windows } = await counters.peek(id, LIMITS);
    return windows.map(({ remaining }) => remaining);
  };

  for (let i = 0; i < 5; i += 1) await counters.count(1, LIMITS, 8);
  await counters.merge(1, { minute: window(1, 7, 4), day: window(1, 7, 4) }, true);
  t.same(await left(1), [51, 91], 'adds to what others have counted');
  await counters.merge(2, { minute: window(30, 7, 4), day: window(30, 9, 4) }, true);
  t.same(await left(2), [53, 91], 'applies where Redis has lost its own count');
  const { windows, nowSeconds } = await counters.peek(2, LIMITS);
  t.ok(windows[0].resetsAtSeconds - nowSeconds <= 30, 'from the time at which it began');
  await counters.merge(3, { minute: window(60, 7, 4), day: window(90_000, 9, 4) }, true);
  t.same(await left(3), [60, 100], 'not when the windows are over');
  await counters.merge(4, { minute: window(60, 7, 0), day: window(3_600, 9, 4) }, true);
  t.same(await left(4), [60, 91], 'each window by itself');
});

t.test('continues from what the instance knows where Redis has lost a count', async (t) => {
  const opened = await openCounters(t);
  if (!opened) return;
  const { counters } = opened;
  const window = (age: number, used: number) => ({
    openedAtSeconds: Math.floor(Date.now() / 1_000) - age,
    openedAtUptimeSeconds: Math.floor(performance.now() / 1_000) - age,
    used,
    unshared: 0,
  });
  const known = (minuteAge: number, dayAge: number) => ({
    minute: window(minuteAge, 40),
    day: window(dayAge, 50),
  });
  const left = async (id: number, knownUsage?: ReturnType<typeof known>) => {
    const { windows } = await counters.count(id, LIMITS, 8, knownUsage);
    return windows.map(({ remaining }) => remaining);
  };

  t.same(await left(1, known(30, 3_600)), [19, 49]);
  const { windows, nowSeconds } = await counters.peek(1, LIMITS);
  const wait = windows.map(({ resetsAtSeconds }) => resetsAtSeconds - nowSeconds);
  t.ok(Number(wait[0]) <= 31 && Number(wait[1]) <= 86_400 - 3_599, 'in the same windows');
  t.same(await left(1, known(30, 3_600)), [18, 48], 'once');
  t.same(await left(2, known(59, 86_399)), [59, 99], 'not from a window that is about to end');
  for (let i = 0; i < 3; i += 1) await left(3);
  t.same(await left(3, known(30, 3_600)), [19, 49], 'although others have counted meanwhile');
});
