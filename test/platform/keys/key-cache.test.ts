// Look-ups of keys while the database is slow or fails.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import { revokeKey } from '../../../src/platform/keys/administration.ts';
import { openLookUps } from '../../support/key-look-ups.ts';
import { generateApiKey, keysOf } from '../../support/key-rules.ts';
import { until } from '../../support/until.ts';

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
  await revokeKey(keysOf(database.client), id);
  clock.move(1);
  release();
  const response = await began;
  t.equal(response.statusCode, 503, 'what was read before the revocation is too old');
  t.match(response.payload, UNAVAILABLE);
  t.match(response.headers.ratelimit, /"day";r=99999;/, 'it shows, and counts, nothing new');
  await until(async () => (await statusOf(key)) === 401);
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
  const { call, clock, hold, key, statusOf } = await openLookUps(t);
  await call(key);
  clock.move(1);
  const release = hold();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let ended = 0;
  const responses = [call(key), call(key), call(generateApiKey())].map(async (response) => {
    t.match((await response).payload, UNAVAILABLE);
    ended += 1;
  });
  while (release.count() < 2) await tick();
  mock.timers.tick(999);
  // Needs no look-up, and passes by them.
  t.equal(await statusOf('x'), 401);
  t.equal(ended, 0, 'for a second');
  mock.timers.tick(1);
  await Promise.all(responses);
  t.equal(release.count(), 2, 'one look-up of each key');
  mock.timers.reset();
  release();
  await until(async () => (await statusOf(key)) === 200);
});

t.test('unknown keys get 503 while look-ups fail, and count against no address', async (t) => {
  const settings = { ANONYMOUS_PER_MINUTE: '20', LOG_LEVEL: 'error' };
  const { call, createKey, log, state, statusOf } = await openLookUps(t, settings);
  const customers = await Promise.all(Array.from({ length: 30 }, () => createKey()));
  state.isFailing = true;
  const keys = [...customers.map(({ key }) => key), ...Array.from({ length: 40 }, generateApiKey)];
  for (const key of keys) t.equal(await statusOf(key), 503);
  const together = await Promise.all(keys.map((key) => statusOf(key)));
  t.strictSame(new Set(together), new Set([503]));
  t.ok(log.length <= 10, `${log.length} lines for ${2 * keys.length} failures`);
  const { headers } = await call('x');
  t.match(headers.ratelimit, '"minute";r=19;', 'what cannot be a key needs no look-up');

  state.isFailing = false;
  for (const { key } of customers) t.equal(await statusOf(key), 200);
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

t.test('junk keys lock out no other key of their address', async (t) => {
  const { call, clock, createKey, state, statusOf } = await openLookUps(t);
  clock.stop();
  const statuses: number[] = [];
  for (let i = 0; i < 100; i += 1) statuses.push(await statusOf(generateApiKey()));
  const rejected = [...Array(60).fill(401), ...Array(40).fill(429)];
  t.strictSame(statuses, rejected, 'they count as anonymous requests');
  t.equal(state.lookUps, 100);
  for (let i = 0; i < 100; i += 1) {
    const { key } = await createKey();
    t.equal(await statusOf(key), 200, 'a key that the instance has not seen');
  }
  const { headers } = await call('x');
  t.match(headers.ratelimit, '"minute";r=0;t=60', 'what is valid does not count');
});

t.test('one statement looks up all unknown keys that wait, and no known key does', async (t) => {
  const { clock, createKey, hold, key, state, statusOf } = await openLookUps(t);
  clock.stop();
  await statusOf(key);
  const { key: unseen } = await createKey();
  const release = hold(key);
  const before = state.statements;
  const first = statusOf(generateApiKey());
  await until(() => release.count() === 1);
  const junk = Array.from({ length: 200 }, () => statusOf(generateApiKey()));
  junk.push(statusOf(unseen));
  // A known key is looked up again, while the unknown ones wait.
  clock.move(1);
  t.equal(await statusOf(key), 200);
  t.equal(state.statements - before, 2);
  release();
  await Promise.all([first, ...junk]);
  await until(async () => (await statusOf(unseen)) === 200);
  t.match(state, { statements: before + 3, lookUps: 1 + 1 + 1 + 201 });
});

t.test('unknown keys that wait are bounded in number, and wait at most a second', async (t) => {
  const { hold, state, statusOf } = await openLookUps(t);
  const release = hold();
  const statuses = Array.from({ length: 2_500 }, () => statusOf(generateApiKey()));
  t.strictSame(new Set(await Promise.all(statuses)), new Set([503]));
  t.equal(state.statements, 1);
  release();
  await until(async () => (await statusOf(generateApiKey())) === 401);
  t.ok(release.count() < 2_400, `${release.count()} are looked up`);
});
