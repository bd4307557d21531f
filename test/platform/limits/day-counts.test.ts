// The stored counts of days: they are read when a customer is first seen, and removed when over.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import { createPeriodicWork } from '../../../src/platform/async/periodic-work.ts';
import { repeatRemoval } from '../../../src/platform/database/index.ts';
import type { Query } from '../../../src/platform/database/statements.ts';
import type { CountedCaller } from '../../../src/platform/limits/counting/counters.ts';
import { createMemoryCounters } from '../../../src/platform/limits/counting/memory-counters.ts';
import { keepDayCounts } from '../../../src/platform/limits/day-counts.ts';
import { dayCountRemovals } from '../../../src/platform/limits/index.ts';
import { openSample } from '../../helper.ts';
import { NEEDS_POSTGRES, openMigrated, run } from '../../support/both-databases.ts';
import { createClock } from '../../support/clock.ts';
import { customer } from '../../support/counters.ts';
import { createDatabase, open, PROVIDER } from '../../support/databases.ts';
import { createManualWork } from '../../support/model-time.ts';
import { execute } from '../../support/servers/databases.ts';
import type { PrismaClient, Transaction } from '../../support/service-database.ts';
import { testConfig } from '../../support/test-config.ts';
import { eventually, until } from '../../support/until.ts';
import { service } from '../service/src/service.ts';

const LIMITS = { perMinute: 100, perDay: 100 };
const DAY_SECONDS = 86_400;

/** Opens a service over a database in which customers have used some of their day. */
async function openAfter(t: Test, settings: Record<string, string> = {}) {
  const store = await openSample(t);
  const { clock, createKey, database } = store;
  clock.stop(Math.floor(clock.wallMs() / 1_000) * 1_000);
  const nowSeconds = clock.wallMs() / 1_000;
  const state = { isFailing: false, held: Promise.resolve() };
  /** The customers of each statement that has read counts. */
  const reads: bigint[][] = [];
  const query: Query = async (sql, values) => {
    if (!sql.includes('FROM day_usages')) return database.query(sql, values);
    reads.push(JSON.parse(String(values[0])).map(BigInt));
    if (state.isFailing) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    await state.held;
    return database.query(sql, values);
  };

  /** Creates a customer whose day began some time ago. */
  async function createCustomer(used: number, agoSeconds = 1_000) {
    const { key, customerId } = await createKey({ plan: 'enterprise', limits: LIMITS });
    const openedAtSeconds = BigInt(nowSeconds - agoSeconds);
    const data = { customerId, openedAtSeconds, used: BigInt(used) };
    await database.client.dayUsage.create({ data });
    return { key, customerId };
  }

  /** Starts an instance. @returns a function that sends a request of a key */
  async function start() {
    const observed = { ...database, query };
    const app = await buildApp(service, testConfig(settings), observed, { clock });
    t.teardown(() => app.close());
    const call = async (key: string, url = '/v1/widgets') => {
      const { statusCode, headers } = await app.inject({
        url,
        headers: { authorization: `Bearer ${key}` },
      });
      const [, left] = /"day";r=(\d+);/.exec(String(headers.ratelimit)) ?? [];
      return {
        statusCode,
        left: Number(left),
        reset: Number(headers['x-ratelimit-reset']),
        headers,
      };
    };
    return { app, call };
  }

  function hold() {
    const { promise, resolve } = Promise.withResolvers<void>();
    state.held = promise;
    return resolve;
  }
  return { clock, database, state, reads, nowSeconds, createCustomer, start, hold };
}

t.test('a start reads no counts, and a first request only that of its customer', async (t) => {
  const { reads, nowSeconds, createCustomer, start } = await openAfter(t);
  const full = await createCustomer(100);
  const half = await createCustomer(50);
  await createCustomer(1);
  const { call } = await start();
  t.strictSame(reads, []);
  t.match(await call(half.key), { statusCode: 200, left: 49 });
  t.match(await call(full.key), {
    statusCode: 429,
    left: 0,
    reset: nowSeconds - 1_000 + DAY_SECONDS,
  });
  t.match(await call(full.key), { statusCode: 429, left: 0 });
  t.match(await call(half.key), { statusCode: 200, left: 48 });
  t.strictSame(reads, [[half.customerId], [full.customerId]], 'once each');
});

