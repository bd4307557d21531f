// The limits of plans and of addresses, as the headers and rejections of responses show them.

import { setImmediate as tick } from 'node:timers/promises';
import fastify, { type LightMyRequestResponse as Response } from 'fastify';
import t, { type Test } from 'tap';
import type { Clock as ServiceClock } from '../../../src/platform/async/clock.ts';
import { rotateKey } from '../../../src/platform/keys/administration.ts';
import type { Ban, KeyHolder } from '../../../src/platform/keys/index.ts';
import { createMemoryCounters } from '../../../src/platform/limits/counting/memory-counters.ts';
import { createPlanLimits } from '../../../src/platform/limits/plan-limits.ts';
import { createRateLimit } from '../../../src/platform/limits/rate-limit-plugin.ts';
import { openSample, type Request, type Sample } from '../../helper.ts';
import { type Clock, createClock } from '../../support/clock.ts';
import { address } from '../../support/counters.ts';
import { generateApiKey, keysOf } from '../../support/key-rules.ts';
import { heapBytes, untilHeapBelow } from '../../support/memory.ts';

const DAY_SECONDS = 86_400;

t.test('shows on every response what is left of the limits', async (t) => {
  const { send, clock, key } = await openStoreFor(t, { plan: 'free' });
  stopAtWholeSecond(clock);
  const opened = nowSeconds(clock);
  t.strictSame(limitHeaders(await send({ url: '/v1/widgets', key })), {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': String(opened + 60),
    'ratelimit-policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
    ratelimit: '"minute";r=59;t=60, "day";r=999;t=86400',
  });
  clock.move(30.75);
  t.match(limitHeaders(await send({ url: '/v1/widgets', key })), {
    'x-ratelimit-reset': String(opened + 60),
    ratelimit: '"minute";r=58;t=30, "day";r=998;t=86370',
  });
  clock.move(95 - 30.75);
  // A window opens with the first request in it, not at the end of the one before.
  const { headers } = await send({ url: '/v1/widgets', key });
  t.equal(headers.ratelimit, '"minute";r=59;t=60, "day";r=997;t=86305');
});

t.test('rejects requests over the minute limit until a minute has passed', async (t) => {
  const { send, clock, key } = await openStoreFor(t, { plan: 'free' });
  stopAtWholeSecond(clock);
  const opened = nowSeconds(clock);
  for (let i = 0; i < 60; i += 1) {
    t.equal((await send({ url: '/v1/widgets', key })).statusCode, 200);
  }
  for (const elapsed of [0, 20.5, 59.999]) {
    clock.stop((opened + elapsed) * 1_000);
    const rejected = await send({ url: '/v1/widgets', key });
    const wait = 60 - Math.floor(elapsed);
    t.strictSame([rejected.statusCode, rejected.json()], [429, exceeded('minute', 60, wait)]);
    t.equal(rejected.headers['retry-after'], String(wait));
    t.match(limitHeaders(rejected), {
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(opened + 60),
      // Rejected requests do not count against the day.
      ratelimit: `"minute";r=0;t=${wait}, "day";r=940;t=${DAY_SECONDS - Math.floor(elapsed)}`,
    });
  }
  clock.stop((opened + 60) * 1_000);
  const response = await send({ url: '/v1/widgets', key });
  t.equal(response.statusCode, 200);
  t.equal(response.headers.ratelimit, '"minute";r=59;t=60, "day";r=939;t=86340');
});

t.test('rejects requests over the day limit until a day has passed', async (t) => {
  const limits = { perMinute: 3, perDay: 4 };
  const { send, clock, key } = await openStoreFor(t, { plan: 'enterprise', limits });
  stopAtWholeSecond(clock);
  const opened = nowSeconds(clock);
  for (let i = 0; i < 3; i += 1) await send({ url: '/v1/widgets', key });
  clock.move(60);

  const last = await send({ url: '/v1/widgets', key });
  t.equal(last.statusCode, 200);
  t.match(limitHeaders(last), {
    'x-ratelimit-limit': '4',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(opened + DAY_SECONDS),
    ratelimit: '"minute";r=2;t=60, "day";r=0;t=86340',
  });

  const rejected = await send({ url: '/v1/widgets', key });
  t.strictSame([rejected.statusCode, rejected.json()], [429, exceeded('day', 4, 86_340)]);
  t.equal(rejected.headers['retry-after'], '86340');
  t.strictSame(limitHeaders(rejected), limitHeaders(last), 'it does not count against the minute');

  clock.move(DAY_SECONDS - 60);
  const { headers } = await send({ url: '/v1/widgets', key });
  t.equal(headers.ratelimit, '"minute";r=2;t=60, "day";r=3;t=86400');
});

