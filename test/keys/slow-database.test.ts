import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { revokeKey } from '../../src/keys/administration.ts';
import { createApiKey } from '../../src/keys/api-key.ts';
import { openLookUps } from '../support/key-look-ups.ts';
import { until } from '../support/until.ts';

/*
 * Look-ups of keys while the database is slow or fails.
 */

const UNAVAILABLE = /"service_unavailable"/;

t.test('a revocation holds within a second, however slow the database is', async (t) => {
  const { call, clock, createKey, database, hold, statusOf } = await openLookUps(t);
  clock.stop();
  const { key, id } = await createKey();
  t.equal(await statusOf(key), 200);

  const release = hold();
  clock.move(1);
  const began = call(key);
  await until(() => release.count() === 1);
  await revokeKey(database.client, id);
  clock.move(0.999);
  const joined = call(key);
  clock.move(0.001);
  const late = await call(key);
  t.equal(late.statusCode, 503, 'the look-up in progress began a second ago');
  t.match(late.payload, UNAVAILABLE);
  t.equal(release.count(), 1, 'no other begins meanwhile');

  release();
  for (const response of await Promise.all([began, joined])) {
    t.equal(response.statusCode, 503, 'what was read before the revocation is too old');
    t.match(response.headers.ratelimit, /"day";r=99999;/, 'it shows, and counts, nothing new');
  }
  t.equal(await statusOf(key), 401);
});

t.test('a key that expires while it is looked up is rejected', async (t) => {
  const { call, clock, createKey, hold } = await openLookUps(t);
  clock.stop();
  const { key } = await createKey({ expiresAt: clock.inMs(500) });
  const release = hold();
  const response = call(key);
  await until(() => release.count() === 1);
  clock.move(0.5);
  release();
  t.equal((await response).statusCode, 401);
});

t.test('a request waits a second for the database and no longer', async (t) => {
  const { call, hold, key, statusOf } = await openLookUps(t);
  await call(key);
  await wait(1_000);
  const release = hold();
  const order: string[] = [];
  const late = wait(4_000).then(() => order.push('four seconds later'));
  const responses = [call(key), call(createApiKey())].map(async (response) => {
    t.match((await response).payload, UNAVAILABLE);
    order.push('503');
  });
  await Promise.all([late, ...responses]);
  t.strictSame(order, ['503', '503', 'four seconds later']);
  release();
  await until(async () => (await statusOf(key)) === 200);
});

t.test('unknown keys get 503 while look-ups fail', async (t) => {
  const settings = { ANONYMOUS_PER_MINUTE: '20', LOG_LEVEL: 'error' };
  const { call, createKey, key, log, state, statusOf } = await openLookUps(t, settings);
  t.equal(await statusOf(key), 200);
  const customers = await Promise.all(Array.from({ length: 30 }, () => createKey()));
  // Use up the anonymous limit of the address.
  for (let i = 0; i < 25; i += 1) await call('x');
  t.equal(await statusOf('x'), 429);

  state.isFailing = true;
  const junk = Array.from({ length: 70 }, createApiKey);
  const keys = [...customers.map(({ key }) => key), ...junk.slice(0, 40)];
  for (const key of keys) t.equal(await statusOf(key), 503);
  const together = await Promise.all(keys.map((key) => statusOf(key)));
  t.strictSame(new Set(together), new Set([503]));
  t.ok(log.length <= 10, `${log.length} lines for ${2 * keys.length} failures`);
  t.equal(await statusOf('x'), 429, 'what cannot be a key needs no look-up');
  const { headers } = await call(createApiKey(), '192.0.2.3');
  t.match(headers.ratelimit, '"minute";r=20;', 'they do not count against the address');

  state.isFailing = false;
  for (const { key } of customers) t.equal(await statusOf(key), 200);
  t.equal(await statusOf('x', '192.0.2.2'), 401);
  for (const key of junk.slice(0, 60)) await call(key);
  for (const key of junk.slice(60)) t.equal(await statusOf(key), 429, 'bounded again');
});

