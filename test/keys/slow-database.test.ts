import { setTimeout as wait } from 'node:timers/promises';
import type { LightMyRequestResponse as Response } from 'fastify';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import type { Query } from '../../src/database/statements.ts';
import { revokeKey } from '../../src/keys/administration.ts';
import { createApiKey, hashApiKey } from '../../src/keys/api-key.ts';
import { checkAnswer } from '../contract/check-response.ts';
import { openStore, stopClock } from '../helper.ts';
import { testConfig } from '../support/test-config.ts';

/*
 * Look-ups of keys while the database is slow, or fails.
 */

const UNAVAILABLE = /"service_unavailable"/;

t.test('a revocation holds within a second, however slow the database is', async (t) => {
  const moveClock = stopClock(t);
  const { call, createKey, database, hold } = await openSlowStore(t);
  const { key, id } = await createKey();
  t.equal((await call(key)).statusCode, 200);

  const release = hold();
  moveClock(1);
  const began = call(key);
  await until(() => release.count() === 1);
  await revokeKey(database.client, id);
  moveClock(0.999);
  const joined = call(key);
  moveClock(0.001);
  const late = await call(key);
  t.equal(late.statusCode, 503, 'the look-up in progress began a second ago');
  t.match(late.payload, UNAVAILABLE);
  t.equal(release.count(), 1, 'no other begins meanwhile');

  release();
  for (const response of await Promise.all([began, joined])) {
    t.equal(response.statusCode, 503, 'what was read before the revocation is too old');
    t.match(response.headers.ratelimit, /"day";r=99999;/, 'it shows, and counts, nothing new');
  }
  t.equal((await call(key)).statusCode, 401);
});

t.test('a look-up that is in time is shared by all that wait for it', async (t) => {
  const moveClock = stopClock(t);
  const { call, key, hold } = await openSlowStore(t);
  const release = hold();
  const began = call(key);
  await until(() => release.count() === 1);
  moveClock(0.9);
  const joined = call(key);
  moveClock(0.099);
  release();
  for (const { statusCode } of await Promise.all([began, joined])) t.equal(statusCode, 200);
  t.equal(release.count(), 1);
});

t.test('a key that expires while it is looked up is rejected', async (t) => {
  const moveClock = stopClock(t);
  const { call, createKey, hold } = await openSlowStore(t);
  const { key } = await createKey({ expiresAt: new Date(Date.now() + 500) });
  const release = hold();
  const response = call(key);
  await until(() => release.count() === 1);
  moveClock(0.5);
  release();
  t.equal((await response).statusCode, 401);
});

t.test('a request waits a second for the database and no longer', async (t) => {
  const { call, key, hold } = await openSlowStore(t);
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
  await until(async () => (await call(key)).statusCode === 200);
});

t.test('failed look-ups of unknown keys count as anonymous requests', async (t) => {
  stopClock(t);
  const { call, key, fail, repair, log } = await openSlowStore(t, { LOG_LEVEL: 'error' });
  t.equal((await call(key)).statusCode, 200);
  fail();
  const statuses: number[] = [];
  for (let i = 0; i < 70; i += 1) statuses.push((await call(createApiKey())).statusCode);
  t.strictSame(statuses.slice(0, 60), Array(60).fill(503));
  t.strictSame(statuses.slice(60), Array(10).fill(429));
  t.ok(log.length <= 3, `${log.length} lines for 70 failures`);
  repair();
  t.equal((await call(key)).statusCode, 200, 'a customer at that address is served');
});

t.test('a known key that cannot be looked up gets 503, and never 401 or 429', async (t) => {
  const moveClock = stopClock(t);
  const { call, createKey, fail, repair } = await openSlowStore(t);
  const { key } = await createKey({ plan: 'free' });
  await call(key);
  moveClock(1);
  fail();
  for (let i = 0; i < 70; i += 1) {
    const { statusCode, headers } = await call(key);
    t.equal(statusCode, 503);
    t.match(headers.ratelimit, /^"minute";r=59;t=59, "day";r=999;t=86399$/, 'its own limits');
  }
  repair();
  t.match((await call(key)).headers.ratelimit, /"day";r=998;/);
});

t.test('junk keys of many addresses leave the database to known keys', async (t) => {
  const moveClock = stopClock(t);
  const { call, key, hold } = await openSlowStore(t);
  await call(key);
  const release = hold({ except: key });
  const junk = Array.from({ length: 1_500 }, (_, i) =>
    call(createApiKey(), `10.1.${i >> 8}.${i & 255}`),
  );
  const overflow = await Promise.race(junk);
  t.equal(overflow.statusCode, 503, 'those for whom there is no room to wait');
  for (let second = 0; second < 3; second += 1) {
    moveClock(1);
    t.equal((await call(key)).statusCode, 200, 'a customer does not wait behind them');
  }
  // On a slow machine they are given up, and others begin, before all have arrived.
  t.ok(release.count() < 100, `${release.count()} are looked up`);
  release();
  t.strictSame(
    new Set(await statusesOf(junk)),
    new Set([503]),
    'none of them is decided without the database',
  );
});

t.test('junk keys that wait are looked up in turn when the database responds', async (t) => {
  const { call } = await openSlowStore(t);
  const junk = Array.from({ length: 20 }, (_, i) => call(createApiKey(), `10.1.0.${i}`));
  t.strictSame(new Set(await statusesOf(junk)), new Set([401]));
});

