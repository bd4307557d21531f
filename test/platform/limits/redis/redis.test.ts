// Counting in a real Redis. The age of a window is changed in Redis, whose clock cannot be moved.

import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { Clock } from '../../../../src/platform/async/clock.ts';
import { banKey } from '../../../../src/platform/keys/bans.ts';

import { shownWindow } from '../../../../src/platform/limits/counting/windows.ts';
import { openSample } from '../../../helper.ts';
import { createClock } from '../../../support/clock.ts';
import { countCommands, type Instance, openInstance, PATIENT } from '../../../support/counters.ts';
import { NEEDS_REDIS, startRedis } from '../../../support/redis.ts';
import { until } from '../../../support/until.ts';
import { work } from '../../../support/workers.ts';

const KEY = 'shop:limits:{7}';
const TWO_LIMITS = { perMinute: 60, perDay: 100 };
const FREE = { perMinute: 60, perDay: 1_000 };
const SMALL = { perMinute: 4, perDay: 1_000 };
const BUSINESS = { perMinute: 1_000, perDay: 100_000 };

/** Opens an instance with a Redis of its own. */
async function openShared(t: Test, clock: Clock = createClock()) {
  const redis = await startRedis(t);
  const newInstance = () => openInstance(t, redis.url, { ...PATIENT, clock });
  const instance = await newInstance();
  const age = (window: string, seconds: number) =>
    redis.client.hincrby(KEY, `${window}:opened`, -seconds);
  /** Moves all minutes of rejections into the past. */
  async function ageRejections(seconds: number) {
    const fields = Object.entries(await redis.client.hgetall(KEY));
    for (const [field, text] of fields.filter(([name]) => name.startsWith('rejected:'))) {
      const [beganAtMs = 0, endsAtSeconds = 0, late = 0] = text.split(' ').map(Number);
      const aged = [beganAtMs - seconds * 1_000, endsAtSeconds - seconds, late];
      await redis.client.hset(KEY, field, aged.join(' '));
    }
  }
  const ttl = async () => Number(await redis.client.ttl(KEY));
  return { redis, age, ageRejections, ttl, newInstance, ...instance };
}

/** Opens three instances, and a Redis whose clock moves with theirs. */
async function openSimulation(t: Test, limits: typeof FREE) {
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  const first = await openShared(t, { wallMs: nowMs, monotonicMs: nowMs });
  const { redis, age, ageRejections, newInstance } = first;
  const instances = [first, await newInstance(), await newInstance()] as const;
  return {
    limits,
    count: (number: number) => (instances[number % 3] ?? first).count(7, limits),
    async moveClock(seconds: number) {
      aheadMs += seconds * 1_000;
      if ((await redis.client.exists(KEY)) === 0) return;
      await Promise.all([age('minute', seconds), age('day', seconds), ageRejections(seconds)]);
    },
    async beginOutage() {
      await redis.setConfig('requirepass', 'another');
      await redis.endConnections();
      for (const { store } of instances) await until(() => !store.isUp(), 'the outage is known');
    },
    async endOutage() {
      await redis.setConfig('requirepass', '');
      for (const { untilAvailable } of instances) await untilAvailable();
    },
  };
}

t.test('three instances together admit exactly the limit', NEEDS_REDIS, async (t) => {
  const first = await openShared(t);
  const instances = [first, await first.newInstance(), await first.newInstance()];
  const rounds = Array.from({ length: 40 }, () => instances).flat();
  for (const counts of [
    rounds.map(({ count }) => count(7)),
    rounds.map(({ countAddress }) => countAddress('192.0.2.1', 60)),
  ]) {
    const admitted = (await Promise.all(counts)).filter(({ rejectedBy }) => !rejectedBy);
    t.equal(admitted.length, 60);
  }
});