t.test('shows the later end where both windows are used up', async (t) => {
  const limits = { perMinute: 1, perDay: 2 };
  const { send, clock, key } = await openStoreFor(t, { plan: 'enterprise', limits });
  stopAtWholeSecond(clock);
  const opened = nowSeconds(clock);
  await send({ url: '/v1/widgets', key });
  clock.move(60);
  const dayIsLonger = await send({ url: '/v1/widgets', key });
  t.equal(dayIsLonger.headers['x-ratelimit-reset'], String(opened + DAY_SECONDS));

  clock.move(DAY_SECONDS - 60);
  await send({ url: '/v1/widgets', key });
  clock.move(DAY_SECONDS - 10);
  const minuteIsLonger = await send({ url: '/v1/widgets', key });
  t.equal(minuteIsLonger.headers['x-ratelimit-reset'], String(nowSeconds(clock) + 60));
  clock.move(1);
  const rejected = await send({ url: '/v1/widgets', key });
  t.strictSame(rejected.json(), exceeded('minute', 1, 59));
  clock.move(59);
  t.equal((await send({ url: '/v1/widgets', key })).statusCode, 200, 'after one wait');
});

t.test('a clock that is set changes no window, but when it is shown to end', async (t) => {
  for (const bySeconds of [1, 40, 3_600, 2 * DAY_SECONDS, -1, -40, -3_600, -2 * DAY_SECONDS]) {
    const { send, clock, key } = await openStoreFor(t, { plan: 'free' });
    stopAtWholeSecond(clock);
    const call = () => send({ url: '/v1/widgets', key });
    for (let i = 0; i < 60; i += 1) await call();
    clock.move(5);
    clock.set(bySeconds);
    const rejected = await call();
    t.strictSame(rejected.json(), exceeded('minute', 60, 55), `set by ${bySeconds} s`);
    t.match(limitHeaders(rejected), {
      'x-ratelimit-reset': String(nowSeconds(clock) + 55),
      ratelimit: `"minute";r=0;t=55, "day";r=940;t=${DAY_SECONDS - 5}`,
    });
    clock.move(54.999);
    t.equal((await call()).statusCode, 429);
    clock.move(0.001);
    const { headers, statusCode } = await call();
    t.strictSame(
      [statusCode, headers.ratelimit],
      [200, `"minute";r=59;t=60, "day";r=939;t=${DAY_SECONDS - 60}`],
    );
  }
});

const STATUSES: Record<string, Request> = {
  200: { url: '/v1/widgets' },
  201: { url: '/v1/widgets', method: 'POST', payload: { name: 'Bolt', groupId: 7 } },
  '400 for a body': { url: '/v1/widgets', method: 'POST', payload: {} },
  '400 for a query': { url: '/v1/widgets?limit=0' },
  '400 for a URL': { url: '/v1/widgets/%' },
  '404 for a widget': { url: '/v1/widgets/4711' },
  '404 for a path': { url: '/v1/nothing' },
  405: { url: '/v1/widgets', method: 'DELETE' },
  413: { url: '/v1/widgets', method: 'POST', payload: { name: 'x'.repeat(65_537) } },
  415: { url: '/v1/widgets', method: 'POST', payload: 'Bolt' },
};

t.test('counts every request of a customer, whatever its response', async (t) => {
  const { send, clock, alter } = await openSample(t);
  stopAtWholeSecond(clock);
  let remaining = 1_000;
  for (const [name, request] of Object.entries(STATUSES)) {
    const response = await send(request);
    remaining -= 1;
    t.equal(response.statusCode, Number.parseInt(name, 10), name);
    t.equal(
      response.headers.ratelimit,
      `"minute";r=${remaining};t=60, "day";r=${remaining + 99_000};t=86400`,
    );
  }
  await alter('ALTER TABLE widgets RENAME TO elsewhere');
  const failed = await send({ url: '/v1/widgets' });
  t.equal(failed.statusCode, 500);
  t.equal(failed.headers['x-ratelimit-remaining'], String(remaining - 1));
});

