// Outages of Redis: no request fails or waits long, and Redis has all counts afterwards.

import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ReplyError } from 'ioredis';
import { pino } from 'pino';
import t from 'tap';
import type { KeyHolder } from '../../../../src/platform/keys/index.ts';
import { createOutage } from '../../../../src/platform/limits/redis/outage.ts';
import { openSample } from '../../../helper.ts';
import { createAuthority } from '../../../support/certificates.ts';
import { createClock } from '../../../support/clock.ts';
import {
  address,
  countCommands,
  customer,
  type Instance,
  LIMITS,
  openInstance,
  PATIENT,
  usedInRedis,
} from '../../../support/counters.ts';
import { createDatabase } from '../../../support/databases.ts';
import { startServer } from '../../../support/processes.ts';
import { startProxy } from '../../../support/proxy.ts';
import { listenOn } from '../../../support/raw-http.ts';
import { NEEDS_REDIS, type RedisServer, startRedis } from '../../../support/redis.ts';
import { mountSecret } from '../../../support/rotation.ts';
import { freePort } from '../../../support/servers/ports.ts';
import { block, eventually, until } from '../../../support/until.ts';

interface Outage {
  readonly reason: RegExp;
  begin(redis: RedisServer): unknown;
  end(redis: RedisServer): unknown;
}

const OUTAGES: Readonly<Record<string, Outage>> = {
  killed: {
    reason: /closed|ECONNREFUSED|ECONNRESET/,
    begin: ({ kill }) => kill(),
    end: ({ start }) => start(),
  },
  frozen: {
    // The second half of the 80 ms that a request waits.
    reason: /no answer within 40 ms/,
    begin: ({ freeze }) => freeze(),
    end: ({ thaw }) => thaw(),
  },
  full: {
    reason: /^OOM /,
    begin: ({ setConfig }) => setConfig('maxmemory', 1),
    end: ({ setConfig }) => setConfig('maxmemory', 0),
  },
  'read-only': {
    reason: /^READONLY /,
    begin: async ({ client }) => client.replicaof('127.0.0.1', await freePort()),
    end: ({ client }) => client.replicaof('NO', 'ONE'),
  },
  'behind another password': {
    reason: /^NOAUTH |closed/,
    async begin({ setConfig, endConnections }) {
      await setConfig('requirepass', 'another');
      await endConnections();
    },
    end: ({ setConfig }) => setConfig('requirepass', ''),
  },
};

for (const [name, { reason, begin, end }] of Object.entries(OUTAGES)) {
  const title = `a Redis that is ${name} fails no request, and has all counts afterwards`;
  t.test(title, NEEDS_REDIS, async (t) => {
    const redis = await startRedis(t);
    const settings = { REDIS_URL: redis.url, REDIS_NAMESPACE: 'shop', LOG_LEVEL: 'info' };
    const { app, send, createKey, log } = await openSample(t, settings);
    const { key, customerId } = await createKey({ plan: 'enterprise', limits: LIMITS });
    const call = async () => {
      const { statusCode, headers } = await send({ url: '/v1/widgets?limit=1', key });
      return [statusCode, Number(/"day";r=(\d+)/.exec(String(headers.ratelimit))?.[1])];
    };
    const state = async () => {
      const { statusCode, payload } = await app.inject('/readyz');
      return `${statusCode} ${JSON.parse(payload).checks.redis}`;
    };
    const reasons = () => log.map((line) => String(JSON.parse(line)['error.message']));
    await eventually(t, state, '200 ok');
    for (let i = 1; i <= 5; i += 1) t.strictSame(await call(), [200, 60 - i]);

    await begin(redis);
    const during = await Promise.all(Array.from({ length: 20 }, call));
    const left = new Set(during.map(([, remaining]) => remaining));
    t.strictSame(left, new Set(Array.from({ length: 20 }, (_, i) => 35 + i)), 'the limit goes on');
    for (let i = 1; i <= 30; i += 1) t.strictSame(await call(), [200, 35 - i]);
    await eventually(t, state, '200 degraded');
    await until(() => reasons().some((text) => reason.test(text)), 'the reason is logged');
    await end(redis);
    // Without another call.
    await eventually(t, state, '200 ok');
    t.equal(await usedInRedis(redis, Number(customerId)), 55);
    t.ok(log.some((line) => line.includes('Redis is available again')));

    for (let i = 1; i <= 5; i += 1) t.strictSame(await call(), [200, 5 - i]);
    t.equal((await call())[0], 429, 'exactly the limit');
  });
}