t.test('counts in one command, in a key of its namespace that expires', NEEDS_REDIS, async (t) => {
  const { redis, count, countAddress, store, ttl } = await openShared(t);
  const sent = countCommands(store);
  await count(7);
  await redis.client.config('RESETSTAT');
  for (let i = 0; i < 40; i += 1) await count(7);
  const stats = await redis.client.info('commandstats');
  const calls = Number(/cmdstat_evalsha:calls=(\d+),/.exec(stats)?.[1]);
  // With those that check Redis now and then.
  t.ok(calls >= 40 && calls <= sent(), `${calls} calls`);
  t.ok(sent() < 80, `${sent()} commands`);
  t.notMatch(stats, /cmdstat_(eval|ping|multi):/);
  t.ok((await ttl()) > 86_300 && (await ttl()) <= 86_400);
  const shares = (await redis.client.hkeys(KEY)).filter(
    (name) => !/:(opened|used|turn)$/.test(name),
  );
  t.match(shares.sort(), [/^day:[0-9a-f]{8}$/, /^minute:[0-9a-f]{8}$/], 'short, as there are many');

  for (let i = 0; i < 3; i += 1) await countAddress('192.0.2.1', 1);
  const address = 'shop:limits:{192.0.2.1}';
  const keys = (await redis.client.keys('*')).filter((key) => !key.includes('check'));
  t.strictSame(keys.sort(), [address, KEY].sort());
  t.ok(Number(await redis.client.ttl(address)) <= 60, 'that of an address with its minute');
});

t.test('the requests of a tick share calls, a hundred each', NEEDS_REDIS, async (t) => {
  const { redis, count } = await openShared(t);
  await count(7);
  await redis.client.config('RESETSTAT');
  const counts = await Promise.all(Array.from({ length: 250 }, (_, id) => count(id + 100)));
  t.equal(counts.length, 250);
  const stats = await redis.client.info('commandstats');
  const calls = Number(/cmdstat_evalsha:calls=(\d+),/.exec(stats)?.[1]);
  // With those that check Redis each half second.
  t.ok(calls >= 3 && calls < 10, `${calls} calls`);
});

t.test('a new window is empty, and a rejected request counts in none', NEEDS_REDIS, async (t) => {
  const { count, age, newInstance } = await openShared(t);
  for (let i = 0; i < 61; i += 1) await count(7, TWO_LIMITS);
  t.equal((await count(7, TWO_LIMITS)).rejectedBy?.name, 'minute');
  await age('minute', 60);
  const next = await newInstance();
  for (let i = 0; i < 40; i += 1) t.notOk((await next.count(7, TWO_LIMITS)).rejectedBy);
  t.equal((await next.count(7, TWO_LIMITS)).rejectedBy?.name, 'day');
  const { windows } = await next.look(7, TWO_LIMITS);
  t.match(windows, [{ remaining: 20 }, { remaining: 0 }]);
  await age('day', 86_400);
  t.notOk((await (await newInstance()).count(7, TWO_LIMITS)).rejectedBy);
});

t.test('of two full windows, the one that ends later rejects', NEEDS_REDIS, async (t) => {
  const { redis, count, age, newInstance } = await openShared(t);
  const limits = { perMinute: 2, perDay: 2 };
  await count(7, limits);
  t.equal(shownWindow(await count(7, limits)).name, 'day');
  await age('day', 86_370);
  const { rejectedBy } = await (await newInstance()).count(7, limits);
  t.equal(rejectedBy?.name, 'minute');
  const [, endsAtSeconds] = String(await redis.client.hget(KEY, 'rejected:7')).split(' ');
  t.equal(endsAtSeconds, String(rejectedBy?.resetsAtSeconds), 'with which its rejections end');
});

t.test('the minute is not refunded when the day ends, nor counted anew', NEEDS_REDIS, async (t) => {
  const { redis, count, age, ttl, newInstance } = await openShared(t);
  await count(7, TWO_LIMITS);
  await age('day', 86_397);
  const next = await newInstance();
  for (let i = 0; i < 59; i += 1) await next.count(7, TWO_LIMITS);
  t.ok((await ttl()) > 5, 'the minute is kept');
  await age('day', 10);
  const { rejectedBy, windows } = await (await newInstance()).count(7, TWO_LIMITS);
  t.equal(rejectedBy?.name, 'minute');
  t.equal(windows[1].remaining, 100, 'the day is over');
  await next.look(7, TWO_LIMITS);
  t.equal(await redis.client.hget(KEY, 'minute:used'), '60');
});

