import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import type { Customer } from '../../src/limits/caller.ts';
import { createMemoryCounters } from '../../src/limits/memory-counters.ts';
import { stopClock } from '../helper.ts';

const customer = (customerId: number): Customer => ({
  customerId,
  apiKeyId: customerId,
  limits: { perMinute: 3, perDay: 5 },
  bannedUntilMs: 0,
});

t.test(
  'a request is admitted only if both windows have room, and otherwise counts in neither',
  async (t) => {
    const move = stopClock(t);
    const counters = createMemoryCounters();
    const outcomes = [1, 2, 3, 4].map(() => counters.count(customer(1)));
    t.same(
      outcomes.map(({ rejectedBy }) => rejectedBy?.name),
      [undefined, undefined, undefined, 'minute'],
    );
    t.equal(outcomes[3]?.windows[1].remaining, 2, 'the day has not counted the rejected request');
    move(60);
    const later = [1, 2, 3].map(() => counters.count(customer(1)));
    t.same(
      later.map(({ rejectedBy }) => rejectedBy?.name),
      [undefined, undefined, 'day'],
    );
    t.equal(later[2]?.windows[0].remaining, 1, 'the minute has not counted the rejected request');
  },
);

t.test('if both windows are used up, the day rejects', async (t) => {
  stopClock(t);
  const counters = createMemoryCounters();
  const poor = { ...customer(1), limits: { perMinute: 2, perDay: 2 } };
  counters.count(poor);
  counters.count(poor);
  t.equal(counters.count(poor).rejectedBy?.name, 'day');
});

t.test('a window opens with the first request in it, at a whole second', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  const { nowSeconds, windows } = counters.peek(customer(1));
  t.same(
    windows.map(({ resetsAtSeconds }) => resetsAtSeconds - nowSeconds),
    [60, 86_400],
  );
  move(30);
  counters.count(customer(1));
  move(20);
  const [minute, day] = counters.count(customer(1)).windows;
  t.equal(minute.resetsAtSeconds, nowSeconds + 90);
  t.equal(day.resetsAtSeconds, nowSeconds + 30 + 86_400);
});

t.test('a clock that is set back neither refunds nor freezes a window', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  for (let i = 0; i < 3; i += 1) counters.count(customer(1));
  move(-3_600);
  const { rejectedBy, nowSeconds } = counters.count(customer(1));
  t.equal(rejectedBy?.name, 'minute', 'what was used stays used');
  t.equal(rejectedBy?.resetsAtSeconds, nowSeconds + 60, 'for no longer than a window');
  move(60);
  t.equal(counters.count(customer(1)).rejectedBy, undefined);
});

t.test('another plan neither refunds nor adds to what is used', async (t) => {
  stopClock(t);
  const counters = createMemoryCounters();
  for (let i = 0; i < 3; i += 1) counters.count(customer(1));
  const richer = { ...customer(1), limits: { perMinute: 10, perDay: 100 } };
  t.same(
    counters.count(richer).windows.map(({ remaining }) => remaining),
    [6, 96],
  );
  const poorer = { ...customer(1), limits: { perMinute: 2, perDay: 100 } };
  const rejected = counters.count(poorer);
  t.equal(rejected.rejectedBy?.name, 'minute');
  t.equal(rejected.windows[0].remaining, 0, 'never negative');
});

t.test('customers whose day is over take no memory', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  const customers = Array.from({ length: 100_000 }, (_, id) => customer(id));
  const before = usedBytes();
  for (const each of customers) for (let i = 0; i < 4; i += 1) counters.count(each);
  const perCustomer = (usedBytes() - before) / customers.length;
  t.ok(perCustomer < 500, `a customer takes ${Math.round(perCustomer)} bytes`);
  move(86_400);
  counters.count(customer(0));
  const left = (usedBytes() - before) / customers.length;
  t.ok(left < perCustomer / 4, `of which ${Math.round(left)} are left after a day`);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedBytes() {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