t.test('a Redis that was suspended prolongs no window', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const { count, look, untilAvailable } = await openInstance(t, redis.url);
  const end = async () => (await look(7)).windows[1].resetsAtSeconds;
  await count(7);
  const before = await end();
  redis.freeze();
  // Redis finds this command when it goes on.
  await count(7);
  await wait(4_000);
  redis.thaw();
  await untilAvailable();
  t.equal(await end(), before);
  t.equal(await usedInRedis(redis, 7), 2);
});

t.test(
  'where the clock of Redis is never the same, an instance counts alone',
  NEEDS_REDIS,
  async (t) => {
    const redis = await startRedis(t);
    const time = "{ redis.call('INCRBY', 'seconds', 10), 0 }";
    const { count, look, lines, store } = await openInstance(t, redis.url, { ...PATIENT, time });
    t.match(await count(7), { isRejected: false, windows: [{}, { remaining: 59 }] });
    t.match(await count(7), { isRejected: false, windows: [{}, { remaining: 58 }] });
    t.match(await look(7), { windows: [{}, { remaining: 58 }] });
    t.notOk(store.isUp());
    t.match(lines, [{ 'error.message': /clock of Redis was set twice/ }]);
  },
);

t.test('while Redis fails, a ban forgets the rejections that were counted here', async (t) => {
  const clock = createClock();
  clock.stop();
  const url = `redis://127.0.0.1:${await freePort()}`;
  const { count, store } = await openInstance(t, url, { clock });
  const limits = { perMinute: 0, perDay: 60 };
  const reject = async () => (await count(7, limits)).lateRejections;
  t.equal(await reject(), 0);
  clock.move(6);
  t.equal(await reject(), 1);
  const ban = { untilMs: 0, isTried: true };
  await store.forgetRejections({ customerId: 7n, apiKeyId: 7n, limits, ban } as KeyHolder);
  t.equal(await reject(), 0);
});

t.test('an outage is counted once, and each reason is logged once', async (t) => {
  const lines: object[] = [];
  const write = (line: string) => {
    const { msg, node, ...rest } = JSON.parse(line);
    lines.push({ level: rest.level, reason: rest['error.message'], node });
  };
  const outage = createOutage(pino({}, { write }), 'node');
  const { noteConnectionError, noteFailure, noteReply } = outage;
  const [one, two] = [customer(1), customer(2)];
  const state = () => [outage.hasBegun(), outage.count(), outage.callers(), lines.splice(0)];
  t.strictSame(state(), [false, 0, [], []]);
  const down = (port: number) => new Error(`ECONNREFUSED 127.0.0.1:${port}`);
  const logged = (reason: string, node?: string) => ({ level: 50, reason, node });
  noteFailure(one, down(1));
  noteFailure(two, down(23));
  noteFailure(one, down(4));
  const first = logged('ECONNREFUSED 127.0.0.1:1');
  t.strictSame(
    state(),
    [true, 1, [two, one], [first]],
    'whatever its numbers, who failed last last',
  );
  t.ok(outage.isCountedHere(one));
  noteConnectionError(new Error('WRONGPASS'), 'node:1');
  noteFailure(two, new Error('Connection is closed.'));
  t.strictSame(state(), [true, 1, [one, two], [logged('WRONGPASS', 'node:1')]]);

  noteConnectionError(new Error('Connection is closed.'));
  noteFailure(two, new Error('writes nothing'));
  t.strictSame(state(), [true, 1, [one, two], []], 'which says no more than before');
  noteFailure(two, new ReplyError('OOM'));
  t.strictSame(state(), [true, 1, [one, two], [logged('OOM')]], 'what Redis says itself');

  noteReply(one, false);
  t.notOk(outage.isCountedHere(one), 'Redis counts again');
  t.strictSame(state(), [true, 1, [one, two], []], 'but does not know all');
  noteReply(one, true);
  t.strictSame(state(), [true, 1, [two], []]);
  noteReply(two, true);
  t.strictSame(state(), [false, 1, [], [{ level: 30, reason: undefined, node: undefined }]]);
  noteReply(two, true);
  t.strictSame(state(), [false, 1, [], []], 'said once');

  const [here, there] = [address('192.0.2.1', 1), address('192.0.2.2', 1)];
  noteFailure(here, down(1));
  t.strictSame(state(), [true, 2, [here], [first]], 'another one');
  noteFailure(there, down(1));
  noteReply(here, true);
  t.strictSame(state(), [true, 2, [there], []], 'all addresses are one');
  noteReply(there, false);
  t.match(state(), [false, 2, [], [{ level: 30 }]]);
  // For a host with several addresses.
  noteConnectionError(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }));
  noteFailure(one, new Error('Connection is closed.'));
  t.strictSame(state(), [true, 3, [one], [logged('ECONNREFUSED')]]);
  noteReply(one, true);
  t.match(state(), [false, 3, [], [{ level: 30 }]]);
  outage.silence();
  noteFailure(one, down(1));
  t.strictSame(state(), [false, 3, [one], []]);
});

