import type { Redis } from 'ioredis';
import t, { type Test } from 'tap';
import { freePort } from '../../scripts/testbed/ports.ts';
import { createRedisCounters } from '../../src/limits/redis-counters.ts';
import { MAX_WAIT_MS } from '../../src/limits/shared-store.ts';
import { openInstance } from '../support/counters.ts';
import { type RedisServer, startRedis, startRedisWith, untilAnswering } from '../support/redis.ts';

/*
 * What is counted within one tick, in one Redis.
 */

const IDS = Array.from({ length: 30 }, (_, i) => i + 1);
const LIMITS = { perMinute: 60, perDay: 100 };
/** What OPERATIONS.md says that a user needs. */
const RIGHTS = '~shop:* +@connection +@scripting +@hash +time +expire +del +set +exists';

t.test('all counts of a tick are one call, in one write', async (t) => {
  const opened = await openAll(t);
  if (!opened) return;
  const { redis, count, peek, countAnonymous, hints } = opened;
  const counts = await callsDuring(redis.client, () =>
    Promise.all([
      hints?.has('a'),
      ...IDS.map((id) => count(id)),
      countAnonymous('192.0.2.1'),
      peek(1),
      count(1),
      countAnonymous('192.0.2.1'),
      hints?.has('b'),
    ]),
  );
  t.strictSame(counts, { scripts: 1, reads: 1 });
  t.equal(await usedOf(redis, 1), 2);
  t.strictSame(
    new Set(await Promise.all(IDS.slice(1).map((id) => usedOf(redis, id)))),
    new Set([1]),
  );
  t.equal(await redis.client.hget('shop:{192.0.2.1}:usage', 'minute_used'), '2');
});

t.test('so many that Redis would be kept busy are several calls', async (t) => {
  const opened = await openAll(t);
  if (!opened) return;
  const { redis, count } = opened;
  const ids = Array.from({ length: 500 }, (_, i) => 1 + (i % 100));
  const { scripts } = await callsDuring(redis.client, () =>
    Promise.all(ids.map((id) => count(id))),
  );
  t.equal(scripts, 3);
  t.strictSame(new Set(await Promise.all(IDS.map((id) => usedOf(redis, id)))), new Set([5]));
});

t.test('requests of a caller within a tick have a place each', async (t) => {
  const counters = await openCounters(t, 2);
  if (!counters) return;
  const { count, peek } = counters;
  const three = { perMinute: 3, perDay: 100 };
  const counts = await Promise.all([
    count(7, three, 1),
    peek(7, three),
    count(7, three, 1),
    count(8, three, 1),
    count(7, three, 1),
    ...[1, 1, 1, 2].map((apiKeyId) => count(7, three, apiKeyId)),
    peek(7, three),
  ]);
  t.strictSame(
    counts.map(({ windows }) => windows[0].remaining),
    [2, 2, 1, 2, 0, 0, 0, 0, 0, 0],
  );
  t.strictSame(
    counts.map(({ rejections }) => rejections),
    // A ban, after which they are counted from the beginning.
    [0, 0, 0, 0, 0, 1, 2, 1, 1, 0],
  );
});

t.test('each request has the limits of its time', async (t) => {
  const counters = await openCounters(t);
  if (!counters) return;
  const { count } = counters;
  const limits = [
    LIMITS,
    LIMITS,
    { perMinute: 2, perDay: 100 },
    { perMinute: 2, perDay: 1_000 },
    LIMITS,
  ];
  const counts = await Promise.all(limits.map((limits) => count(7, limits, 8)));
  t.strictSame(
    counts.map(({ rejectedBy, windows }) => [rejectedBy?.name, windows[1].remaining]),
    [
      [undefined, 99],
      [undefined, 98],
      ['minute', 98],
      ['minute', 998],
      [undefined, 97],
    ],
  );
});

t.test('a key that cannot be counted in fails alone', async (t) => {
  const opened = await openAll(t);
  if (!opened) return;
  const { redis, count, peek, lines, store, untilAvailable } = opened;
  const left = async (id: number) => (await count(id, LIMITS)).windows[1].remaining;
  await redis.client.set('shop:{7}:usage', 'something else');
  t.strictSame(await Promise.all([6, 7, 7, 8].map(left)), [99, 99, 98, 99]);
  t.equal((await peek(7)).windows[1].remaining, 100_000 - 2);
  t.strictSame(await Promise.all([6, 8].map((id) => usedOf(redis, id))), [1, 1]);
  t.equal(store.outages(), 0);
  t.match(lines, [{ text: /counts alone/, err: { message: /^WRONGTYPE .*shop:\{7\}:usage/ } }]);

  await outage(redis, () => left(6));
  await untilAvailable();
  t.equal(await usedOf(redis, 6), 2, 'others are told what was counted without them');
  await redis.client.del('shop:{7}:usage');
  t.equal(await left(7), 97, 'it continues from what was counted here');
  t.equal(await usedOf(redis, 7), 3);
});

t.test('what is no number in Redis counts as nothing', async (t) => {
  const counters = await openCounters(t);
  if (!counters) return;
  const { redis, count } = counters;
  await redis.client.hset('shop:{7}:usage', { minute_opened: 'x', minute_used: 'y', day_used: '' });
  t.match((await count(7, LIMITS, 8)).windows, [{ remaining: 59 }, { remaining: 99 }]);
});

