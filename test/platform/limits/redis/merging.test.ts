// When Redis is checked, and told what was counted without it: by a clock that the test moves.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import type { CountedCaller } from '../../../../src/platform/limits/counting/counters.ts';
import { startMerging } from '../../../../src/platform/limits/redis/merging.ts';
import { createOutage } from '../../../../src/platform/limits/redis/outage.ts';
import { customer } from '../../../support/counters.ts';

/** Starts to merge with a Redis that fails for some callers. */
async function open(t: Test, failing: readonly CountedCaller[]) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const outage = createOutage(pino({ level: 'silent' }), 'node');
  const fail = (callers: readonly CountedCaller[]) => {
    for (const caller of callers) outage.noteFailure(caller, new Error('no luck'));
  };
  fail(failing);
  const told: CountedCaller['id'][] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const redis = { isDown: false, failsAfter: Number.POSITIVE_INFINITY, held: tick() };
  const tell = async (caller: CountedCaller) => {
    told.push(caller.id);
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    await tick();
    await redis.held;
    inFlight -= 1;
    redis.failsAfter -= 1;
    if (redis.isDown || redis.failsAfter < 0) return undefined;
    outage.noteReply(caller, true);
    return {};
  };
  const end = await startMerging(outage, tell);
  async function pass(ms: number) {
    mock.timers.tick(ms);
    for (let i = 0; i < 20; i += 1) await tick();
    return told.splice(0);
  }
  return {
    redis,
    fail,
    told,
    pass,
    end,
    inFlight: () => inFlight,
    mostInFlight: () => mostInFlight,
  };
}

t.test('Redis is checked at the start and each half second', async (t) => {
  const { pass, told, end } = await open(t, []);
  t.strictSame(told.splice(0), ['check']);
  t.strictSame(await pass(499), []);
  t.strictSame(await pass(1), ['check']);
  t.strictSame(await pass(500), ['check']);
  await end();
  t.strictSame(told.splice(0), ['check'], 'and at the end');
  t.strictSame(await pass(10_000), []);
});

t.test('after an outage it learns of a hundred callers at a time', async (t) => {
  const callers = Array.from({ length: 250 }, (_, id) => customer(id));
  const { pass, told, fail, redis, mostInFlight } = await open(t, callers);
  t.strictSame([...new Set(told.splice(0))].length, 250);
  t.equal(mostInFlight(), 100);
  t.strictSame(await pass(500), ['check'], 'it knows all');

  fail(callers);
  redis.isDown = true;
  t.strictSame(await pass(500), [0n], 'one that fails is enough to know');
  redis.isDown = false;
  redis.failsAfter = 101;
  t.equal((await pass(500)).length, 1 + 100 + 100, 'it fails again: no other waits for it');
  redis.failsAfter = Number.POSITIVE_INFINITY;
  await pass(500);
  t.strictSame(await pass(500), ['check']);
});

t.test('the pause begins when Redis has replied', async (t) => {
  const { redis, told, pass, end } = await open(t, []);
  told.splice(0);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  redis.held = held;
  t.strictSame(await pass(500), ['check']);
  t.strictSame(await pass(10_000), []);
  release();
  t.strictSame(await pass(0), []);
  t.strictSame(await pass(500), ['check']);
  await end();
});

t.test('nothing is told after the end, also if it begins meanwhile', async (t) => {
  const { pass, told, end, inFlight, mostInFlight } = await open(t, []);
  mock.timers.tick(500);
  told.splice(0);
  await end();
  t.strictSame(told.splice(0), ['check'], 'a last time, after the one that has begun');
  t.strictSame([inFlight(), mostInFlight()], [0, 1], 'one after the other, and waits for both');
  t.strictSame(await pass(10_000), []);
});