t.test('Redis has what three instances have admitted during an outage', NEEDS_REDIS, async (t) => {
  // Redis confirms nothing that a kill could lose, however busy the disk is.
  const redis = await startRedis(t, { settings: ['--appendonly yes', '--appendfsync always'] });
  const limits = { perMinute: 100_000, perDay: 600 };
  const instances = await Promise.all([1, 2, 3].map(() => openInstance(t, redis.url)));
  const states = instances.map((instance) => ({ ...instance, admitted: 0, left: limits.perDay }));
  const admitted = () => states.reduce((sum, state) => sum + state.admitted, 0);
  let isOver = false;
  const callers = states.flatMap((state) =>
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { rejectedBy, windows } = await state.count(7, limits);
        if (!rejectedBy) state.admitted += 1;
        state.left = Math.min(state.left, windows[1].remaining);
        await wait(2);
      }
    }),
  );
  const admit = (number: number) => until(() => admitted() >= number, `${number} are admitted`);
  await admit(200);
  // Each may admit what it has last seen to be left.
  const atMost = states.reduce((sum, { admitted, left }) => sum + admitted + left, 0);
  await redis.kill();
  await admit(admitted() + 20);
  await redis.start();
  await Promise.all(instances.map(({ untilAvailable }) => untilAvailable()));
  await admit(limits.perDay);
  isOver = true;
  await Promise.all(callers);
  await Promise.all(instances.map(({ untilAvailable }) => untilAvailable()));
  // By itself within half a second, without another call.
  await eventually(t, () => usedInRedis(redis, 7), admitted());
  t.ok(admitted() <= atMost, `${admitted()} of at most ${atMost}`);
});

t.test('the counts of many callers who do not call again reach Redis', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const { count, store, untilAvailable } = await openInstance(t, redis.url);
  const commands = countCommands(store);
  // More than Redis counts in the time that a request waits.
  const ids = Array.from({ length: 6_000 }, (_, id) => id);
  const callAll = () => Promise.all(ids.map((id) => count(id)));
  await callAll();
  redis.freeze();
  await callAll();
  const sent = commands();
  await until(() => commands() > sent, 'Redis is not left alone any more');
  redis.thaw();
  await Promise.all([callAll(), callAll(), callAll()]);
  await untilAvailable();
  const used = async () => new Set(await Promise.all(ids.map((id) => usedInRedis(redis, id))));
  await eventually(t, used, new Set([5]));
});