t.test('setting back the clock of Redis neither refunds nor freezes', NEEDS_REDIS, async (t) => {
  const { count, age, newInstance } = await openShared(t);
  for (let i = 0; i < 60; i += 1) await count(7, TWO_LIMITS);
  // For a clock that was set back by an hour, the window was opened an hour in the future.
  await age('minute', -3_600);
  const { rejectedBy, nowSeconds } = await (await newInstance()).count(7, TWO_LIMITS);
  t.equal(rejectedBy?.name, 'minute', 'what was used stays used');
  const seconds = Number(rejectedBy?.resetsAtSeconds) - nowSeconds;
  t.ok(seconds > 0 && seconds <= 60, 'for no longer than a window');
});

/** Two instances that share the limit of `SMALL`, each with a clock of its own. */
async function openTwo(t: Test) {
  const clocks = [createClock(), createClock()] as const;
  for (const { stop } of clocks) stop();
  const first = await openShared(t, clocks[0]);
  const other = await openInstance(t, first.redis.url, { ...PATIENT, clock: clocks[1] });
  const instances = [first, other] as const;
  const { age } = first;

  /** To Redis, what it has kept and said of windows becomes older: as if its clock had moved. */
  async function moveRedis(seconds: number) {
    await Promise.all([age('minute', seconds), age('day', seconds)]);
    for (const { local } of instances) {
      const { minute, day } = local.openWindows({ kind: 'customer', id: 7n }, local.now().seconds);
      for (const window of [minute, day]) window.sharedAtSeconds -= seconds;
    }
  }

  /** Lets time pass for all. */
  async function pass(seconds: number) {
    for (const { move } of clocks) move(seconds);
    await moveRedis(seconds);
  }

  /** Sends some requests to each instance in turn. @returns how many are admitted */
  async function admit(requests: number) {
    let admitted = 0;
    for (let i = 0; i < requests; i += 1) {
      for (const { count } of instances) if (!(await count(7, SMALL)).rejectedBy) admitted += 1;
    }
    return admitted;
  }
  return { clocks, pass, moveRedis, admit };
}

for (const bySeconds of [40, -40, 90, -90, 3_600, -3_600]) {
  const name = `an instance whose clock is set by ${bySeconds} s changes no shared window`;
  t.test(name, NEEDS_REDIS, async (t) => {
    const { clocks, pass, admit } = await openTwo(t);
    t.equal(await admit(1), 2);
    await pass(5);
    clocks[0].set(bySeconds);
    t.equal(await admit(2), 2);
    await pass(20);
    t.equal(await admit(2), 0, 'the minute is not over');
    await pass(31);
    t.equal(await admit(2), 0);
    await pass(5);
    t.equal(await admit(4), 4, 'and not carried into the next one');
    await pass(61);
    t.equal(await admit(4), 4);
  });

  t.test(
    `setting the clock of Redis by ${bySeconds} s neither refunds nor freezes`,
    NEEDS_REDIS,
    async (t) => {
      const { pass, moveRedis, admit } = await openTwo(t);
      t.equal(await admit(1), 2);
      await pass(5);
      await moveRedis(bySeconds);
      t.equal(await admit(2), 2);
      await pass(20);
      t.equal(await admit(2), 0, 'the minute is not over');
      await pass(37);
      t.equal(await admit(4), 4, 'it has lasted a minute');
    },
  );
}

