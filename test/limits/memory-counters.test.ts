import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { createMemoryCounters } from '../../src/limits/memory-counters.ts';
import { stopClock } from '../helper.ts';

const LIMITS = { perMinute: 3, perDay: 5 };
const KEY = 8;

t.test(
  'a request is admitted only if both windows have room, and otherwise counts in neither',
  async (t) => {
    const move = stopClock(t);
    const counters = createMemoryCounters();
    const outcomes = [1, 2, 3, 4].map(() => counters.count(1, LIMITS, KEY));
    t.same(
      outcomes.map(({ rejectedBy }) => rejectedBy?.name),
      [undefined, undefined, undefined, 'minute'],
    );
    t.equal(outcomes[3]?.windows[1].remaining, 2, 'the day has not counted the rejected request');
    move(60);
    const later = [1, 2, 3].map(() => counters.count(1, LIMITS, KEY));
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
  const poor = { perMinute: 2, perDay: 2 };
  counters.count(1, poor, KEY);
  counters.count(1, poor, KEY);
  t.equal(counters.count(1, poor, KEY).rejectedBy?.name, 'day');
});

t.test('a window opens with the first request in it, at a whole second', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  const { nowSeconds, windows } = counters.peek(1, LIMITS);
  t.same(
    windows.map(({ resetsAtSeconds }) => resetsAtSeconds - nowSeconds),
    [60, 86_400],
  );
  move(30);
  counters.count(1, LIMITS, KEY);
  move(20);
  const [minute, day] = counters.count(1, LIMITS, KEY).windows;
  t.equal(minute.resetsAtSeconds, nowSeconds + 90);
  t.equal(day.resetsAtSeconds, nowSeconds + 30 + 86_400);
});

t.test('a clock that is set back neither refunds nor freezes a window', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  for (let i = 0; i < 3; i += 1) counters.count(1, LIMITS, KEY);
  move(-3_600);
  const { rejectedBy, nowSeconds } = counters.count(1, LIMITS, KEY);
  t.equal(rejectedBy?.name, 'minute', 'what was used stays used');
  t.equal(rejectedBy?.resetsAtSeconds, nowSeconds + 60, 'for no longer than a window');
  move(60);
  t.equal(counters.count(1, LIMITS, KEY).rejectedBy, undefined);
});

t.test('another plan neither refunds nor adds to what is used', async (t) => {
  stopClock(t);
  const counters = createMemoryCounters();
  for (let i = 0; i < 3; i += 1) counters.count(1, LIMITS, KEY);
  const richer = { perMinute: 10, perDay: 100 };
  t.same(
    counters.count(1, richer, KEY).windows.map(({ remaining }) => remaining),
    [6, 96],
  );
  const poorer = { perMinute: 2, perDay: 100 };
  const rejected = counters.count(1, poorer, KEY);
  t.equal(rejected.rejectedBy?.name, 'minute');
  t.equal(rejected.windows[0].remaining, 0, 'never negative');
});

t.test('customers whose day is over take no memory', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  const customers = Array.from({ length: 100_000 }, (_, id) => id);
  const before = usedBytes();
  for (const each of customers) for (let i = 0; i < 4; i += 1) counters.count(each, LIMITS, each);
  const perCustomer = (usedBytes() - before) / customers.length;
  t.ok(perCustomer < 500, `a customer takes ${Math.round(perCustomer)} bytes`);
  move(86_400);
  counters.count(0, LIMITS, KEY);
  const left = (usedBytes() - before) / customers.length;
  t.ok(left < perCustomer / 4, `of which ${Math.round(left)} are left after a day`);
});

t.test('nor do customers whose counts come from Redis alone', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  const before = usedBytes();
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const window = { openedAtSeconds: nowSeconds, used: 1 };
  const adopt = (id: number) => counters.adopt(id, { minute: window, day: window }, nowSeconds);
  for (let id = 0; id < 100_000; id += 1) adopt(id);
  const perCustomer = (usedBytes() - before) / 100_000;
  move(2 * 86_400);
  adopt(0);
  const left = (usedBytes() - before) / 100_000;
  t.ok(left < perCustomer / 4, `of ${Math.round(perCustomer)} bytes ${Math.round(left)} are left`);
});

t.test('the minute is not refunded when the day ends', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  counters.count(1, LIMITS, KEY);
  move(86_400 - 3_601);
  // Whenever the sweep comes, some request of another customer makes it.
  counters.count(2, LIMITS, KEY);
  move(3_600);
  for (let i = 0; i < 3; i += 1) counters.count(1, LIMITS, KEY);
  move(2);
  counters.count(2, LIMITS, KEY);
  const { rejectedBy, windows } = counters.count(1, LIMITS, KEY);
  t.equal(rejectedBy?.name, 'minute');
  t.equal(windows[1].remaining, 5, 'the day is over');
});

t.test(
  'adopts windows by the time that has passed, whatever the clock of Redis says',
  async (t) => {
    stopClock(t);
    for (const skewSeconds of [-3_600, 0, 3_600]) {
      const counters = createMemoryCounters();
      const there = Math.floor(Date.now() / 1_000) + skewSeconds;
      const window = { openedAtSeconds: there - 20, used: 3 };
      counters.adopt(1, { minute: window, day: window }, there);
      const { rejectedBy, nowSeconds } = counters.count(1, LIMITS, KEY);
      t.equal(rejectedBy?.name, 'minute');
      t.equal(rejectedBy?.resetsAtSeconds, nowSeconds + 40);
    }
  },
);

t.test('counts the rejections of a key within the last minute, and anew after a ban', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters(10);
  const none = { perMinute: 0, perDay: 5 };
  const reject = () => counters.count(1, none, KEY).rejections;
  t.equal(reject(), 1);
  move(58);
  for (let i = 2; i <= 8; i += 1) t.equal(reject(), i);
  move(2);
  t.equal(reject(), 8, 'the first was a minute ago');
  t.equal(reject(), 9);
  move(-3_600);
  t.equal(reject(), 1, 'nothing is kept of a future');
  for (let i = 2; i <= 10; i += 1) t.equal(reject(), i);
  t.equal(reject(), 1);
  t.equal(counters.count(1, none).rejections, 1, 'without a key nothing is counted');
});

t.test('keys whose last rejection was over a minute ago take no memory', async (t) => {
  const move = stopClock(t);
  const counters = createMemoryCounters();
  const none = { perMinute: 0, perDay: 5 };
  const before = usedBytes();
  for (let key = 0; key < 20_000; key += 1) counters.count(1, none, key);
  const perKey = (usedBytes() - before) / 20_000;
  move(3_600);
  counters.count(1, none, 0);
  const left = (usedBytes() - before) / 20_000;
  t.ok(left < perKey / 4, `of ${Math.round(perKey)} bytes ${Math.round(left)} are left`);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedBytes() {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
