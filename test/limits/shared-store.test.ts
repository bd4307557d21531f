import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import t, { type Test } from 'tap';
import { createFallbackCounters } from '../../src/limits/fallback-counters.ts';
import { createMemoryCounters } from '../../src/limits/memory-counters.ts';
import { createRedisCounters } from '../../src/limits/redis-counters.ts';
import { createSharedStore } from '../../src/limits/shared-store.ts';
import { PATIENT_MS } from '../support/counters.ts';
import { startRedis, untilAnswering } from '../support/redis.ts';
import { until } from '../support/until.ts';

function openLog() {
  const lines: string[] = [];
  const info = (line: string) => lines.push(line);
  return { lines, log: { error: () => undefined, info } as unknown as FastifyBaseLogger };
}

t.test('is told once what was counted without it, however long that takes', async (t) => {
  const { lines, log } = openLog();
  const store = createSharedStore({ check: async () => 'OK', reasonFor: String }, log);
  t.teardown(() => store.close());
  const calls: string[] = [];
  store.add({
    async rejoin() {
      calls.push('rejoin');
      await wait(1_300);
    },
    rejoinNow: () => calls.push(`rejoinNow, available: ${store.isUp()}`),
  });
  t.equal(await store.isAvailable(), true);
  store.beginOutage(new Error('unavailable'));
  t.equal(await store.isAvailable(), false, 'it responds, but is not used yet');
  await until(() => store.isUp(), 'the outage is over');
  t.strictSame(calls, ['rejoin', 'rejoinNow, available: true']);
  t.equal(lines.length, 1);
});

t.test('is unavailable when it does not respond', async (t) => {
  const { log } = openLog();
  const store = createSharedStore(
    { check: () => Promise.reject(new Error('no connection')), reasonFor: String },
    log,
  );
  t.teardown(() => store.close());
  t.equal(await store.isAvailable(), false);
  t.equal(store.outages(), 1);
});

t.test('a response that arrives in an outage that another began is counted once', async (t) => {
  const instance = await openInstance(t);
  if (!instance) return;
  const { redis, shared, store, counters } = instance;
  const limits = { perMinute: 60, perDay: 2 };
  const pending = counters.count(7, limits, 8);
  store.beginOutage(new Error('unavailable'));
  await pending;
  t.match((await counters.count(7, limits, 8)).windows[1], { remaining: 0 }, 'known here');
  const rejected = shared.count(7, { perMinute: 60, perDay: 1 }, 8);
  t.equal((await rejected).rejectedBy?.name, 'day', 'counted there');
  await until(() => store.isUp(), 'the outage is over');
  t.equal(await redis.client.hget('shop:{7}:usage', 'day_used'), '2');
});

t.test('a response that rejects in such an outage is not counted', async (t) => {
  const instance = await openInstance(t);
  if (!instance) return;
  const { redis, shared, store, counters } = instance;
  const limits = { perMinute: 60, perDay: 1 };
  await shared.count(7, limits, 8);
  const pending = counters.count(7, limits, 8);
  store.beginOutage(new Error('unavailable'));
  t.equal((await pending).rejectedBy?.name, 'day');
  await until(() => store.isUp(), 'the outage is over');
  t.equal(await redis.client.hget('shop:{7}:usage', 'day_used'), '1');
});

/** The counters of an instance, and what they are made of; undefined on a machine without Redis. */
async function openInstance(t: Test) {
  const redis = await startRedis(t);
  if (!redis) return undefined;
  const shared = createRedisCounters(redis.url, 'shop', 10);
  t.teardown(() => shared.close());
  await untilAnswering(() => shared.check());
  const store = createSharedStore(shared, openLog().log, PATIENT_MS);
  t.teardown(() => store.close());
  const counters = createFallbackCounters(store, shared, createMemoryCounters(), false);
  return { redis, shared, store, counters };
}