for (const seconds of [3_600, -3_600]) {
  t.test(`responses agree with a clock ${seconds} s ahead of Redis`, NEEDS_REDIS, async (t) => {
    const redis = await startRedis(t);
    const store = await openSample(t, { REDIS_URL: redis.url });
    store.clock.move(seconds);
    const limits = { perMinute: 1, perDay: 5 };
    const { id, key } = await store.createKey({ plan: 'enterprise', limits });
    const call = async () => (await store.send({ url: '/v1/widgets?limit=1', key })).headers;
    const wait = (reset: unknown) => Number(reset) - Math.floor(store.clock.wallMs() / 1_000);
    const admitted = wait((await call())['x-ratelimit-reset']);
    t.ok(admitted > 50 && admitted <= 63, `the minute ends in ${admitted} s`);
    const rejected = await call();
    t.ok(Math.abs(wait(rejected['x-ratelimit-reset']) - Number(rejected['retry-after'])) <= 3);
    await banKey(store.database.client, id, 300_000, store.clock.wallMs());
    store.clock.move(1);
    const banned = await call();
    t.equal(wait(banned['x-ratelimit-reset']), 299);
    t.ok(Math.abs(299 - Number(banned['retry-after'])) <= 3, `ends in ${banned['retry-after']} s`);
  });
}

t.test('counts the late rejections of a key on all instances', NEEDS_REDIS, async (t) => {
  const first = await openShared(t);
  const instances = [first, await first.newInstance(), await first.newInstance()];
  const none = { perMinute: 0, perDay: 100 };
  const rejectOnAll = async (apiKeyId = 8) => {
    const late: number[] = [];
    for (const { count } of instances) late.push((await count(7, none, apiKeyId)).lateRejections);
    return late;
  };
  t.strictSame(await rejectOnAll(), [0, 0, 0]);
  await first.ageRejections(6);
  t.strictSame(await rejectOnAll(), [1, 2, 3]);
  t.strictSame(await rejectOnAll(9), [0, 0, 0], 'each key by itself');
  t.ok((await first.ttl()) > 50, 'they outlast the windows');
  await first.ageRejections(60);
  t.strictSame(await rejectOnAll(), [0, 0, 0], 'another minute');
  await first.ageRejections(-3_600);
  t.strictSame(await rejectOnAll(), [0, 0, 0], 'nothing is kept of a future');
});

/** Lets a key be banned after rejections of which nobody has heard, and looks on. */
async function banUnheard(t: Test) {
  const redis = await startRedis(t);
  const store = await openSample(t, {
    REDIS_URL: redis.url,
    REDIS_NAMESPACE: 'shop',
    BAN_SECONDS: '4',
    LOG_LEVEL: 'error',
  });
  const limits = { perMinute: 1, perDay: 1 };
  const { id, key, customerId } = await store.createKey({ plan: 'enterprise', limits });
  const call = async () => (await store.send({ url: '/v1/widgets?limit=1', key })).json().code;
  const field = `rejected:${id}`;
  const redisKey = `shop:limits:{${customerId}}`;
  const kept = async () =>
    String(await redis.client.hget(redisKey, field))
      .split(' ')
      .map(Number);
  await call();
  const before = await call();
  const [beganAtMs = 0, endsAtSeconds] = await kept();
  await redis.client.hset(redisKey, field, `${beganAtMs - 6_000} ${endsAtSeconds} 10`);
  const codes = [before, await call(), await call()];
  const hasField = await redis.client.hexists(redisKey, field);
  const hasReserve = await redis.client.hexists(redisKey, 'reserve-day:used');
  await until(async () => (await call()) === 'rate_limit_exceeded', 'the ban is over');
  const [, , late] = await kept();
  return {
    seen: { codes: [...codes, await call()], hasField, hasReserve, late },
    /** Not on a machine that was too busy: then the instance counts alone. */
    hasCountedInRedis: !store.log.join().includes('Redis is unavailable'),
  };
}

t.test(
  'a lost reply of Redis delays no ban, and a ban begins the minute anew',
  NEEDS_REDIS,
  async (t) => {
    let result = await banUnheard(t);
    for (let i = 0; i < 9 && !result.hasCountedInRedis; i += 1) result = await banUnheard(t);
    const exceeded = 'rate_limit_exceeded';
    t.strictSame(result.seen, {
      codes: [exceeded, exceeded, 'api_key_banned', exceeded],
      // Redis forgets the minute with the ban, and has nothing of a reserve.
      hasField: 0,
      hasReserve: 0,
      // Another minute has begun.
      late: 0,
    });
  },
);

