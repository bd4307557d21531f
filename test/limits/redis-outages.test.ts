import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import type { PrismaClient } from '../../src/database/database.ts';
import { createCounters } from '../../src/limits/create-counters.ts';
import { openStore, type Store } from '../helper.ts';
import { type RedisServer, startRedis, untilAnswering } from '../support/redis.ts';
import { testConfig } from '../support/test-config.ts';
import { type Observed, undisturbed } from '../support/undisturbed.ts';
import { UNLIMITED } from '../support/unlimited.ts';
import { until } from '../support/until.ts';

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
  await untilUp(store.log);
  const ended = logged('Redis is available again');

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
    // A banned key would not be counted.
    const { key } = await store.createKey({ plan: 'enterprise', limits: UNLIMITED });
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

/** Within a day, so that no window ends during a test, however slow the machine is. */
const LIMITS = { perMinute: 1_000, perDay: 60 };
const ANONYMOUS = { perMinute: 8, perDay: Number.POSITIVE_INFINITY };
const NO_BANS = { BAN_AFTER_REFUSALS: '100000' };

t.test('six short outages let no more requests through than the limit', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openShared(t, redis);
  const { key } = await store.createKey({ plan: 'enterprise', limits: LIMITS });
  const statuses: number[] = [];
  const call = async () => {
    statuses.push((await store.send({ url: '/v1/pets?limit=1', key })).statusCode);
  };
  await call();
  for (let outage = 0; outage < 6; outage += 1) {
    await during(redis, store.log, async () => {
      for (let i = 0; i < 10; i += 1) await call();
    });
    await call();
  }
  t.equal(statuses.filter((status) => status === 200).length, 60);
  t.equal(statuses.filter((status) => status === 429).length, 7);
});

t.test('six short outages let no more anonymous callers through than their limit', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { counters, log } = await openCounters(t, redis);
  let admitted = 0;
  const call = async () => {
    if (!(await counters.anonymous.count('192.0.2.1', ANONYMOUS)).rejectedBy) admitted += 1;
  };
  const beganAtMs = Date.now();
  for (let outage = 0; outage < 6; outage += 1) {
    await call();
    await during(redis, log, async () => {
      // An address that is known to be over its limit does not notice.
      await counters.customers.count(1, LIMITS, 1);
      for (let i = 0; i < 3; i += 1) await call();
    });
  }
  const minutes = Math.ceil((Date.now() - beganAtMs) / 60_000);
  t.ok(admitted <= ANONYMOUS.perMinute * minutes, `${admitted} admitted`);
  const ttl = await redis.client.ttl('animal-store:{192.0.2.1}:usage');
  t.ok(ttl <= 60, 'an address takes Redis no memory after its minute');
});

t.test('a request that Redis counts late is counted once', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openShared(t, redis);
  const { key, customerId } = await store.createKey({ plan: 'enterprise', limits: LIMITS });
  const call = () => store.send({ url: '/v1/pets?limit=1', key });
  for (let i = 0; i < 5; i += 1) await call();
  // The first of these are sent to Redis, which executes them when it is back.
  await during(redis, store.log, () => Promise.all(Array.from({ length: 20 }, call)));
  t.equal(await usedInRedis(redis, customerId), 25);
  t.match((await call()).headers.ratelimit, /"day";r=34;/);
});

t.test(
  'a request that is over the limit here, and counted by Redis late, is no other one',
  async (t) => {
    const redis = await startRedis(t);
    if (!redis) return;
    const { counters, log } = await openCounters(t, redis);
    const count = (id: number) => counters.customers.count(id, LIMITS, 1);
    /** Returns why the late request was rejected; undefined if it was over before it could be. */
    const countLate = async (id: number) => {
      let isOver = false;
      const first = count(id + 1_000);
      await wait(30);
      const late = Promise.resolve(count(id)).finally(() => {
        isOver = true;
      });
      // With it the outage begins, before the other one is late.
      await first;
      if (isOver) return undefined;
      for (let i = 0; i < LIMITS.perDay; i += 1) await count(id);
      if (isOver) return undefined;
      return (await late).rejectedBy?.name ?? 'none';
    };
    let id = 0;
    let rejectedBy: string | undefined;
    while (rejectedBy === undefined && id < 20) {
      id += 1;
      await during(redis, log, async () => {
        rejectedBy = await countLate(id);
      });
    }
    t.equal(rejectedBy, 'day');
    t.equal(await usedInRedis(redis, id), LIMITS.perDay + 1);
  },
);

