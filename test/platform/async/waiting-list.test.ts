// What waits for its turn: in which order, how many, and how long.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createWaitingList } from '../../../src/platform/async/waiting-list.ts';

/** Stops the time, and returns what lets it pass. */
function stopTime(t: Test) {
  let nowMs = 1_000;
  mock.timers.enable({ apis: ['setTimeout'] });
  const clock = mock.method(performance, 'now', () => nowMs);
  t.teardown(() => {
    mock.timers.reset();
    clock.mock.restore();
  });
  return async (ms: number) => {
    nowMs += ms;
    mock.timers.tick(ms);
    await tick();
    await tick();
  };
}

t.test('items are taken in their order, all or so many', async (t) => {
  const list = createWaitingList<string, number>({ maxWaitMs: Number.POSITIVE_INFINITY });
  const waiting = ['a', 'b', 'c', 'd'].map((item) => list.wait(item));
  t.equal(list.size, 4);
  const first = list.take(2);
  t.strictSame(
    first.map(({ item }) => item),
    ['a', 'b'],
  );
  t.equal(list.size, 2);
  first[0]?.resolve(1);
  first[1]?.reject(new Error('no luck'));
  for (const { resolve } of list.take()) resolve(3);
  t.equal(list.size, 0);
  t.equal(await waiting[0], 1);
  await t.rejects(waiting[1] as Promise<number>, { message: 'no luck' });
  t.strictSame(await Promise.all(waiting.slice(2)), [3, 3]);
});

t.test('each waits for its own time, and is told once that it is over', async (t) => {
  const pass = stopTime(t);
  const timeouts: number[] = [];
  const list = createWaitingList<string, number>({
    maxWaitMs: 50,
    onTimeout: () => timeouts.push(list.size),
  });
  const ended: string[] = [];
  const wait = (item: string) =>
    list.wait(item).catch(({ code, message }) => ended.push(`${item} ${code} ${message}`));
  const late = 'ETIMEDOUT It was not its turn within 50 ms.';
  void wait('a');
  void wait('b');
  await pass(20);
  void wait('c');
  await pass(29);
  t.strictSame(ended, []);
  await pass(1);
  t.strictSame(ended, [`a ${late}`, `b ${late}`]);
  t.strictSame(timeouts, [1], 'once for both');
  await pass(19);
  t.equal(ended.length, 2);
  await pass(1);
  t.strictSame(ended.slice(2), [`c ${late}`]);
  await pass(1_000);
  t.strictSame(timeouts, [1, 0]);

  // The next one starts the timer again.
  void wait('d');
  await pass(49);
  t.equal(ended.length, 3);
  await pass(1);
  t.equal(ended.length, 4);
});

t.test('what was taken in time waits for its result, however long', async (t) => {
  const pass = stopTime(t);
  const timeouts: string[] = [];
  const list = createWaitingList<string, number>({
    maxWaitMs: 50,
    onTimeout: () => timeouts.push('late'),
  });
  const waiting = list.wait('a');
  await pass(49);
  const [taken] = list.take();
  await pass(60_000);
  taken?.resolve(1);
  t.equal(await waiting, 1);
  t.strictSame(timeouts, [], 'nobody was late');
});

t.test('2,000 wait at most: as many as there are connections', async (t) => {
  const list = createWaitingList<number, number>({ maxWaitMs: Number.POSITIVE_INFINITY });
  const waiting = Array.from({ length: 2_000 }, (_, item) => list.wait(item));
  await t.rejects(list.wait(2_000), {
    code: 'EAGAIN',
    message: '2000 others wait for their turn already.',
  });
  for (const { item, resolve } of list.take(1)) resolve(item);
  const next = list.wait(2_001);
  for (const { item, resolve } of list.take()) resolve(item);
  t.equal((await Promise.all(waiting)).length, 2_000);
  t.equal(await next, 2_001);
});

t.test('a time limit keeps no process running', async (t) => {
  const timeouts = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout');
  const before = timeouts().length;
  const list = createWaitingList({ maxWaitMs: 60_000 });
  const waiting = list.wait();
  t.equal(timeouts().length, before);
  for (const { resolve } of list.take()) resolve();
  await waiting;
});