t.test('instances ban no patient programs, with and without Redis', NEEDS_REDIS, async (t) => {
  for (const [limits, workers, minutes] of [
    [FREE, 60, 60],
    [BUSINESS, 1_000, 8],
  ] as const) {
    const shared = await openSimulation(t, limits);
    const options = { ...shared, workers, everySeconds: 15, forSeconds: minutes * 60 };
    const bannedAfter = await work({
      ...options,
      isPatient: true,
      async atMinute(minute) {
        if (minute === 3) await shared.beginOutage();
        if (minute === 5) await shared.endOutage();
      },
    });
    t.equal(bannedAfter, undefined);
  }
});

t.test('instances ban a key that ignores 429, with and without Redis', NEEDS_REDIS, async (t) => {
  for (const isOutage of [false, true]) {
    const shared = await openSimulation(t, FREE);
    if (isOutage) await shared.beginOutage();
    const options = { ...shared, workers: 12, everySeconds: 1, forSeconds: 121 };
    const bannedAfter = await work({ ...options, isPatient: false });
    t.ok(Number(bannedAfter) <= 120, `after ${bannedAfter} s`);
  }
});

t.test('a flood of an address over its limit sends Redis nothing', NEEDS_REDIS, async (t) => {
  const { redis, countAddress } = await openShared(t);
  for (let i = 0; i < 4; i += 1) await countAddress('192.0.2.1', 3);
  await redis.client.config('RESETSTAT');
  for (let i = 0; i < 50; i += 1) t.ok((await countAddress('192.0.2.1', 3)).rejectedBy);
  t.notMatch(await redis.client.info('commandstats'), /cmdstat_eval/);
});

t.test('instances restore the counts that Redis has lost', NEEDS_REDIS, async (t) => {
  const shared = await openShared(t);
  const { redis } = shared;
  const other = await shared.newInstance();
  const third = await shared.newInstance();
  const left = async ({ count }: Pick<typeof other, 'count'>) =>
    (await count(7)).windows[1].remaining;
  for (let i = 0; i < 10; i += 1) await left(shared);
  for (let i = 0; i < 20; i += 1) await left(other);
  await redis.client.flushall();
  t.equal(await left(third), 59, 'an instance that has not seen the customer');
  t.equal(await left(shared), 48, 'its own ten, and that one');
  t.equal(await left(other), 27, 'and all that it has seen');
  t.equal(await left(third), 26);
  const windows = await redis.client.hgetall(KEY);
  t.match(windows, { 'minute:used': '34', 'day:used': '34' });
});

