// Whether an instance is alive and ready, and what it does while it is overloaded.

import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import type { Query } from '../../../src/platform/database/index.ts';
import { errors } from '../../../src/platform/errors/index.ts';
import { watchEventLoop, watchReadiness } from '../../../src/platform/http/index.ts';
import { openSample, type Sample } from '../../helper.ts';
import { listen } from '../../support/raw-http.ts';
import { testConfig } from '../../support/test-config.ts';
import { block, eventually, until } from '../../support/until.ts';
import { contractOf } from '../contract/made-up.ts';
import { service } from '../service/src/service.ts';

/** Blocks the event loop in a second that ends at once, while delays are measured. */
async function beSlow() {
  for (let i = 0; i < 3; i += 1) {
    block(150);
    await wait(1);
  }
  mock.timers.tick(1_000);
}

async function overload() {
  for (let second = 0; second < 2; second += 1) await beSlow();
}

t.test('is overloaded after two slow seconds in a row, until one is not', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.teardown(() => mock.timers.reset());
  const app = Fastify();
  const eventLoop = watchEventLoop(app, 50);
  await listen(app);
  t.teardown(() => app.close());
  const pass = { slow: beSlow, quick: async () => mock.timers.tick(1_000) };
  for (const [second, isOverloaded] of [
    ['slow', false],
    ['quick', false],
    ['slow', false],
    ['slow', true],
    ['slow', true],
    ['quick', false],
    ['slow', false],
  ] as const) {
    await pass[second]();
    t.equal(eventLoop.isOverloaded, isOverloaded, second);
  }
});

t.test('rejects requests, and is not ready, while the process is overloaded', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.teardown(() => mock.timers.reset());
  const store = await openSample(t, { MAX_EVENT_LOOP_DELAY_MS: '50' });
  const list = () => store.send({ url: '/v1/widgets' });
  await overload();
  await listen(store.app);
  t.equal((await list()).statusCode, 200, 'what was before it listened is no overload');
  let response = await list();
  await until(async () => {
    await overload();
    response = await list();
    return response.statusCode !== 200;
  });
  const { statusCode, payload, headers } = response;
  t.strictSame([statusCode, payload], [503, errors.serviceUnavailable.body]);
  t.equal(headers['retry-after'], '2');
  t.strictSame(await readiness(store), [503, { status: 'overloaded' }]);
  const anonymous = await store.send({ url: '/v1/widgets', key: null });
  t.equal(anonymous.statusCode, 401, 'anonymous callers are rejected earlier');
  await until(async () => {
    mock.timers.tick(1_000);
    return (await readiness(store))[0] === 200;
  });
  t.equal((await list()).statusCode, 200, 'it admits requests once it is ready');
});

t.test('a machine that stands still for ten seconds only delays the start', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const get = { operationId: 'read', responses: { 204: {} } };
  const { send } = await openSample(
    t,
    {},
    {
      contract: contractOf({ '/x': { get } }),
      createHandlers: () => ({ read: () => undefined }),
      addHooks: () => mock.timers.tick(11_000),
    },
  );
  t.equal((await send({ url: '/v1/x' })).statusCode, 204);
});

async function readiness({ app }: Pick<Sample, 'app'>) {
  const { statusCode, payload } = await app.inject('/readyz');
  return [statusCode, JSON.parse(payload)];
}

const READY = [200, { status: 'ready', checks: { database: 'ok', schema: 'ok' } }];
/** Faults that make an instance unready, with their repair. */
const UNREADY: [fault: string, repair: string, checks: object, logged: RegExp][] = [
  [
    'ALTER TABLE api_keys RENAME TO elsewhere',
    'ALTER TABLE elsewhere RENAME TO api_keys',
    { database: 'failed' },
    /does not exist|no such table/,
  ],
  [
    'UPDATE _prisma_migrations SET rolled_back_at = CURRENT_TIMESTAMP',
    'UPDATE _prisma_migrations SET rolled_back_at = NULL',
    { database: 'ok', schema: 'failed' },
    /^The database lacks \d+_init.*Run: npm run migrate/,
  ],
];

t.test('is alive, and ready unless its database fails or its schema is behind', async (t) => {
  const store = await openSample(t, { LOG_LEVEL: 'info' });
  const { app, alter, log } = store;
  const alive = await app.inject('/healthz');
  t.strictSame([alive.statusCode, alive.json()], [200, { status: 'alive' }]);
  for (const url of ['/healthz', '/readyz']) {
    const { statusCode, headers, payload } = await app.inject({ url, method: 'HEAD' });
    t.strictSame([statusCode, payload], [200, '']);
    t.equal(headers['cache-control'], 'no-store');
  }
  t.strictSame(log, [], 'without a line in the log');
  for (const [fault, repair, checks, logged] of UNREADY) {
    await eventually(t, () => readiness(store), READY);
    await alter(fault);
    await eventually(t, () => readiness(store), [503, { status: 'unready', checks }]);
    t.equal((await app.inject('/healthz')).statusCode, 200);
    t.match(JSON.parse(log.at(-1) ?? ''), { body: 'not ready', 'exception.message': logged });
    await alter(repair);
  }
  await eventually(t, () => readiness(store), READY);
});

t.test('asks the database once for many probes, and does not wait for it', async (t) => {
  const { database } = await openSample(t);
  let queries = 0;
  let isHeld = false;
  const queryAlone: Query = (sql, values) => {
    if (!sql.includes('FROM api_keys')) return database.queryAlone(sql, values);
    queries += 1;
    return isHeld ? new Promise<never>(() => undefined) : database.queryAlone(sql, values);
  };
  const adapter = Object.assign(Object.create(database.adapter), { queryAlone, spare: undefined });
  const app = await buildApp(service, testConfig(), { ...database, adapter });
  t.teardown(() => app.close());
  await Promise.all(Array.from({ length: 50 }, () => readiness({ app })));
  t.equal(queries, 1);
  await until(async () => {
    await readiness({ app });
    return queries === 2;
  });
  isHeld = true;
  await eventually(t, async () => (await readiness({ app }))[0], 503);
});

t.test('a check of the database is reused for half a second', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let checks = 0;
  const readState = watchReadiness({
    checkDatabase: async () => {
      checks += 1;
      return { isReady: true, database: `check ${checks}` };
    },
    onFailure: (error) => t.error(error),
    redis: undefined,
    clockDifference: () => undefined,
    eventLoop: { isOverloaded: false },
    stopping: new AbortController().signal,
  });
  for (const [passedMs, check] of [
    [0, 1],
    [499, 1],
    [1, 2],
  ] as const) {
    mock.timers.tick(passedMs);
    const state = { status: 'ready', checks: { database: `check ${check}` } };
    t.strictSame(await readState(), state);
  }
});

t.test('a probe of an instance that is overloaded or stopping queries no database', async (t) => {
  const eventLoop = { isOverloaded: true };
  const stop = new AbortController();
  let checks = 0;
  const readState = watchReadiness({
    checkDatabase: async () => {
      checks += 1;
      // The stop begins while the database responds.
      stop.abort();
      return { isReady: true, database: 'ok' };
    },
    onFailure: (error) => t.error(error),
    redis: { isUp: () => false },
    clockDifference: () => undefined,
    eventLoop,
    stopping: stop.signal,
  });
  const known = { checks: { redis: 'degraded' } };
  t.strictSame([await readState(), checks], [{ status: 'overloaded', ...known }, 0]);
  eventLoop.isOverloaded = false;
  t.strictSame([await readState(), checks], [{ status: 'stopping', ...known }, 1]);
});