t.test('rejects requests over the limit before anything else', async (t) => {
  const limits = { perMinute: 1, perDay: 10 };
  const { send, clock, key } = await openStoreFor(t, { plan: 'enterprise', limits }, NO_BANS);
  stopAtWholeSecond(clock);
  await send({ url: '/v1/widgets', key });
  for (const [name, request] of Object.entries(STATUSES)) {
    const rejected = await send({ ...request, key });
    t.strictSame([rejected.statusCode, rejected.json()], [429, exceeded('minute', 1, 60)], name);
  }
});

t.test('admits exactly as many parallel requests as the limit', async (t) => {
  const { send, key } = await openStoreFor(t, { plan: 'free' });
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => send({ url: '/v1/widgets', key })),
  );
  const admitted = responses.filter(({ statusCode }) => statusCode !== 429);
  t.equal(admitted.length, 60);
  const remaining = admitted.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  t.equal(new Set(remaining).size, 60, 'each shows another number');
});

t.test('counts a rotated key and its successor against the same limits', async (t) => {
  const { send, key, id, database, createKey } = await openStoreFor(t, { plan: 'free' });
  const successor = await rotateKey(keysOf(database.client), id, 3_600_000);
  const other = await createKey({ plan: 'free' });
  const remaining: unknown[] = [];
  for (const caller of [key, successor.key, key, other.key]) {
    const { headers } = await send({ url: '/v1/widgets', key: caller });
    remaining.push(headers['x-ratelimit-remaining']);
  }
  t.strictSame(remaining, ['59', '58', '57', '59']);
});

t.test('counts callers without a valid key by their address, 60 a minute', async (t) => {
  const { send, clock } = await openSample(t);
  stopAtWholeSecond(clock);
  const invalid = generateApiKey();
  for (let i = 1; i <= 60; i += 1) {
    const response = await send({ url: '/v1/widgets', key: i % 2 ? null : invalid });
    t.equal(response.statusCode, 401);
    t.strictSame(limitHeaders(response), {
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(60 - i),
      'x-ratelimit-reset': String(nowSeconds(clock) + 60),
      'ratelimit-policy': '"minute";q=60;w=60',
      ratelimit: `"minute";r=${60 - i};t=60`,
    });
  }
  clock.move(17);
  for (const key of [null, invalid, generateApiKey()]) {
    const rejected = await send({ url: '/v1/widgets', key });
    t.strictSame([rejected.statusCode, rejected.json()], [429, exceeded('minute', 60, 43)]);
    t.equal(rejected.headers['retry-after'], '43');
    t.equal(rejected.headers.ratelimit, '"minute";r=0;t=43');
  }
  clock.move(43);
  t.equal((await send({ url: '/v1/widgets', key: null })).statusCode, 401);
});

