// The counters of an instance without Redis, on a clock of their own.

import t from 'tap';
import { createMemoryCounters } from '../../../../src/platform/limits/counting/memory-counters.ts';
import { shownWindow } from '../../../../src/platform/limits/counting/windows.ts';
import { createClock } from '../../../support/clock.ts';
import { address, customer, described } from '../../../support/counters.ts';
import { heapBytes, untilHeapBelow } from '../../../support/memory.ts';
import { type Work, work } from '../../../support/workers.ts';

const LIMITS = { perMinute: 3, perDay: 5 };
const NONE = { perMinute: 0, perDay: 5 };
const FREE = { perMinute: 60, perDay: 1_000 };
const BUSINESS = { perMinute: 1_000, perDay: 100_000 };

/** Opens counters with a stopped clock: functions that count a request, or show what is left. */
function openCounters() {
  const clock = createClock();
  clock.stop(Math.floor(clock.wallMs() / 1_000) * 1_000);
  const { count, look, isKnown, takeChanged } = createMemoryCounters(clock);
  return {
    move: clock.move,
    set: clock.set,
    count: (id: number, limits = LIMITS, apiKeyId = id) =>
      described(count(customer(id, limits, apiKeyId))),
    isKnown: (id: number) => isKnown({ kind: 'customer', id: BigInt(id) }),
    takeChanged: () => takeChanged('customer'),
    countAddress: (id: string) => count(address(id, 3)),
    left: (id: number, limits = LIMITS) =>
      look(customer(id, limits)).windows.map(({ remaining }) => remaining),
    leftOfAddress: (id: string) => look(address(id, 3)).windows[0].remaining,
  };
}

t.test('another plan neither refunds nor adds to what is used', async (t) => {
  const { count, left } = openCounters();
  for (let i = 0; i < 3; i += 1) count(1);
  t.same(left(1, { perMinute: 11, perDay: 101 }), [8, 98]);
  const { rejectedBy, windows } = count(1, { perMinute: 2, perDay: 100 });
  t.equal(rejectedBy?.name, 'minute');
  t.equal(windows[0].remaining, 0, 'never negative');
});

t.test('the minute is not refunded when the day ends', async (t) => {
  const { move, count, left } = openCounters();
  count(1);
  move(86_400 - 3_601);
  // A request of another customer may sweep the memory.
  count(2);
  move(3_600);
  for (let i = 0; i < 3; i += 1) count(1);
  move(2);
  count(2);
  t.equal(count(1).rejectedBy?.name, 'minute');
  t.same(left(1), [0, 5], 'the day is over');
});

t.test('a rejection is late if it is over 5 s after the first of its minute', async (t) => {
  const { move, set, count } = openCounters();
  const reject = (apiKeyId = 8, limits = NONE) => count(1, limits, apiKeyId).lateRejections;
  t.equal(reject(), 0);
  move(5);
  t.equal(reject(), 0);
  move(0.001);
  t.equal(reject(), 1);
  move(54.998);
  t.equal(reject(9), 0, 'each key by itself');
  t.equal(reject(), 2);
  move(0.001);
  t.equal(reject(), 0, 'the first of the next minute');
  set(3_600);
  t.equal(reject(), 0, 'no time has passed');
  move(6);
  t.equal(reject(), 1);
  set(-7_200);
  t.equal(reject(), 2);
});

t.test('the minute of rejections ends with the exceeded window', async (t) => {
  const { move, count } = openCounters();
  const limits = { perMinute: 1, perDay: 100 };
  const reject = () => count(1, limits).lateRejections;
  t.equal(count(1, limits).isRejected, false);
  move(50);
  t.equal(reject(), 0);
  move(9);
  t.equal(reject(), 1);
  move(1);
  t.equal(count(1, limits).isRejected, false, 'the next window');
  t.equal(reject(), 0, 'its first rejection');
  move(6);
  t.equal(reject(), 1);
});

/** Lets programs share a key, which is counted in memory. */
function workInMemory(options: Pick<Work, 'limits' | 'workers' | 'everySeconds' | 'isPatient'>) {
  const clock = createClock();
  clock.stop();
  const { count } = createMemoryCounters(clock);
  const caller = customer(1, options.limits);
  return work({ ...options, forSeconds: 900, count: () => count(caller), moveClock: clock.move });
}

t.test('as many patient programs as requests per minute are never banned', async (t) => {
  for (const [plan, limits] of Object.entries({ FREE, BUSINESS })) {
    for (const workers of [12, 60, 1_000]) {
      for (const everySeconds of [1, 10, 15, 60]) {
        const bannedAfter = await workInMemory({ limits, workers, everySeconds, isPatient: true });
        const mayBeBanned = workers > limits.perMinute;
        t.equal(bannedAfter !== undefined, mayBeBanned, `${plan}, ${workers}, ${everySeconds} s`);
      }
    }
  }
});