t.test('a known key that cannot be looked up gets 503, and never 401 or 429', async (t) => {
  const { call, clock, createKey, state } = await openLookUps(t);
  clock.stop();
  const { key } = await createKey({ plan: 'free' });
  await call(key);
  clock.move(1);
  state.isFailing = true;
  for (let i = 0; i < 70; i += 1) {
    const { statusCode, headers } = await call(key);
    t.equal(statusCode, 503);
    t.match(headers.ratelimit, /^"minute";r=59;t=59, "day";r=999;t=86399$/, 'its own limits');
  }
  state.isFailing = false;
  t.match((await call(key)).headers.ratelimit, /"day";r=998;/);
});

t.test('junk keys of many addresses leave the database to known keys', async (t) => {
  const { call, clock, hold, key, statusOf } = await openLookUps(t);
  clock.stop();
  await call(key);
  const release = hold(key);
  const junk = Array.from({ length: 1_500 }, (_, i) =>
    statusOf(createApiKey(), `10.1.${i >> 8}.${i & 255}`),
  );
  t.equal(await Promise.race(junk), 503, 'those for whom there is no room to wait');
  for (let second = 0; second < 3; second += 1) {
    clock.move(1);
    t.equal(await statusOf(key), 200, 'a customer does not wait behind them');
  }
  // On a slow machine some are given up, and others begin, before all have arrived.
  t.ok(release.count() < 100, `${release.count()} are looked up`);
  release();
  const statuses = new Set(await Promise.all(junk));
  t.strictSame(statuses, new Set([503]), 'none of them is decided without the database');
});

t.test('no key waits for its look-up for longer than a second', async (t) => {
  const { state, statusOf } = await openLookUps(t);
  state.delayMs = 600;
  const ofOne = Array.from({ length: 5 }, () => statusOf(createApiKey(), '10.1.0.1'));
  const ofMany = Array.from({ length: 12 }, (_, i) => statusOf(createApiKey(), `10.2.0.${i}`));
  for (const calls of [ofOne, ofMany]) {
    const statuses = await Promise.all(calls);
    t.same([statuses[0], statuses.at(-1)], [401, 503]);
  }
});

t.test('an address without look-ups left has none until its minute is over', async (t) => {
  const { call, clock, createKey, statusOf } = await openLookUps(t, { ANONYMOUS_PER_MINUTE: '3' });
  clock.stop();
  const known = await createKey();
  t.equal(await statusOf(known.key), 200);
  for (let i = 0; i < 59; i += 1) await call(createApiKey());
  for (let i = 0; i < 5; i += 1) {
    const { key } = await createKey();
    t.equal(await statusOf(key), 200, 'sixty may turn out not to be valid');
  }
  await call(createApiKey());
  const { key } = await createKey();
  t.equal(await statusOf(key), 429);
  t.equal(await statusOf(key, '192.0.2.7'), 200, 'other addresses have their own');
  const other = await createKey();
  t.equal(await statusOf(other.key), 429);
  t.equal(await statusOf(known.key), 200, 'a known key needs none of them');
  clock.move(60);
  t.equal(await statusOf(other.key), 200);
});

t.test('a key that is not looked up gets 429, even within the anonymous limit', async (t) => {
  const { call, clock, statusOf } = await openLookUps(t);
  clock.stop();
  await call('x');
  clock.move(30);
  for (let i = 0; i < 59; i += 1) await call(createApiKey());
  clock.move(30);
  // The anonymous limit is reset; that of look-ups has one left for half a minute.
  t.equal(await statusOf(createApiKey()), 401);
  const rejected = await call(createApiKey());
  t.equal(rejected.statusCode, 429);
  t.equal(rejected.headers['x-ratelimit-remaining'], '0');
  t.equal(rejected.headers['retry-after'], '30');
  t.equal(rejected.headers.ratelimit, '"minute";r=0;t=30');
  t.equal(await statusOf('x'), 401);
});