const ADDRESSES: [name: string, first: string, second: string, shared: boolean][] = [
  ['two IPv4 addresses', '192.0.2.1', '192.0.2.2', false],
  ['one IPv6 /64 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::2', true],
  ['two IPv6 /64 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['two IPv4 addresses on an IPv6 socket', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['one IPv4 address on either socket', '192.0.2.1', '::ffff:192.0.2.1', true],
  ['one IPv4 address behind NAT64 or not', '64:ff9b::c000:201', '192.0.2.1', true],
  ['two IPv4 addresses behind NAT64', '64:ff9b::c000:201', '64:ff9b::c000:202', false],
  ['NAT64 in full', '64:FF9B:0:0:0:0:192.0.2.1', '64:ff9b::c000:201', true],
  ['an address that ends in zeros', '64:ff9b::c000:0', '192.0.0.0', true],
  ['two addresses of local NAT64', '64:ff9b:1::c000:201', '64:ff9b:1::c000:202', false],
  ['a network beside NAT64', '64:ff9b:2::c000:201', '64:ff9b:2::c000:202', true],
];

t.test('counts anonymous callers by their address, or their IPv6 /64 network', async (t) => {
  const { send, clock } = await openSample(t);
  stopAtWholeSecond(clock);
  for (const [name, first, second, shared] of ADDRESSES) {
    await send({ url: '/v1/widgets', key: null, remoteAddress: first });
    const { headers } = await send({ url: '/v1/widgets', key: null, remoteAddress: second });
    t.equal(headers['x-ratelimit-remaining'], shared ? '58' : '59', name);
    // Each is counted anew.
    clock.move(60);
  }
});

const PROXIES: [trusted: string, from: string, forwarded: string, counted: string][] = [
  ['', '10.0.0.1', '192.0.2.1', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['10.0.0.0/8', '11.0.0.1', '192.0.2.1', '11.0.0.1'],
  // The first address that is not trusted may have made up those before it.
  ['10.0.0.0/8', '10.0.0.1', '198.51.100.1, 192.0.2.1', '192.0.2.1'],
  ['10.0.0.0/8', '10.0.0.1', '192.0.2.1, 10.0.0.2', '192.0.2.1'],
  ['10.0.0.2, loopback', '127.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['10.0.0.2, loopback', '10.0.0.1', '192.0.2.1', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '2001:db8::1', '2001:db8::1'],
  // Text that is no address counts as the proxy.
  ['10.0.0.0/8', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '192.0.2.1:4711', '10.0.0.1'],
];

t.test('counts the client address that trusted proxies forward', async (t) => {
  for (const [trusted, proxies] of Map.groupBy(PROXIES, ([trusted]) => trusted)) {
    const { send, clock } = await openSample(t, { TRUST_PROXY: trusted });
    stopAtWholeSecond(clock);
    const anonymous = { url: '/v1/widgets', key: null };
    for (const [, from, forwarded, counted] of proxies) {
      await send({ ...anonymous, remoteAddress: counted });
      const headers = { 'x-forwarded-for': forwarded };
      const response = await send({ ...anonymous, remoteAddress: from, headers });
      const name = `with TRUST_PROXY=${trusted} "${forwarded}" from ${from} is ${counted}`;
      t.equal(response.headers['x-ratelimit-remaining'], '58', name);
      // Each is counted anew.
      clock.move(60);
    }
  }
});

t.test('warns once of a peer that forwards addresses and is not trusted', async (t) => {
  const settings = { TRUST_PROXY: '10.0.0.0/8', LOG_LEVEL: 'warn' };
  const { send, log } = await openSample(t, settings);
  const forward = (remoteAddress: string) =>
    send({ url: '/v1/widgets', remoteAddress, headers: { 'x-forwarded-for': '192.0.2.1' } });
  await send({ url: '/v1/widgets', remoteAddress: '172.17.0.1' });
  await forward('10.0.0.1');
  t.strictSame(log, []);
  for (const from of ['172.17.0.1', '172.17.0.1', '172.17.0.2']) await forward(from);
  t.equal(log.length, 1);
  t.match(log[0], /"WARN".*172\.17\.0\.1 has sent X-Forwarded-For, .* not in TRUST_PROXY/);
});

t.test('counts anonymous callers and customers of one address apart', async (t) => {
  const { send, clock } = await openSample(t, { ANONYMOUS_PER_MINUTE: '3' });
  stopAtWholeSecond(clock);
  const remainingOf = async (caller: { key?: null } = {}) =>
    (await send({ url: '/v1/widgets', ...caller })).headers['x-ratelimit-remaining'];
  t.equal(await remainingOf(), '999');
  for (const remaining of ['2', '1', '0', '0', '0']) {
    t.equal(await remainingOf({ key: null }), remaining);
  }
  t.equal(await remainingOf(), '998', 'anonymous callers do not count against a customer');
  clock.move(1);
  t.equal(await remainingOf(), '997', 'nor do they after its key is looked up again');
});

t.test('keeps no header in memory for the address or the key in it', async (t) => {
  const { app } = await openSample(t, { TRUST_PROXY: '127.0.0.1', ANONYMOUS_PER_MINUTE: '10000' });
  const call = (i: number, paddingBytes: number) => {
    const addresses = ['x'.repeat(paddingBytes), `192.168.${100 + (i >> 7)}.${100 + (i & 127)}`];
    const authorization = `Bearer ${' '.repeat(paddingBytes)}${generateApiKey()}`;
    const headers = { 'x-forwarded-for': addresses.join(), authorization };
    return app.inject({ url: '/v1/widgets', headers });
  };
  for (let i = 0; i < 100; i += 1) await call(i, 10);
  const beforeBytes = await heapBytes();
  for (let i = 0; i < 300; i += 1) await call(i, 50_000);
  const expected = 'most of the 30,000,000 bytes that came in have gone';
  await untilHeapBelow(beforeBytes + 10_000_000, expected);
});

t.test('a request that cannot be counted gets an error', async (t) => {
  const app = fastify();
  t.teardown(() => app.close());
  const count = async () => {
    throw new Error('The counters are broken.');
  };
  const limit = await createRateLimit(app, { count, look: count }, () => address('192.0.2.1', 60));
  app.get('/', (request) => limit(request));
  t.match((await app.inject('/')).json(), { message: 'The counters are broken.' });
});

/** Opens the limits by themselves, for one key of a customer who has none left. */
async function openLimits(
  t: Test,
  clock: ServiceClock,
  options: {
    readonly ban?: Ban;
    readonly forgetRejections?: () => Promise<void>;
    readonly perMinute?: number;
  } = {},
) {
  const { ban = async () => false, forgetRejections = async () => {}, perMinute = 0 } = options;
  const local = createMemoryCounters(clock);
  const known = { untilMs: 0, isTried: false };
  const limits = { perMinute, perDay: 100 };
  const customer: KeyHolder = { apiKeyId: 1n, customerId: 1n, limits, scopes: null, ban: known };
  const app = fastify();
  t.teardown(() => app.close());
  app.decorateRequest('caller');
  const { limiter } = await createPlanLimits(app, {
    counters: { ...local, forgetRejections },
    local,
    anonymousPerMinute: 60,
    banAfter: 1,
    ban,
    now: clock.wallMs,
  });
  app.addHook('onRequest', async (request, reply) => {
    request.caller = { kind: 'customer', customer };
    t.equal(request.isCounted, false);
    const limited = limiter(request, reply);
    t.equal(request.isCounted, true);
    await limited;
  });
  app.get('/', () => 'ok');
  return { ban: known, call: () => app.inject('/') };
}

t.test('a request that bans its key waits until that is stored and forgotten', async (t) => {
  for (const isStored of [true, false]) {
    const clock = createClock();
    stopAtWholeSecond(clock);
    const steps: string[] = [];
    const banned = Promise.withResolvers<boolean>();
    const forgotten = Promise.withResolvers<void>();
    const { call } = await openLimits(t, clock, {
      ban() {
        steps.push('ban');
        return banned.promise;
      },
      forgetRejections() {
        steps.push('forget');
        return forgotten.promise;
      },
    });
    /** What has happened so far. */
    const soFar = async () => {
      for (let i = 0; i < 20; i += 1) await tick();
      return steps;
    };
    t.equal((await call()).statusCode, 429, 'the first rejection is not late');
    clock.move(6);
    const response = call().then(({ statusCode }) => steps.push(String(statusCode)));
    while (steps.length === 0) await tick();
    t.strictSame(await soFar(), ['ban']);
    banned.resolve(isStored);
    t.strictSame(await soFar(), ['ban', isStored ? 'forget' : '429']);
    forgotten.resolve();
    await response;
    t.strictSame(steps, isStored ? ['ban', 'forget', '429'] : ['ban', '429']);
  }
});

t.test('a ban ends at its time, and in a second at the earliest', async (t) => {
  const clock = createClock();
  stopAtWholeSecond(clock);
  const { ban, call } = await openLimits(t, clock, { perMinute: 10 });
  ban.untilMs = clock.wallMs();
  t.equal((await call()).statusCode, 200, 'it is over');
  ban.untilMs += 1_000;
  t.match(await call(), { statusCode: 429, headers: { ratelimit: /^"minute";r=0;t=1,/ } });

  // The seconds of the monotonic time begin half a second earlier than those of the day.
  const wallMs = 1_790_000_000_700;
  const ahead = await openLimits(t, { wallMs: () => wallMs, monotonicMs: () => wallMs + 500 });
  ahead.ban.untilMs = 1_790_000_001_000;
  t.match(await ahead.call(), {
    statusCode: 429,
    headers: { ratelimit: '"minute";r=0;t=1, "day";r=0;t=1', 'x-ratelimit-reset': '1790000001' },
  });
});

const NO_BANS = { BAN_AFTER_REJECTIONS: '1000' };

/** Opens a store with another customer, and returns that customer's key. */
async function openStoreFor(
  t: Test,
  customer: Parameters<Sample['createKey']>[0],
  settings: Record<string, string> = {},
) {
  const store = await openSample(t, settings);
  return { ...store, ...(await store.createKey(customer)) };
}

function stopAtWholeSecond(clock: Clock) {
  clock.stop(nowSeconds(clock) * 1_000);
}

function nowSeconds({ wallMs }: Clock): number {
  return Math.floor(wallMs() / 1_000);
}

function exceeded(window: string, limit: number, wait: number) {
  return {
    code: 'rate_limit_exceeded',
    message:
      `Too many requests: the limit of ${limit} per ${window} is exceeded. ` +
      `Retry after ${wait} seconds.`,
    status: 429,
  };
}

/** Returns the rate limit headers of a response. */
function limitHeaders({ headers }: Response) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.includes('ratelimit')));
}
