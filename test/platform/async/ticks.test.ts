// The end of a tick, and calls that are combined there.

import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import { batchByTick, endOfTick } from '../../../src/platform/async/ticks.ts';

t.test('all who wait in a tick wait for the same end, and the next tick has its own', async (t) => {
  const end = endOfTick();
  t.equal(endOfTick(), end);
  await end;
  t.not(endOfTick(), end);
  await endOfTick();
});

/** Combines calls that double a number. */
function doubling(maxCount?: number) {
  const calls: (readonly number[])[] = [];
  const double = batchByTick(async (numbers: readonly number[]) => {
    calls.push([...numbers]);
    if (numbers.includes(13)) throw new Error('no luck');
    return numbers.map((number) => 2 * number);
  }, maxCount);
  return { calls, double };
}

t.test('the calls of a tick are one, and each has its own result', async (t) => {
  const { calls, double } = doubling();
  t.strictSame(await Promise.all([1, 2, 3].map(double)), [2, 4, 6]);
  t.equal(await double(4), 8);
  t.strictSame(calls, [[1, 2, 3], [4]]);
});

t.test('more calls than one takes are several', async (t) => {
  const { calls, double } = doubling(2);
  t.strictSame(await Promise.all([1, 2, 3, 4, 5].map(double)), [2, 4, 6, 8, 10]);
  t.strictSame(calls, [[1, 2], [3, 4], [5]]);
});

t.test('a failure is that of all calls of its tick, and of no other', async (t) => {
  const { double } = doubling();
  const results = await Promise.allSettled([1, 13].map(double));
  t.strictSame(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await tick();
  t.equal(await double(2), 4);
});