t.test(
  'a request that Redis counts in time, although an outage has begun, is counted once',
  async (t) => {
    const redis = await startRedis(t);
    if (!redis) return;
    const { counters, log } = await openCounters(t, redis);
    const count = (id: number) => counters.customers.count(id, LIMITS, 1);
    let inTime: ReturnType<typeof count> | undefined;
    await during(redis, log, async () => {
      const late = count(2);
      await wait(60);
      inTime = count(1);
      await late;
    });
    t.equal((await inTime)?.windows[1].remaining, LIMITS.perDay - 1);
    t.equal(await usedInRedis(redis, 1), 1);
  },
);

t.test('after an outage Redis has the counts of all instances', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openShared(t, redis);
  const lines: string[] = [];
  const other = await buildApp(
    testConfig({ REDIS_URL: redis.url, LOG_LEVEL: 'info' }),
    store.database,
    {
      write: (line) => lines.push(line),
    },
  );
  t.teardown(() => other.close());
  const newCustomer = async () => {
    const { key, customerId } = await store.createKey({ plan: 'enterprise', limits: LIMITS });
    const call = () => store.send({ url: '/v1/pets?limit=1', key });
    const callOther = () =>
      other.inject({ url: '/v1/pets', headers: { authorization: `Bearer ${key}` } });
    await call();
    await callOther();
    return { customerId, call, callOther };
  };
  const both = {
    untilUp: () => Promise.all([untilUp(store.log), untilUp(lines)]),
    outages: () => beginningsIn(store.log) + beginningsIn(lines),
  };
  const { customerId, call, callOther } = await undisturbed(both, newCustomer);
  const ended = endsIn(lines);
  await during(redis, store.log, async () => {
    for (let i = 0; i < 10; i += 1) await call();
    for (let i = 0; i < 7; i += 1) await callOther();
    t.match((await call()).headers.ratelimit, /"day";r=48;/, 'neither sees the other');
    t.match((await callOther()).headers.ratelimit, /"day";r=50;/);
  });
  await until(() => endsIn(lines) > ended, 'the outage of the other instance is over');
  t.equal(await usedInRedis(redis, customerId), 21);
});

t.test('shows what all instances have counted, or else what the instance knows', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const [first, second] = [await openPatient(t, redis), await openPatient(t, redis)];
  for (let i = 0; i < 5; i += 1) await first.counters.customers.count(1, LIMITS, 1);
  const left = async () => (await second.counters.customers.peek(1, LIMITS)).windows[1].remaining;
  t.equal(await left(), 55);
  await second.counters.customers.count(1, LIMITS, 1);
  redis.freeze();
  t.teardown(() => redis.thaw());
  t.equal(await left(), 54, 'when Redis does not respond');
  t.equal(await left(), 54, 'and while it is unavailable');
});

t.test('a Redis that has lost its counts gets those of the instance', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openShared(t, redis);
  const { key } = await store.createKey({ plan: 'enterprise', limits: LIMITS });
  const call = () => store.send({ url: '/v1/pets?limit=1', key });
  for (let i = 0; i < 40; i += 1) await call();
  await redis.kill();
  await call();
  const ended = endsIn(store.log);
  await redis.start();
  await until(() => endsIn(store.log) > ended, 'the outage is over');
  t.match((await call()).headers.ratelimit, /"day";r=18;/);
});

