import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { freePort } from '../../scripts/testbed/ports.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import type { Customer } from '../../src/limits/caller.ts';
import { createRedisCounters } from '../../src/limits/redis-counters.ts';
import { openStore } from '../helper.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { startRedis } from '../support/redis.ts';

const READY = '{"status":"ready","checks":{"database":"ok","redis":"ok"}}';

const customer: Customer = {
  customerId: 7,
  apiKeyId: 8,
  limits: { perMinute: 60, perDay: 100 },
  bannedUntilMs: 0,
};

t.test('three instances together admit exactly the limit', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const url = await createDatabase(t);
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  const { key } = await createKey(database.client, { name: 'A customer', plan: 'free' });
  const environment = { DATABASE_URL: url, REDIS_URL: redis.url, BAN_AFTER_REFUSALS: '1000' };
  const servers = await Promise.all([1, 2, 3].map(() => startServer(t, environment)));
  // A process that has just started can be too slow to get a response in time.
  for (const { origin } of servers) {
    const warm = async () => (await fetch(`${origin}/readyz`)).text();
    while ((await warm()) !== READY) await wait(50);
  }

  const calls = Array.from({ length: 200 }, async (_, i) => {
    const { origin } = servers[i % servers.length] as (typeof servers)[0];
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${origin}/v1/pets`, { headers });
    return status;
  });
  const statuses = await Promise.all(calls);
  t.equal(statuses.filter((status) => status === 200).length, 60);
  t.equal(statuses.filter((status) => status === 429).length, 140);
});

t.test('counts in one command, in keys of its namespace that expire', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const counters = createRedisCounters(redis.url, 'shop');
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.ping());
  await counters.count(customer);
  await redis.client.config('RESETSTAT');
  for (let i = 0; i < 99; i += 1) await counters.count(customer);

  const stats = await redis.client.info('commandstats');
  t.match(stats, /cmdstat_evalsha:calls=99,/);
  t.notMatch(stats, /cmdstat_(eval|ping|multi):/);
  t.same((await redis.client.keys('*')).sort(), ['shop:{7}:refusals:8', 'shop:{7}:usage']);
  const [usage, refusals] = await Promise.all(
    ['usage', 'refusals:8'].map((name) => redis.client.ttl(`shop:{7}:${name}`)),
  );
  t.ok(Number(usage) > 86_300 && Number(usage) <= 86_400, `usage expires in ${usage} s`);
  t.ok(Number(refusals) > 0 && Number(refusals) <= 60, `refusals expire in ${refusals} s`);
});

t.test('a window that is over is empty, and a rejected request counts in neither', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const counters = createRedisCounters(redis.url, 'shop');
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.ping());
  const age = (window: string, seconds: number) =>
    redis.client.hincrby('shop:{7}:usage', `${window}_opened`, -seconds);

  for (let i = 0; i < 61; i += 1) await counters.count(customer);
  const rejected = await counters.count(customer);
  t.equal(rejected.rejectedBy?.name, 'minute');
  t.equal(rejected.rejections, 2);
  t.equal(rejected.windows[1].remaining, 40, 'the day has not counted the rejected requests');

  await age('minute', 60);
  const next = await counters.count(customer);
  t.equal(next.rejectedBy, undefined);
  t.same(
    next.windows.map(({ remaining }) => remaining),
    [59, 39],
  );

  for (let i = 0; i < 39; i += 1) await counters.count(customer);
  const dayUsedUp = await counters.count(customer);
  t.equal(dayUsedUp.rejectedBy?.name, 'day');
  t.equal(dayUsedUp.windows[0].remaining, 20, 'the minute has not counted the rejected request');

  await age('day', 86_400);
  t.equal((await counters.count(customer)).rejectedBy, undefined);
});

t.test('peeks without counting', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const counters = createRedisCounters(redis.url, 'shop');
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.ping());
  const small = { ...customer, limits: { perMinute: 1, perDay: 100 } };
  await counters.count(small);
  for (let i = 0; i < 3; i += 1) {
    const { windows, rejections } = await counters.peek(small);
    t.match(windows, [
      { name: 'minute', remaining: 0 },
      { name: 'day', remaining: 99 },
    ]);
    t.equal(rejections, 0);
  }
  t.equal((await counters.count(small)).rejections, 1);
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

t.test('a clock of Redis that is set back neither refunds nor freezes a window', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const counters = createRedisCounters(redis.url, 'shop');
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.ping());
  for (let i = 0; i < 60; i += 1) await counters.count(customer);
  // For a clock that was set back by an hour, the window was opened an hour in the future.
  await redis.client.hincrby('shop:{7}:usage', 'minute_opened', 3_600);
  const { rejectedBy, nowSeconds } = await counters.count(customer);
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
  const counters = createRedisCounters(`${redis.url},${redis.url}`, 'shop');
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.count({ ...customer, customerId: 1 }));
  const counts = await Promise.all(Array.from({ length: 100 }, () => counters.count(customer)));
  t.equal(counts.filter(({ rejectedBy }) => !rejectedBy).length, 60);
});

t.test('an outage of Redis fails no request, and counting continues', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openStore(t, { REDIS_URL: redis.url, LOG_LEVEL: 'info' });
  const { key } = await store.createKey({ plan: 'free' });
  const logged = (text: string) => store.log.filter((line) => line.includes(text)).length;
  const call = () => store.send({ url: '/v1/pets', key });
  await untilAnswering(async () => {
    await call();
    if ((await redis.client.keys('*')).length === 0) throw new Error('not counted in Redis yet');
  });

  const before = Number((await call()).headers['x-ratelimit-remaining']);
  await redis.kill();
  const during = await Promise.all(Array.from({ length: 5 }, call));
  t.same(
    during.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200, 200],
  );
  t.equal(
    Math.min(...during.map(({ headers }) => Number(headers['x-ratelimit-remaining']))),
    before - 5,
    'counting continues from the last response of Redis',
  );
  t.equal(logged('Redis is unavailable'), 1 + logged('Redis is available again'));

  await redis.start();
  await untilAnswering(async () => {
    await call();
    if ((await redis.client.keys('*')).length === 0) throw new Error('not counted in Redis yet');
  });
  const ended = logged('Redis is available again');
  t.equal(logged('Redis is unavailable'), ended, 'every outage ends once');

  redis.freeze();
  t.equal((await call()).statusCode, 200);
  t.equal(
    logged('Redis is unavailable'),
    ended + 1,
    'a Redis that does not respond in time is unavailable',
  );
  redis.thaw();
});

t.test(
  'killing Redis under load causes no 5xx, and counts are shared again afterwards',
  async (t) => {
    const redis = await startRedis(t);
    if (!redis) return;
    const store = await openStore(t, { REDIS_URL: redis.url });
    // Without a limit that it would reach: a banned key is not counted.
    const limits = { perMinute: 1_000_000, perDay: 1_000_000 };
    const { key } = await store.createKey({ plan: 'enterprise', limits });
    const statuses = new Set<number>();
    let isOver = false;
    const load = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        statuses.add((await store.send({ url: '/v1/pets?limit=1', key })).statusCode);
        // Gives way to the network, which injected requests do not.
        await wait(1);
      }
    });
    const isShared = () =>
      untilAnswering(async () => {
        if ((await redis.client.keys('*')).length === 0) throw new Error('not counted in Redis');
      });
    await isShared();
    await redis.kill();
    await wait(300);
    await redis.start();
    await isShared();
    isOver = true;
    await Promise.all(load);
    t.same(
      [...statuses].filter((status) => status >= 500),
      [],
    );
    t.ok(statuses.has(200));
  },
);

/** Tries until it succeeds. */
async function untilAnswering(attempt: () => Promise<unknown>) {
  for (;;) {
    try {
      await attempt();
      return;
    } catch {
      await wait(50);
    }
  }
}