t.test('requests on connections that break are counted once', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const { count, look, untilAvailable } = await openInstance(t, redis.url, PATIENT);
  await untilAvailable();
  for (let round = 1; round <= 5; round += 1) {
    const counts = Array.from({ length: 10 }, () => count(7));
    // Executed, whether or not the responses arrive.
    await redis.endConnections();
    await Promise.all(counts);
    await untilAvailable();
    t.equal((await look(7)).windows[1].remaining, 60 - 10 * round);
    t.equal(await usedInRedis(redis, 7), 10 * round);
  }
});

t.test('a busy process does not take Redis for unavailable', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const { count, store, untilAvailable } = await openInstance(t, redis.url, { maxWaitMs: 400 });
  await untilAvailable();
  const before = store.outages();
  const counts = Array.from({ length: 10 }, () => count(7));
  block(450);
  await wait(0);
  block(450);
  await Promise.all(counts);
  t.equal(store.outages(), before);
  t.equal(await usedInRedis(redis, 7), 10);
});

const SECRET = encodeURIComponent('kept/secret');

t.test('names the reason, and no password', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t, { users: ['counter on >right ~* +@all', 'other on >x'] });
  const issue = await createAuthority(t);
  const secure = await startRedis(t, { certificate: await issue('localhost') });
  const http = await listenOn(t, createHttpServer());
  const mute = await listenOn(
    t,
    createServer((socket) => socket.on('error', () => undefined)),
  );
  const unused = await freePort();
  const table: [url: string, reason: RegExp][] = [
    [`redis://counter:${SECRET}@127.0.0.1:${redis.port}`, /^WRONGPASS /],
    [`redis://other:x@127.0.0.1:${redis.port}`, /^NOPERM /],
    [`redis://:${SECRET}@127.0.0.1:${unused}`, /ECONNREFUSED 127\.0\.0\.1/],
    [`redis://:${SECRET}@redis.invalid`, /ENOTFOUND redis\.invalid/],
    [`redis://:${SECRET}@127.0.0.1:${http}`, /^Unknown RESP type/],
    [`redis://127.0.0.1:${redis.port},redis://localhost:${redis.port}`, /cluster support disabled/],
    [`redis://:${SECRET}@127.0.0.1:${mute}`, /^Socket timeout/],
    [`rediss://:${SECRET}@localhost:${secure.port}`, /certificate/],
    [`redis://:${SECRET}@127.0.0.1:${secure.port}`, /ECONNRESET|EPIPE|closed/],
    [`rediss://:${SECRET}@127.0.0.1:${redis.port}`, /ETIMEDOUT/],
    [`rediss://${SECRET}@localhost:${secure.port},rediss://localhost:${secure.port}`, /cert/],
    [`redis://:${SECRET}@127.0.0.1:${unused},redis://redis.invalid`, /ENOTFOUND|ECONNREFUSED/],
  ];
  for (const [url, reason] of table) {
    const beganAtMs = performance.now();
    const { lines, count, store } = await openInstance(t, url);
    // A start waits 2.5 s.
    t.ok(performance.now() - beganAtMs < 20_000, 'no start waits for long');
    const line = { msg: /Redis is unavailable/, 'error.message': reason };
    t.match(lines, [line], url.replace(SECRET, ''));
    t.notOk((await count(1)).rejectedBy);
    t.equal(store.isUp(), false);
    t.equal(store.outages(), 1);
    t.notMatch(JSON.stringify(lines), /secret/);
  }
});

