// The reserve of customers in a real Redis, whose clock moves with those of the instances.

import t, { type Test } from 'tap';
import type { CountedCaller } from '../../../../src/platform/limits/counting/counters.ts';
import { countCommands, customer, openInstance, PATIENT } from '../../../support/counters.ts';
import { NEEDS_REDIS, startRedis } from '../../../support/redis.ts';
import { eventually } from '../../../support/until.ts';

const LIMITS = { perMinute: 1_000, perDay: 3 };
const WINDOWS = ['minute', 'day', 'reserve-minute', 'reserve-day'];

/** A request of the account. */
function ofAccount(id: number, limits = LIMITS): CountedCaller {
  return customer(id, limits, id, true);
}

/** Opens instances that share a Redis. */
async function openShared(t: Test) {
  const redis = await startRedis(t);
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  const clock = { wallMs: nowMs, monotonicMs: nowMs };
  const open = () => openInstance(t, redis.url, { ...PATIENT, clock });
  const stores = [await open(), await open()] as const;
  const keyOf = (id: number) => `shop:limits:{${id}}`;
  const used = async (id: number) => {
    const all = await redis.client.hmget(keyOf(id), 'day:used', 'reserve-day:used');
    return all.map(Number);
  };

  /** Moves the clocks of the instances, and what Redis has kept of a customer into the past. */
  async function moveClock(id: number, seconds: number) {
    aheadMs += seconds * 1_000;
    const fields = await redis.client.hgetall(keyOf(id));
    for (const name of WINDOWS.filter((one) => `${one}:opened` in fields)) {
      await redis.client.hincrby(keyOf(id), `${name}:opened`, -seconds);
    }
    for (const [field, text] of Object.entries(fields)) {
      if (!field.startsWith('rejected:')) continue;
      const [beganAtMs = 0, endsAtSeconds = 0, late = 0] = text.split(' ').map(Number);
      const aged = [beganAtMs - seconds * 1_000, endsAtSeconds - seconds, late];
      await redis.client.hset(keyOf(id), field, aged.join(' '));
    }
    for (const { local } of stores) {
      for (const kind of ['customer', 'reserve'] as const) {
        const { minute, day } = local.openWindows({ kind, id: BigInt(id) }, local.now().seconds);
        for (const window of [minute, day]) window.sharedAtSeconds -= seconds;
      }
    }
  }
  return { redis, stores, used, keyOf, moveClock };
}

t.test(
  'instances together admit exactly the reserve, in one command each',
  NEEDS_REDIS,
  async (t) => {
    const { redis, stores, used } = await openShared(t);
    const none = { perMinute: 0, perDay: 1_000 };
    const sent = stores.map(({ store }) => countCommands(store));
    await redis.client.config('RESETSTAT');
    const states = await Promise.all(
      Array.from({ length: 30 }, () =>
        stores.map(({ store }) => store.count(ofAccount(7, none))),
      ).flat(),
    );
    const admitted = states.filter(({ isRejected }) => !isRejected);
    t.equal(admitted.length, 10);
    const remaining = admitted.map(({ windows: [minute] }) => minute.remaining);
    t.strictSame(remaining.sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    t.strictSame(await used(7), [0, 10]);
    const commands = sent.reduce((sum, count) => sum + count(), 0);
    // With those that check Redis now and then.
    t.ok(commands < 90, `${commands} commands for 60 requests`);
  },
);

t.test(
  'the reserve outlasts the plan, and is there for who needs it alone',
  NEEDS_REDIS,
  async (t) => {
    const { redis, stores, used, keyOf, moveClock } = await openShared(t);
    const [one, two] = stores;
    await one.store.count(ofAccount(7));
    t.notOk(
      'reserve-day:used' in (await redis.client.hgetall(keyOf(7))),
      'while the plan has room',
    );
    for (let i = 0; i < 4; i += 1) await one.count(7, LIMITS);
    await moveClock(7, 80_000);
    await redis.client.expire(keyOf(7), 6_400);
    t.notOk((await one.store.count(ofAccount(7))).isRejected);
    t.ok((await two.count(7, LIMITS)).isRejected, 'another request has none');
    t.ok(
      (await redis.client.ttl(keyOf(7))) > 80_000,
      'nor does it shorten how long Redis keeps it',
    );
    await moveClock(7, 10_000);
    t.match(await two.store.count(ofAccount(7)), { windows: [{ limit: 1_000 }, { remaining: 2 }] });
    t.match(await two.store.look(ofAccount(7)), { windows: [{}, { limit: 3, remaining: 2 }] });
    for (let i = 0; i < 2; i += 1) await two.count(7, LIMITS);
    const { windows } = await two.store.look(ofAccount(7));
    t.match(windows, [
      { limit: 10, remaining: 10 },
      { limit: 100, remaining: 99 },
    ]);
    t.strictSame(await used(7), [3, 1]);
  },
);

t.test('Redis has what was counted in the reserve without it', NEEDS_REDIS, async (t) => {
  const { redis, stores, used } = await openShared(t);
  for (let i = 0; i < 3; i += 1) await stores[0].count(7, LIMITS);
  for (const { store } of stores) await store.count(ofAccount(7));
  await redis.kill();
  for (const { store } of stores) {
    // Redis fails for a request without a reserve first.
    await store.count(customer(7, LIMITS));
    for (let i = 0; i < 3; i += 1) t.notOk((await store.count(ofAccount(7))).isRejected);
  }
  await redis.start();
  for (const { untilAvailable } of stores) await untilAvailable();
  // By itself: 8, of which Redis had lost 2.
  await eventually(t, () => used(7), [3, 8]);
  const left = async ({ store }: (typeof stores)[number]) =>
    (await store.count(ofAccount(7))).windows[0].remaining;
  t.strictSame([await left(stores[0]), await left(stores[1])], [1, 0]);
  t.ok((await stores[0].store.count(ofAccount(7))).isRejected);
  await redis.client.flushall();
  t.ok((await stores[0].store.count(ofAccount(7))).isRejected === false, 'the others are unknown');
  await stores[1].store.look(ofAccount(7));
  t.strictSame(await used(7), [3, 11], 'until each has told its own');
});