t.test('a loss of counts that no request has noticed refunds nothing', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const settings = { ANONYMOUS_PER_MINUTE: '50', TRUST_PROXY: 'loopback' };
  const store = await openShared(t, redis, settings);
  const left = await undisturbed(outagesIn(store.log), async (number) => {
    const { key } = await store.createKey({ plan: 'enterprise', limits: LIMITS });
    const headers = { 'x-forwarded-for': `192.0.2.${number}` };
    const call = (caller: string | null) =>
      store.send({ url: '/v1/pets?limit=1', key: caller, headers });
    const left = async () => {
      const customer = String((await call(key)).headers.ratelimit);
      const anonymous = await call(null);
      return [/"day";r=(\d+)/.exec(customer)?.[1], anonymous.headers['x-ratelimit-remaining']];
    };
    for (let i = 0; i < 20; i += 1) await left();
    await redis.client.flushall();
    t.strictSame(await left(), ['39', '29'], 'all are deleted, or evicted');
    return left;
  });
  const connections = await redisClients(redis);
  await redis.kill();
  await redis.start();
  const isReconnected = async () => (await redisClients(redis).catch(() => 0)) >= connections;
  await until(isReconnected, 'the instance is connected again');
  t.strictSame(await left(), ['38', '28'], 'a restart');
});

t.test('another instance knows what Redis has lost', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const [one, other] = [await openPatient(t, redis), await openPatient(t, redis)];
  const left = async ({ counters }: typeof one) =>
    (await counters.customers.count(1, LIMITS, 1)).windows[1].remaining;
  for (let i = 0; i < 30; i += 1) await left(one);
  await redis.client.flushall();
  t.equal(await left(other), 59, 'an instance that has not seen the customer');
  t.equal(await left(one), 29);
  t.equal(await left(other), 28);
});

t.test('merges the counts of many customers', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { counters, log } = await openCounters(t, redis);
  await during(redis, log, async () => {
    for (let id = 1; id <= 1_000; id += 1) await counters.customers.count(id, LIMITS, id);
  });
  const used = await Promise.all(
    Array.from({ length: 1_000 }, (_, i) => usedInRedis(redis, i + 1)),
  );
  t.strictSame(new Set(used), new Set([1]));
  t.ok((await redis.client.ttl('animal-store:{1000}:usage')) > 3_600, 'for the day');
});

t.test('what could not be merged is merged later', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { counters, log } = await openPatient(t, redis);
  await counters.customers.count(1, LIMITS, 1);
  // A full Redis responds, and rejects what would take memory.
  await redis.client.config('SET', 'maxmemory', '1');
  for (let i = 0; i < 5; i += 1) await counters.customers.count(1, LIMITS, 1);
  await wait(1_200);
  t.equal(endsIn(log), 0, 'a Redis that takes no counts is unavailable');
  for (let i = 0; i < 5; i += 1) await counters.customers.count(1, LIMITS, 1);
  // At the same moment another instance counts, too.
  await redis.client
    .pipeline()
    .config('SET', 'maxmemory', '0')
    .hincrby('animal-store:{1}:usage', 'day_used', 20)
    .exec();
  await until(() => endsIn(log) > 0, 'the outage is over');
  t.equal(await usedInRedis(redis, 1), 31);
});

t.test('what Redis refuses to merge is merged later', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { counters, log } = await openPatient(t, redis);
  await counters.customers.count(1, LIMITS, 1);
  // It responds, and could count for others.
  await redis.client.acl('SETUSER', 'default', 'resetkeys', '~animal-store:check');
  for (let i = 0; i < 5; i += 1) await counters.customers.count(1, LIMITS, 1);
  await wait(1_200);
  t.equal(endsIn(log), 0);
  await redis.client.acl('SETUSER', 'default', 'allkeys');
  await until(() => endsIn(log) > 0, 'the outage is over');
  t.equal(await usedInRedis(redis, 1), 6);
});

t.test('a process that is busy itself does not take Redis for unavailable', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openShared(t, redis);
  const statuses = await undisturbed(outagesIn(store.log), async () => {
    const { key } = await store.createKey({ plan: 'enterprise', limits: LIMITS });
    await store.send({ url: '/v1/pets?limit=1', key });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const calls = Array.from({ length: 10 }, () => store.send({ url: '/v1/pets?limit=1', key }));
      // Between counting and sending, as the requests of others in the same tick would be.
      for (let ticks = 0; ticks < 10; ticks += 1) await nextTick();
      block(200);
      for (const { statusCode } of await Promise.all(calls)) statuses.push(statusCode);
      block(200);
    }
    return statuses;
  });
  t.equal(statuses.filter((status) => status === 200).length, 59);
});