t.test('a password in a file is changed without a restart', NEEDS_REDIS, async (t) => {
  const { client, url, setConfig, endConnections } = await startRedis(t);
  const addressOf = (credentials: string) => url.replace('//', `//${credentials}@`);
  await setConfig('requirepass', 'first-secret');
  const secret = await mountSecret(t, addressOf(':first-secret'));
  const settings = { DATABASE_URL: await createDatabase(), REDIS_URL_FILE: secret.path };
  const service = await startServer(t, settings);
  const untilRedisIs = (state: string) =>
    until(async () => {
      const response = await fetch(`${service.origin}/readyz`);
      return (await response.text()).includes(`"redis":"${state}"`);
    }, `Redis is ${state}`);
  await service.waitFor(new RegExp(`Redis ${new URL(url).host}"`));
  await untilRedisIs('ok');

  await setConfig('requirepass', 'second-secret');
  await endConnections();
  await untilRedisIs('degraded');
  await service.waitFor(/WRONGPASS/);
  await secret.replace(addressOf(':second-secret'));
  await untilRedisIs('ok');
  await service.waitFor(/REDIS_URL_FILE: new connections use the new content of \S+/);

  await client.call('ACL', 'SETUSER', 'keeper', 'on', '>third-secret', '~*', '&*', '+@all');
  await secret.replace(addressOf('keeper:third-secret'));
  await endConnections();
  const isKnown = async () => String(await client.client('LIST')).includes('user=keeper');
  await until(isKnown, 'the other user is connected');
  await untilRedisIs('ok');

  const { code, stdout } = await service.end('SIGTERM');
  t.equal(code, 0);
  t.notMatch(stdout, /-secret/);
});

// Nothing is sent or logged once counters are closed, also while Redis is frozen.
t.test('closes with and without requests, and is silent afterwards', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const cases = [true, false].flatMap((isMerging) => [
    { isMerging, isInFlight: false },
    { isMerging, isInFlight: true },
  ]);
  // Merges as often as the others did.
  const witness = await openInstance(t, redis.url);
  const witnessed = countCommands(witness.store);
  const instances = await Promise.all(cases.map(() => openInstance(t, redis.url)));
  for (const { count, untilAvailable } of instances) {
    await untilAvailable();
    await count(7);
  }
  redis.freeze();
  const activities = await Promise.all(
    cases.map(async ({ isMerging, isInFlight }, i) => {
      const { count, lines, store } = instances[i] as Instance;
      let merging = 0;
      const commands = countCommands(store, (change) => {
        merging += change;
      });
      await until(() => commands() > 0 && merging > 0 === isMerging, 'it merges, or has merged');
      if (isInFlight) await count(8);
      const inFlight = isInFlight && count(9);
      await Promise.all([store.close(), store.close()]);
      await inFlight;
      const activity = () => [commands(), lines.length, store.outages()];
      const atClose = activity();
      t.notOk((await count(7)).rejectedBy, 'a late request is counted here');
      await store.close();
      return { activity, atClose };
    }),
  );
  const expectSilence = (message: string) => {
    for (const { activity, atClose } of activities) t.strictSame(activity(), atClose, message);
  };
  const untilWitnessed = async (count: number) => {
    const before = witnessed();
    await until(() => witnessed() >= before + count, 'another instance merges again');
  };
  await untilWitnessed(2);
  expectSilence('while Redis is frozen');
  redis.thaw();
  await witness.untilAvailable();
  await untilWitnessed(2);
  expectSilence('when Redis is back');
});

t.test('a stop tells Redis what was counted last, and disconnects', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const settings = { REDIS_URL: redis.url, REDIS_NAMESPACE: 'shop' };
  const { app, send, createKey } = await openSample(t, settings);
  const { key, customerId } = await createKey({ plan: 'enterprise', limits: LIMITS });
  const call = async () =>
    t.equal((await send({ url: '/v1/widgets?limit=1', key })).statusCode, 200);
  const connections = async () =>
    String(await redis.client.client('LIST'))
      .trim()
      .split('\n').length;
  await call();
  const before = await connections();
  await redis.setConfig('maxmemory', 1);
  for (let i = 0; i < 3; i += 1) await call();
  await redis.setConfig('maxmemory', 0);
  await app.close();
  t.equal(await usedInRedis(redis, Number(customerId)), 4);
  await eventually(t, connections, before - 1);
});

t.test('closes while it connects again', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const proxy = await startProxy(t, redis.port);
  const url = `redis://127.0.0.1:${proxy.port}`;
  const { count, lines, store, untilAvailable } = await openInstance(t, url);
  await untilAvailable();
  proxy.hang();
  await redis.endConnections();
  await count(7);
  await store.close();
  const before = lines.length;
  proxy.resume();
  const next = await openInstance(t, url);
  await next.untilAvailable();
  t.equal(lines.length, before);
});