t.test('a user needs the rights that are documented, and no others', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  await redis.client.call('ACL', 'SETUSER', 'counter', 'on', '>secret', ...RIGHTS.split(' '));
  const url = redis.url.replace('//', '//counter:secret@');
  const { count, countAnonymous, hints, lines, store, untilAvailable } = await openInstance(t, url);
  const countAll = () => Promise.all([...IDS.map((id) => count(id)), countAnonymous('192.0.2.1')]);
  hints?.give('a');
  await countAll();
  t.equal(await hints?.has('a'), true);
  t.strictSame(lines, []);

  await redis.client.call('ACL', 'SETUSER', 'counter', '-hset');
  await countAll();
  t.equal(store.outages(), 1, 'a right that is missing for all keys is no fault of one');
  await redis.client.call('ACL', 'SETUSER', 'counter', '+hset');
  await untilAvailable();
  t.strictSame(new Set(await Promise.all(IDS.map((id) => usedOf(redis, id)))), new Set([2]));
});

t.test('scripts that Redis forgets are sent again', async (t) => {
  const opened = await openAll(t);
  if (!opened) return;
  const { redis, count, lines } = opened;
  for (let i = 0; i < 3; i += 1) {
    await redis.client.script('FLUSH');
    await Promise.all(IDS.map((id) => count(id)));
  }
  t.strictSame(new Set(await Promise.all(IDS.map((id) => usedOf(redis, id)))), new Set([3]));
  t.strictSame(lines, []);
});

t.test('an outage in the middle of a call loses no count', async (t) => {
  const opened = await openAll(t);
  if (!opened) return;
  const { redis, count, store, untilAvailable } = opened;
  await Promise.all(IDS.map((id) => count(id)));
  redis.freeze();
  const counting = Promise.all([...IDS, ...IDS].map((id) => count(id)));
  // The call has left this process when the connection ends.
  await new Promise(setImmediate);
  await redis.kill();
  const remaining = (await counting).map(({ windows }) => windows[1].remaining);
  t.strictSame(new Set(remaining), new Set([99_998, 99_997]));
  t.equal(store.outages(), 1);
  await redis.start();
  await untilAvailable();
  t.strictSame(new Set(await Promise.all(IDS.map((id) => usedOf(redis, id)))), new Set([3]));
});

t.test('what Redis counts late is counted once', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { count, store, untilAvailable } = await openInstance(t, redis.url, MAX_WAIT_MS);
  await untilAvailable();
  redis.freeze();
  await Promise.all([...IDS, ...IDS].map((id) => count(id)));
  redis.thaw();
  t.ok(store.outages() > 0);
  await untilAvailable();
  t.strictSame(new Set(await Promise.all(IDS.map((id) => usedOf(redis, id)))), new Set([2]));
});

t.test('callers have a call each where a proxy hides that Redis is a cluster', async (t) => {
  const counters = await openCounters(t);
  if (!counters) return;
  const { redis, count, check } = counters;
  await redis.kill();
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
  const cluster = await startRedisWith(t, { port: redis.port, settings });
  await cluster?.client.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  await untilAnswering(() => check());
  for (const expected of [99, 98]) {
    const counts = await Promise.all(IDS.map((id) => count(id, LIMITS, id)));
    t.strictSame(new Set(counts.map(({ windows }) => windows[1].remaining)), new Set([expected]));
  }
  const errors = String(await cluster?.client.info('errorstats'));
  t.match(errors, /errorstat_CROSSSLOT:count=1\r/, 'which is found out once');
});

/** An instance, and the Redis in which it counts. */
async function openAll(t: Test) {
  const redis = await startRedis(t);
  if (!redis) return undefined;
  const instance = await openInstance(t, redis.url);
  // The first call of a connection has the script itself.
  await instance.peek(1);
  return { redis, ...instance };
}

async function openCounters(t: Test, banAfter = 1_000) {
  const redis = await startRedis(t);
  if (!redis) return undefined;
  const counters = createRedisCounters(redis.url, 'shop', banAfter);
  t.teardown(() => counters.close());
  await untilAnswering(() => counters.check());
  return { redis, ...counters };
}

/** How many scripts Redis has run meanwhile, and how often it has read from a connection. */
async function callsDuring(client: Redis, act: () => Promise<unknown>) {
  await client.config('RESETSTAT');
  await act();
  const info = await client.info('all');
  return {
    scripts: Number(/cmdstat_evalsha:calls=(\d+)/.exec(info)?.[1]),
    // Without this command itself.
    reads: Number(/total_reads_processed:(\d+)/.exec(info)?.[1]) - 1,
  };
}

/** Does something while Redis is full, until an outage of it has begun. */
async function outage(redis: RedisServer, act: () => Promise<unknown>) {
  await redis.client.config('SET', 'maxmemory', '1');
  await act();
  await redis.client.config('SET', 'maxmemory', '0');
}

/** What Redis has counted of a customer's day. */
async function usedOf({ client }: RedisServer, id: number): Promise<number> {
  return Number(await client.hget(`shop:{${id}}:usage`, 'day_used'));
}