t.test('first requests share a statement', async (t) => {
  const { reads, createCustomer, start, hold } = await openAfter(t);
  const customers = [await createCustomer(90), await createCustomer(70)];
  const { call } = await start();
  const release = hold();
  const calls = customers.flatMap(({ key }) => Array.from({ length: 40 }, () => call(key)));
  await until(() => reads.length > 0);
  release();
  const responses = await Promise.all(calls);
  const admitted = responses.map(({ statusCode }) => statusCode === 200);
  t.equal(admitted.slice(0, 40).filter(Boolean).length, 10, 'exactly what is left');
  t.equal(admitted.slice(40).filter(Boolean).length, 30);
  t.strictSame(
    reads.flat().sort((one, other) => Number(one - other)),
    customers.map(({ customerId }) => customerId),
    'no count is read twice',
  );
});

t.test('a day that is over counts no more, and one from the future ends in a day', async (t) => {
  const { clock, nowSeconds, createCustomer, start } = await openAfter(t);
  const table: [agoSeconds: number, left: number, reset: number][] = [
    [DAY_SECONDS + 1, 99, nowSeconds + 60],
    [DAY_SECONDS, 99, nowSeconds + 60],
    [DAY_SECONDS - 1, 9, nowSeconds + 1],
    [0, 9, nowSeconds + DAY_SECONDS],
    [-3_600, 9, nowSeconds + DAY_SECONDS],
    [-3 * DAY_SECONDS, 9, nowSeconds + DAY_SECONDS],
  ];
  const customers = [];
  for (const [agoSeconds] of table) customers.push(await createCustomer(90, agoSeconds));
  const { app, call } = await start();
  for (const [i, { key }] of customers.entries()) {
    const [agoSeconds, left, reset = 0] = table[i] ?? [];
    const response = await call(key);
    t.equal(response.left, left, `opened ${agoSeconds} s ago`);
    if (left === 9) t.equal(response.reset, reset);
  }
  t.equal(clock.wallMs(), nowSeconds * 1_000);
  await app.close();
  const { call: callAgain } = await start();
  for (const [i, { key }] of customers.entries()) {
    t.equal((await callAgain(key)).left, Number(table[i]?.[1]) - 1, 'each is stored');
  }
});

t.test('a clock that is set changes when stored days began', async (t) => {
  const { clock, database, nowSeconds, createCustomer, start } = await openAfter(t);
  const { key, customerId } = await createCustomer(50);
  const { call } = await start();
  const began = async () => {
    const day = await database.client.dayUsage.findUnique({ where: { customerId } });
    return Number(day?.openedAtSeconds) - nowSeconds;
  };
  t.equal((await call(key)).statusCode, 200);
  t.equal(await began(), -1_000);
  clock.set(-3_600);
  // Without another request.
  await eventually(t, began, -4_600);
  clock.set(7_200);
  await eventually(t, began, 2_600);
});

t.test('a full day that was stored by a clock ahead is stored anew', async (t) => {
  const { database, nowSeconds, createCustomer, start } = await openAfter(t);
  const { key, customerId } = await createCustomer(100, -3_600);
  const { call } = await start();
  t.equal((await call(key)).statusCode, 429, 'nothing is counted');
  const began = async () => {
    const day = await database.client.dayUsage.findUnique({ where: { customerId } });
    return Number(day?.openedAtSeconds) - nowSeconds;
  };
  await eventually(t, began, 0);
});

t.test('a day that was stored by a clock ahead is replaced by the next one', async (t) => {
  const { clock, database, createCustomer, start } = await openAfter(t);
  const { key } = await createCustomer(90, -3 * DAY_SECONDS);
  const { app, call } = await start();
  t.match(await call(key), { left: 9 });
  // As if it had not been stored yet.
  await database.client.dayUsage.updateMany({ data: { used: 95 } });
  clock.move(DAY_SECONDS);
  t.match(await call(key), { left: 99 });
  await app.close();
  t.match(await database.client.dayUsage.findMany(), [{ used: 1n }]);
});

t.test('a count that cannot be read admits nobody, and hangs nobody', async (t) => {
  const { state, createCustomer, start, hold } = await openAfter(t);
  const { key } = await createCustomer(99);
  const { call } = await start();
  state.isFailing = true;
  const failed = await call(key);
  t.match(failed, { statusCode: 503, headers: { 'retry-after': '2', 'x-ratelimit-limit': '100' } });
  state.isFailing = false;
  const release = hold();
  const slow = await Promise.all(Array.from({ length: 5 }, () => call(key)));
  t.strictSame(new Set(slow.map(({ statusCode }) => statusCode)), new Set([503]));
  release();
  await until(async () => (await call(key)).statusCode !== 503, 'it is read');
  t.match(await call(key), { statusCode: 429, left: 0 });
});

t.test('a first request waits a second for its count and no longer', async (t) => {
  const { createCustomer, start, hold, reads } = await openAfter(t);
  const { key } = await createCustomer(99);
  const { call } = await start();
  const release = hold();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const response = call(key);
  while (reads.length === 0) await tick();
  mock.timers.tick(999);
  t.equal(await Promise.race([response, tick('waits')]), 'waits');
  mock.timers.tick(1);
  t.equal((await response).statusCode, 503);
  release();
});