t.test('no request waits long for a Redis that does not respond', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openShared(t, redis);
  const key = await knownKey(store);
  redis.freeze();
  t.teardown(() => redis.thaw());
  const late = wait(10_000, { statusCode: 'late' }, { ref: false });
  const { statusCode } = await Promise.race([store.send({ url: '/v1/pets', key }), late]);
  t.equal(statusCode, 200);
});

t.test('a flood of an address over its limit sends Redis nothing', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const settings = { ANONYMOUS_PER_MINUTE: '3', TRUST_PROXY: 'loopback' };
  const store = await openShared(t, redis, settings);
  const commands = await undisturbed(outagesIn(store.log), async (number) => {
    const headers = { 'x-forwarded-for': `192.0.2.${number}` };
    const call = async () => (await store.send({ url: '/v1/pets', key: null, headers })).statusCode;
    const statuses = [await call(), await call(), await call(), await call()];
    t.strictSame(statuses, [401, 401, 401, 429]);
    await redis.client.config('RESETSTAT');
    for (let i = 0; i < 50; i += 1) t.equal(await call(), 429);
    return redis.client.info('commandstats');
  });
  t.notMatch(commands, /cmdstat_eval/);
});

/** A store that counts in Redis, and whose log tells about outages. */
async function openShared(t: Test, redis: RedisServer, settings: Record<string, string> = {}) {
  const store = await openStore(t, {
    REDIS_URL: redis.url,
    LOG_LEVEL: 'info',
    ...NO_BANS,
    ...settings,
  });
  await untilAnswering(() => redis.client.ping());
  return store;
}

/** Counters for which a busy machine begins no outage. */
function openPatient(t: Test, redis: RedisServer) {
  return openCounters(t, redis, { maxWaitMs: 2_000 });
}

/** The counters of an instance, and what they log. */
async function openCounters(t: Test, redis: RedisServer, options: { maxWaitMs?: number } = {}) {
  const log: string[] = [];
  const write = (_details: object | string, text?: string) => log.push(String(text ?? _details));
  const counters = await createCounters(
    { redisUrl: redis.url, redisNamespace: 'animal-store', banAfter: 1_000, ...options },
    // Only needed without Redis.
    undefined as unknown as PrismaClient,
    { error: write, info: write } as unknown as FastifyBaseLogger,
  );
  t.teardown(() => counters.close());
  await untilAnswering(() => redis.client.ping());
  return { counters, log };
}

/** Does something while Redis does not respond, and waits until the outage has ended. */
async function during(redis: RedisServer, log: readonly string[], act: () => Promise<unknown>) {
  await untilUp(log);
  const ended = endsIn(log);
  redis.freeze();
  await act();
  redis.thaw();
  await until(() => endsIn(log) > ended, 'the outage is over');
}

/** Waits until every outage is over, such as one that a busy machine has caused. */
function untilUp(log: readonly string[]) {
  return until(() => endsIn(log) === beginningsIn(log), 'no outage is left');
}

function outagesIn(log: readonly string[]): Observed {
  return { untilUp: () => untilUp(log), outages: () => beginningsIn(log) };
}

function beginningsIn(log: readonly string[]): number {
  return log.filter((line) => line.includes('Redis is unavailable')).length;
}

function endsIn(log: readonly string[]): number {
  return log.filter((line) => line.includes('Redis is available again')).length;
}

function nextTick() {
  return new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}

/** Keeps this process from anything else. */
function block(ms: number) {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

/** What Redis has counted of a customer's day. */
async function usedInRedis({ client }: RedisServer, customerId: number): Promise<number> {
  return Number(await client.hget(`animal-store:{${customerId}}:usage`, 'day_used'));
}

/** How many connections there are beside that of the test. */
async function redisClients({ client }: RedisServer): Promise<number> {
  return String(await client.client('LIST')).split('\n').length;
}

/** The store's key, which the instance has looked up. */
async function knownKey({ send, key }: Store): Promise<string> {
  await send({ url: '/v1/pets' });
  return key;
}