t.test('a key that has waited too long for its turn gets 503', async (t) => {
  const { call, hold } = await openSlowStore(t);
  const release = hold();
  const junk = Array.from({ length: 10 }, (_, i) => call(createApiKey(), `10.1.0.${i}`));
  const behind = call(createApiKey(), '10.1.0.0');
  await until(() => release.count() === 3);
  for (const response of await Promise.all([...junk, behind])) {
    t.match(response.payload, UNAVAILABLE);
  }
  t.equal(release.count(), 3);
  release();
});

t.test('a slow database makes no key wait for its turn for longer than a second', async (t) => {
  const { call, delay } = await openSlowStore(t);
  delay(600);
  const ofOne = Array.from({ length: 5 }, () => call(createApiKey(), '10.1.0.1'));
  const ofMany = Array.from({ length: 12 }, (_, i) => call(createApiKey(), `10.2.0.${i}`));
  const [one, many] = await Promise.all([statusesOf(ofOne), statusesOf(ofMany)]);
  t.equal(one[0], 401);
  t.equal(one.at(-1), 503, 'of one address');
  t.equal(many[0], 401);
  t.equal(many.at(-1), 503, 'of all addresses');
});

t.test('an unknown key is looked up although its address is over the limit', async (t) => {
  stopClock(t);
  const { call, createKey } = await openSlowStore(t, { ANONYMOUS_PER_MINUTE: '3' });
  for (let i = 0; i < 3; i += 1) t.equal((await call('x')).statusCode, 401);
  t.equal((await call('x')).statusCode, 429);
  for (let i = 0; i < 100; i += 1) {
    const { key } = await createKey();
    t.equal((await call(key)).statusCode, 200, 'any number of valid keys');
  }
});

t.test('an address that has used up its look-ups has none until its minute is over', async (t) => {
  const moveClock = stopClock(t);
  const { call, createKey } = await openSlowStore(t, { ANONYMOUS_PER_MINUTE: '3' });
  const known = await createKey();
  t.equal((await call(known.key)).statusCode, 200);
  for (let i = 0; i < 59; i += 1) await call(createApiKey());
  t.equal(
    (await call((await createKey()).key)).statusCode,
    200,
    'sixty may turn out not to be valid',
  );
  await call(createApiKey());
  const { key } = await createKey();
  t.equal((await call(key)).statusCode, 429);
  t.equal((await call(key, '192.0.2.7')).statusCode, 200, 'other addresses have their own');
  const other = await createKey();
  t.equal((await call(other.key)).statusCode, 429);
  t.equal((await call(known.key)).statusCode, 200, 'a known key needs none of them');
  moveClock(60);
  t.equal((await call(other.key)).statusCode, 200);
});

t.test('a look-up that is not made is no 401, even within the anonymous limit', async (t) => {
  const moveClock = stopClock(t);
  const { call } = await openSlowStore(t);
  await call('x');
  moveClock(30);
  for (let i = 0; i < 59; i += 1) await call(createApiKey());
  moveClock(30);
  // The anonymous limit is reset; that of look-ups has one left for half a minute.
  t.equal((await call(createApiKey())).statusCode, 401);
  const rejected = await call(createApiKey());
  t.equal(rejected.statusCode, 429);
  t.equal(rejected.headers['x-ratelimit-remaining'], '0');
  t.equal(rejected.headers['retry-after'], '30');
  t.equal(rejected.headers.ratelimit, '"minute";r=0;t=30');
  t.equal((await call('x')).statusCode, 401);
});

async function statusesOf(responses: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(responses)).map(({ statusCode }) => statusCode);
}

type Held = (() => void) & { count(): number };

/** A store whose look-ups of keys can take long, be held back after they were read, or fail. */
async function openSlowStore(t: Test, settings: Record<string, string> = {}) {
  const { database, key, createKey } = await openStore(t);
  let gate: { readonly open: Promise<void>; readonly except: string | undefined } | undefined;
  let isFailing = false;
  let count = 0;
  let delayMs = 0;
  const query: Query = async (sql, values) => {
    if (!sql.includes('api_keys')) return database.query(sql, values);
    count += new Set(values).size;
    if (isFailing) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const rows = await database.query(sql, values);
    if (delayMs > 0) await wait(delayMs);
    if (!gate?.except || !values.includes(gate.except)) await gate?.open;
    return rows as never;
  };
  const log: string[] = [];
  const app = await buildApp(
    testConfig(settings),
    { ...database, query },
    {
      write: (line) => log.push(line),
    },
  );
  t.teardown(() => app.close());

  async function call(bearer: string, remoteAddress = '192.0.2.1'): Promise<Response> {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await app.inject({ url: '/v1/pets', headers, remoteAddress });
    checkAnswer('GET', '/v1/pets', response);
    return response;
  }

  /** Holds back look-ups from now on. @returns what releases them, and counts the keys of those that began */
  function hold(options: { except?: string } = {}): Held {
    let open = () => {};
    const except = options.except && hashApiKey(options.except);
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    gate = { open: opened, except };
    count = 0;
    const release = () => {
      gate = undefined;
      open();
    };
    return Object.assign(release, { count: () => count });
  }

  return {
    call,
    createKey,
    database,
    delay(ms: number) {
      delayMs = ms;
    },
    hold,
    key,
    log,
    fail() {
      isFailing = true;
    },
    repair() {
      isFailing = false;
    },
  };
}

async function until(condition: () => boolean | Promise<boolean>) {
  while (!(await condition())) await wait(5);
}