t.test('the count of an instance whose clock is a few seconds ahead is kept', async (t) => {
  const { database, clock, nowSeconds } = await openAfter(t);
  const { client } = database;
  const counters = createMemoryCounters(clock);
  for (const [customerId, aheadSeconds, kept] of [
    [101n, 5, 90n],
    [102n, 6, 1n],
  ] as const) {
    const background = createPeriodicWork();
    const warnings: string[] = [];
    const { count } = keepDayCounts(counters, {
      database,
      background,
      warn: (message) => warnings.push(message),
      onFailure: (error) => t.error(error),
      onLost: (error) => t.error(error),
    });
    await count({
      kind: 'customer',
      id: customerId,
      apiKeyId: 1n,
      limits: LIMITS,
      hasReserve: false,
    });
    const openedAtSeconds = BigInt(nowSeconds + aheadSeconds);
    await client.dayUsage.create({ data: { customerId, openedAtSeconds, used: 90n } });
    await background.end(60_000);
    const stored = await client.dayUsage.findUnique({ where: { customerId } });
    t.equal(stored?.used, kept, `${aheadSeconds} s ahead`);
    t.equal(warnings.length, kept === 1n ? 0 : 1);
  }
});

/** Opens day counts by themselves, which are stored when the test says so. */
async function openKept(t: Test) {
  const url = await createDatabase();
  const database = await open(t, url);
  const clock = createClock();
  clock.stop(Math.floor(clock.wallMs() / 1_000) * 1_000);
  const counters = createMemoryCounters(clock);
  const { background, tick: store } = createManualWork();
  const warnings: string[] = [];
  const failures: unknown[] = [];
  const lost: [message: string, kind: string][] = [];
  let reads = 0;
  let writes = 0;
  database.onStatement((sql) => {
    if (/SELECT.* FROM day_usages/s.test(sql)) reads += 1;
    if (/INSERT INTO .*day_usages/.test(sql)) writes += 1;
    return undefined;
  });
  const kept = keepDayCounts(counters, {
    database,
    background,
    warn: (message) => warnings.push(message),
    onFailure: (error) => failures.push(error),
    onLost: (error, kind) => lost.push([error.message, kind]),
  });
  const { client } = database;
  return {
    clock,
    client,
    store,
    kept,
    warnings,
    failures,
    lost,
    reads: () => reads,
    writes: () => writes,
    alter: (...statements: readonly string[]) => execute(url, ...statements),
    /** What each customer has used of both of its days. */
    async used() {
      const byCustomer = { orderBy: { customerId: 'asc' } } as const;
      const [plans, reserves] = [
        await client.dayUsage.findMany(byCustomer),
        await client.accountDayUsage.findMany(byCustomer),
      ];
      return [plans.map((row) => row.used), reserves.map((row) => row.used)];
    },
  };
}

/** A request that counts in the reserve, since the plan has no room. */
const ofReserve = (id: number) => customer(id, { perMinute: 0, perDay: 100 }, id, true);

t.test('that other instances count is said once, of whatever kind the count is', async (t) => {
  const { client, store, kept, warnings, used } = await openKept(t);
  const count = async (...callers: readonly CountedCaller[]) => {
    for (const caller of callers) await kept.count(caller);
    await store();
  };
  await count(customer(1), customer(2), ofReserve(1));
  t.strictSame(await used(), [[1n, 1n], [1n]]);
  t.strictSame(warnings, [], 'what is stored is its own');
  await client.dayUsage.update({ where: { customerId: 2n }, data: { used: 9n } });
  await client.accountDayUsage.updateMany({ data: { used: 9n } });
  await count(customer(1), customer(2), ofReserve(1));
  t.match(warnings, [/^Other instances count in this database/]);
  await count(customer(2), ofReserve(1));
  t.equal(warnings.length, 1);
  t.strictSame(await used(), [[2n, 9n], [9n]], 'the higher one is kept');
});

t.test('a count that cannot be stored now is stored with the next ones', async (t) => {
  const { store, kept, alter, failures, used } = await openKept(t);
  await kept.count(customer(1));
  await kept.count(ofReserve(2));
  const tables = ['day_usages', 'account_day_usages'];
  await alter(...tables.map((table) => `ALTER TABLE ${table} RENAME TO other_${table}`));
  await store();
  t.equal(failures.length, 2, 'of both kinds');
  await alter(...tables.map((table) => `ALTER TABLE other_${table} RENAME TO ${table}`));
  await store();
  t.strictSame(await used(), [[1n], [1n]]);
  t.equal(failures.length, 2);
});

