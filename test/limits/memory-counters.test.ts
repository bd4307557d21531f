import t from 'tap';
import { createMemoryCounters } from '../../src/limits/memory-counters.ts';
import { createClock } from '../support/clock.ts';
import { heapBytes } from '../support/memory.ts';

const LIMITS = { perMinute: 3, perDay: 5 };
const NONE = { perMinute: 0, perDay: 5 };

/** Opens counters with a stopped clock: functions that count a request, or show what is left. */
function openCounters(banAfter?: number, maxAddresses?: number) {
  const { now, stop, move } = createClock();
  stop();
  const { count } = createMemoryCounters(now, banAfter, maxAddresses);
  return {
    move,
    count: (id: number, limits = LIMITS, apiKeyId = id) => count({ id, limits, apiKeyId }, 1),
    countAddress: (id: string) => count({ id, limits: LIMITS }, 1),
    left: (id: number | string, limits = LIMITS) =>
      count({ id, limits }, 0).windows.map(({ remaining }) => remaining),
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

t.test('counts the rejections of a key within the last minute, and anew after a ban', async (t) => {
  const { move, count } = openCounters(10);
  /** Counts rejections until one leads to a ban. */
  const rejectionsToBan = (apiKeyId = 8) => {
    let rejections = 1;
    while (!count(1, NONE, apiKeyId).isBan) rejections += 1;
    return rejections;
  };
  t.equal(rejectionsToBan(), 10);
  t.equal(rejectionsToBan(), 10, 'anew after a ban');
  count(1, NONE, 8);
  move(58);
  for (let i = 0; i < 7; i += 1) count(1, NONE, 8);
  t.equal(rejectionsToBan(9), 10, 'each key by itself');
  move(2);
  t.equal(rejectionsToBan(), 3, 'the first was a minute ago');
  for (let i = 0; i < 9; i += 1) count(1, NONE, 8);
  move(-3_600);
  t.equal(rejectionsToBan(), 10, 'nothing is kept of a future');
});

t.test('forgets the addresses that called longest ago, and no customer', (t) => {
  const { count, countAddress, left } = openCounters(1, 50_000);
  count(1);
  const addresses = Array.from({ length: 50_500 }, (_, i) => `10.${i >> 8}.${i & 255}.1`);
  for (const address of addresses.slice(0, -1)) countAddress(address);
  countAddress(String(addresses[600]));
  countAddress(String(addresses.at(-1)));
  // The newest first, since an address is known again once it is looked at.
  const remaining = addresses.toReversed().map((address) => left(address)[0]);
  remaining.reverse();
  t.same(remaining.slice(0, 500), Array(500).fill(3));
  t.same(remaining.slice(500, 600), Array(100).fill(2));
  t.equal(remaining[600], 1);
  t.same(left(1), [2, 4]);
  t.end();
});

t.test('windows that are over take no memory', async (t) => {
  const { move, count } = openCounters();
  const ids = Array.from({ length: 50_000 }, (_, id) => id);
  const before = await heapBytes();
  for (const id of ids) for (let i = 0; i < 3; i += 1) count(id);
  const perCustomer = ((await heapBytes()) - before) / ids.length;
  for (const id of ids) count(id);
  const perKey = ((await heapBytes()) - before) / ids.length - perCustomer;
  t.ok(perCustomer < 500, `a customer takes ${Math.round(perCustomer)} bytes`);
  move(86_400);
  count(0);
  const left = ((await heapBytes()) - before) / ids.length;
  t.ok(left < (perCustomer + perKey) / 4, `${Math.round(left)} are left after a day`);
});