t.test('counts with no more rights than OPERATIONS.md names', NEEDS_REDIS, async (t) => {
  const text = (await readFile('OPERATIONS.md', 'utf8')).replaceAll(/\s+/g, ' ');
  const [, rights] = /The Redis user needs `([^`]+)`/.exec(text) ?? [];
  const redis = await startRedis(t, { users: [`counter on >password ~shop:* ${rights}`] });
  const url = redis.url.replace('//', '//counter:password@');
  const { count, lines } = await openInstance(t, url, PATIENT);
  await count(7);
  t.strictSame(lines, []);
  t.equal(await redis.client.hget(KEY, 'day:used'), '1');
});

// No request is counted in another database than that of REDIS_URL.
const FEW = { settings: ['--databases 2'] };
const OUT_OF_RANGE = 'ERR DB index is out of range';

/** How many requests of the day of the customer are counted. */
const usedToday = async ({ look }: Pick<Instance, 'look'>) => {
  const { windows } = await look(7, BUSINESS);
  return BUSINESS.perDay - windows[1].remaining;
};

t.test('shares of silent instances leave, and are not counted anew', NEEDS_REDIS, async (t) => {
  const { redis, age, newInstance, count } = await openShared(t);
  await count(7, BUSINESS);
  const cost = async () => [await redis.client.hlen(KEY), await redis.client.memory('USAGE', KEY)];
  const once = await cost();
  const silent = await newInstance();
  for (let i = 0; i < 3; i += 1) await silent.count(7, BUSINESS);
  for (let i = 0; i < 20; i += 1) {
    const restarted = await newInstance();
    await restarted.count(7, BUSINESS);
    await restarted.store.close();
  }
  t.equal(await redis.client.hlen(KEY), Number(once[0]) + 2 * 21);
  for (let minute = 1; minute <= 2; minute += 1) {
    await age('minute', 60);
    await count(7, BUSINESS);
  }
  const [fields, bytes] = await cost();
  t.equal(fields, once[0]);
  t.ok(Number(bytes) <= Number(once[1]) + 16, `${bytes} and ${once[1]} bytes`);
  await silent.count(7, BUSINESS);
  t.equal(await usedToday(silent), 1 + 3 + 20 + 2 + 1);
});

t.test('a day whose shares have left is restored when Redis loses it', NEEDS_REDIS, async (t) => {
  const { redis, age, newInstance, count, look } = await openShared(t);
  const silent = await newInstance();
  for (let i = 0; i < 3; i += 1) await silent.count(7, BUSINESS);
  for (let minute = 1; minute <= 3; minute += 1) {
    await count(7, BUSINESS);
    await age('minute', 60);
  }
  const before = await redis.client.dumpBuffer(KEY);
  await silent.count(7, BUSINESS);
  await count(7, BUSINESS);
  t.equal(await usedToday({ look }), 8);

  // As after a failover to a server that lacks the last seconds.
  await redis.client.restore(KEY, 80_000_000, before, 'REPLACE');
  t.equal(await usedToday({ look }), 7, 'its own');
  t.equal(await usedToday(silent), 8);

  await redis.client.flushall();
  await silent.count(7, BUSINESS);
  t.equal(await usedToday(silent), 5);
  t.equal(await usedToday({ look }), 9);
});

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
  const asCounter = redis.url.replace('//', '//counter:x@');
  const noSelect = "NOPERM this user has no permissions to run the 'select' command";
  const table: [url: string, reason: string][] = [
    [`${redis.url}/2`, `REDIS_URL names the database 2: ${OUT_OF_RANGE}`],
    [`${redis.url}/99`, `REDIS_URL names the database 99: ${OUT_OF_RANGE}`],
    [`${asCounter}/1`, `REDIS_URL names the database 1: ${noSelect}`],
    ['redis://a:1/1,redis://b:1/1', 'REDIS_URL names the database 1: a cluster has only 0'],
    ['redis://a:1,redis://b:1/2', 'REDIS_URL names the database 2: a cluster has only 0'],
  ];
  for (const [url, reason] of table) {
    await t.rejects(openInstance(t, url), { message: reason }, reason);
  }
  t.equal(await redis.client.dbsize(), 0);
  const { store } = await openInstance(t, `${asCounter}/0`);
  t.ok(store.isUp(), 'the database 0 needs no permission for SELECT');
  await t.rejects(openSample(t, { REDIS_URL: `${redis.url}/99` }), { message: /database 99/ });
});

t.test('counts locally while the server has too few databases', NEEDS_REDIS, async (t) => {
  const before = await startRedis(t);
  const settings = { REDIS_URL: `${before.url}/9`, LOG_LEVEL: 'info' };
  const { app, log, send } = await openSample(t, settings);
  const stateIs = (state: string) => async () =>
    (await app.inject('/readyz')).payload.includes(`"redis":"${state}"`);
  await until(stateIs('ok'));
  await before.kill();
  const after = await startRedis(t, { ...FEW, port: before.port });
  await until(() => log.some((line) => line.includes(OUT_OF_RANGE)));
  for (let i = 0; i < 5; i += 1) t.equal((await send({ url: '/v1/widgets' })).statusCode, 200);
  await until(stateIs('degraded'));
  t.equal(await after.client.dbsize(), 0);
  await after.kill();
  await before.start();
  await until(stateIs('ok'));
  await before.client.select(9);
  t.equal(await before.client.dbsize(), 2, 'the customer, and the check');
});