t.test('a count that cannot be stored at all is named, and lost alone', async (t) => {
  const { store, kept, alter, lost, failures, used } = await openKept(t);
  await alter(
    PROVIDER === 'postgresql'
      ? 'ALTER TABLE day_usages ADD CHECK (customer_id <> 2)'
      : `CREATE TRIGGER poison BEFORE INSERT ON day_usages WHEN NEW.customer_id = 2
          BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
  );
  for (const id of [1, 2, 3]) await kept.count(customer(id));
  for (let i = 0; i < 2; i += 1) await store();
  const name = 'day count of the customer 2';
  t.strictSame(lost, [[`The ${name} cannot be stored`, name]]);
  t.strictSame(failures, []);
  t.strictSame(await used(), [[1n, 1n], []]);
});

t.test(
  'all counts are stored once when the clock was set, and else those that change',
  async (t) => {
    const { clock, store, kept, writes } = await openKept(t);
    for (const id of [1, 2]) await kept.count(customer(id));
    await store();
    t.equal(writes(), 1, 'one statement for all');
    await store();
    t.equal(writes(), 1);
    clock.set(3_600);
    await store();
    t.equal(writes(), 2);
    await store();
    t.equal(writes(), 2);
  },
);

t.test('a customer without a count is known once it was looked at', async (t) => {
  const { kept, reads } = await openKept(t);
  for (let i = 0; i < 2; i += 1) await kept.look(customer(1));
  t.equal(reads(), 1);
  await kept.count(customer(1));
  t.equal(reads(), 1);
});

t.test('a banned key is told so, whether or not its count can be read', async (t) => {
  for (const isFailing of [false, true]) {
    const { clock, database, state, createCustomer, start } = await openAfter(t);
    const { key } = await createCustomer(50);
    const bannedAt = clock.inMs(0);
    const bannedUntil = clock.inMs(300_000);
    await database.client.apiKey.updateMany({ data: { bannedAt, bannedUntil } });
    const { call } = await start();
    state.isFailing = isFailing;
    t.match(await call(key), { statusCode: 429, headers: { 'retry-after': '300' } });
    state.isFailing = false;
    clock.move(300);
    t.match(await call(key), { statusCode: 200, left: 49 });
  }
});

t.test('counts of days that are over are removed, a few at a time', async (t) => {
  const url = await createDatabase();
  const { client } = await open(t, url);
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const rows = Array.from({ length: 500 }, (_, i) => ({
    customerId: BigInt(i + 1_000),
    openedAtSeconds: BigInt(nowSeconds - DAY_SECONDS - i),
    used: 1n,
  }));
  const kept = { customerId: 1n, openedAtSeconds: BigInt(nowSeconds - DAY_SECONDS / 2), used: 1n };
  await client.dayUsage.createMany({ data: [...rows, kept] });
  await client.accountDayUsage.createMany({ data: [...rows, kept] });
  await openSample(t, { DATABASE_URL: url });
  await eventually(t, () => client.dayUsage.findMany(), [kept]);
  await eventually(t, () => client.accountDayUsage.findMany(), [kept]);
});

t.test('PostgreSQL finds the last counts to remove by their index', NEEDS_POSTGRES, async (t) => {
  const { url, client, provider } = await openMigrated(t, 'postgresql');
  await run(
    url,
    'ALTER TABLE day_usages SET (autovacuum_enabled = false)',
    'INSERT INTO day_usages SELECT n, 1, 1 FROM generate_series(1, 100000) AS n',
    'ANALYZE day_usages',
    // Of which the statistics know nothing yet.
    'UPDATE day_usages SET opened_at_seconds = extract(epoch FROM now()) WHERE customer_id > 100',
  );
  const work = async (transaction: Transaction) => {
    const background = createPeriodicWork();
    repeatRemoval(background, {
      database: { client: transaction as unknown as PrismaClient, provider },
      removals: dayCountRemovals,
      intervalMs: 60_000,
      now: Date.now,
      onFailure: (error) => t.error(error),
    });
    const read = async () => {
      const [stats] = await transaction.$queryRaw<{ removed: bigint; read: bigint }[]>`
        SELECT n_tup_del AS removed, seq_tup_read AS read FROM pg_stat_xact_user_tables
        WHERE relname = 'day_usages'`;
      return stats;
    };
    await until(async () => (await read())?.removed === 100n, 'they are removed');
    // Not before the other tables are read.
    await background.end(60_000);
    t.match(await read(), { read: 0n });
  };
  await client.$transaction(work, { timeout: 60_000 });
});