t.test('a key that ignores 429 is banned within two minutes', async (t) => {
  const dayUsedUp = { perMinute: 60, perDay: 60 };
  const small = { perMinute: 3, perDay: 1_000 };
  for (const [limits, workers, everySeconds] of [
    [FREE, 12, 1],
    [FREE, 60, 10],
    [FREE, 1_000, 60],
    [BUSINESS, 60, 1],
    [BUSINESS, 1_000, 10],
    [dayUsedUp, 2, 1],
    // By the fewest rejections that lead to a ban.
    [small, 1, 2],
  ] as const) {
    const bannedAfter = await workInMemory({ limits, workers, everySeconds, isPatient: false });
    const name = `${workers} programs, ${everySeconds} s, ${limits.perMinute} per minute`;
    t.ok(Number(bannedAfter) <= 120, `${name}: banned after ${bannedAfter} s`);
  }
});

t.test('forgets the addresses that called longest ago, and no customer', (t) => {
  const { count, countAddress, left, leftOfAddress } = openCounters();
  count(1);
  const addresses = Array.from({ length: 50_500 }, (_, i) => `10.${i >> 8}.${i & 255}.1`);
  for (const address of addresses.slice(0, -1)) countAddress(address);
  countAddress(String(addresses[600]));
  countAddress(String(addresses.at(-1)));
  // The newest first, since an address is known again once it is looked at.
  const remaining = addresses.toReversed().map(leftOfAddress);
  remaining.reverse();
  t.same(remaining.slice(0, 500), Array(500).fill(3));
  t.same(remaining.slice(500, 600), Array(100).fill(2));
  t.equal(remaining[600], 1);
  t.same(left(1), [2, 4]);
  t.end();
});

t.test('a change is taken once, and no admitted request has late rejections', async (t) => {
  const { count, takeChanged } = openCounters();
  t.match(count(1), { isRejected: false, lateRejections: 0 });
  t.strictSame(takeChanged(), [1n]);
  t.strictSame(takeChanged(), []);
});

t.test('a reserve is known as counted while one of its windows has a request', async (t) => {
  const clock = createClock();
  clock.stop();
  const { count, countedReserve, openWindows, now } = createMemoryCounters(clock);
  const caller = customer(1, NONE, 1, true);
  const isCounted = () => countedReserve(caller, now().seconds) !== undefined;
  openWindows({ kind: 'reserve', id: 1n }, now().seconds);
  t.notOk(isCounted(), 'which another instance may have used');
  count(caller);
  clock.move(60);
  t.ok(isCounted(), 'its day');
  clock.move(86_400);
  t.notOk(isCounted());
});

t.test('of two windows with as much left and one end, the minute is shown', async (t) => {
  const { move, count } = openCounters();
  const limits = { perMinute: 1, perDay: 2 };
  count(1, limits);
  move(86_340);
  t.equal(shownWindow(count(1, limits)).name, 'minute');
});

t.test('windows that are over take no memory', async (t) => {
  const { move, count, isKnown } = openCounters();
  const ids = Array.from({ length: 50_000 }, (_, id) => id);
  const before = await heapBytes();
  for (const id of ids) for (let i = 0; i < 3; i += 1) count(id);
  const perCustomer = ((await heapBytes()) - before) / ids.length;
  for (const id of ids) count(id);
  const perKey = ((await heapBytes()) - before) / ids.length - perCustomer;
  t.ok(perCustomer < 500, `a customer takes ${Math.round(perCustomer)} bytes`);
  move(86_400);
  const known = () => ids.filter(isKnown).length;
  count(0);
  t.ok(known() > 49_000, 'no request takes the time to forget all');
  for (let i = 0; i < 300; i += 1) count(0);
  t.equal(known(), 1);
  const leftBytes = (ids.length * (perCustomer + perKey)) / 4;
  await untilHeapBelow(before + leftBytes, 'most of it has gone after a day');
});

t.test('forgets what is over once an hour, whatever the time of day is set to', async (t) => {
  for (const bySeconds of [0, 2 * 86_400, -2 * 86_400]) {
    const { move, set, count, isKnown, takeChanged } = openCounters();
    count(1);
    move(1_800);
    count(2);
    set(bySeconds);
    move(86_400 - 1_800 - 1);
    // The day of the first ends in a second, and in it an hour begins.
    count(3);
    t.ok(isKnown(1));
    move(1);
    count(3);
    t.ok(isKnown(1), 'not with each request');
    move(3_598);
    count(3);
    t.ok(isKnown(1));
    move(1);
    count(3);
    t.notOk(isKnown(1), `set by ${bySeconds} s`);
    t.notOk(isKnown(2));
    t.ok(isKnown(3));
    t.strictSame(takeChanged(), [3n], 'nothing is stored of a day that is over');
  }
});
