// The removal of expired rows: how often, how many at a time, and what follows a failure.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import { createPeriodicWork } from '../../../src/platform/async/periodic-work.ts';
import { removalOf, repeatRemoval } from '../../../src/platform/database/index.ts';
import { onBoth, openMigrated } from '../../support/both-databases.ts';
import { testConfig } from '../../support/test-config.ts';
import { service } from '../service/src/service.ts';

t.test('looks after each interval, sooner for more rows and after a failure', async (t) => {
  const { client, provider } = await openMigrated(t, 'sqlite');
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const background = createPeriodicWork();
  const looks: number[] = [];
  const failures: unknown[] = [];
  /** What each look comes to: how many rows are removed, or a failure. */
  const results: (number | Error)[] = [];
  let nowMs = 0;
  async function pass(ms: number) {
    nowMs += ms;
    mock.timers.tick(ms);
    await tick();
    return looks.length;
  }
  repeatRemoval(background, {
    database: { client, provider },
    removals: [
      async () => 0,
      async (_database, atMs) => {
        looks.push(atMs);
        const result = results.shift() ?? 0;
        if (result instanceof Error) throw result;
        return result;
      },
    ],
    intervalMs: 60_000,
    now: () => nowMs,
    onFailure: (error) => failures.push(error),
  });
  const fault = new Error('locked');
  results.push(200, 200, 199, fault, fault, 1);
  t.equal(await pass(999), 0);
  t.equal(await pass(1), 1, 'a second after the start');
  t.equal(await pass(4), 1);
  t.equal(await pass(1), 2, 'there may be more');
  t.equal(await pass(5), 3);
  t.equal(await pass(59_999), 3, 'those were all');
  t.equal(await pass(1), 4);
  t.strictSame(failures, [fault]);
  t.equal(await pass(4_999), 4);
  t.equal(await pass(1), 5, 'not only after a minute');
  t.equal(await pass(5_000), 6);
  t.equal(await pass(59_999), 6);
  t.strictSame(failures, [fault, fault]);
  t.strictSame(looks, [1_000, 1_005, 1_010, 61_010, 66_010, 71_010], 'by the time of each look');
  await background.end(1_000);
  t.equal(looks.length, 6, 'a stop does not wait for it');
});

t.test('the pause for requests is as long as a removal takes, at most a second', async (t) => {
  const { client, provider } = await openMigrated(t, 'sqlite');
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let nowMs = 0;
  const looks: number[] = [];
  const others: number[] = [];
  async function pass(ms: number) {
    nowMs += ms;
    mock.timers.tick(ms);
    await tick();
  }
  const takes = [40, 3_000, 0];
  repeatRemoval(createPeriodicWork(), {
    database: { client, provider },
    removals: [
      async (_database, atMs) => {
        looks.push(atMs);
        nowMs += takes.shift() ?? 0;
        return 200;
      },
      async (_database, atMs) => others.push(atMs),
    ],
    intervalMs: 60_000,
    now: () => nowMs,
    onFailure: (error) => t.fail(String(error)),
  });
  for (const ms of [1_000, 39, 1, 999, 1]) await pass(ms);
  t.strictSame(looks, [1_000, 1_080, 5_080]);
  t.equal(others.length, 1, 'a removal without more rows is not repeated with it');
});

t.test('a failure delays no look beyond the interval', async (t) => {
  const { client, provider } = await openMigrated(t, 'sqlite');
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let looks = 0;
  repeatRemoval(createPeriodicWork(), {
    database: { client, provider },
    removals: [
      () => {
        looks += 1;
        return Promise.reject(new Error('locked'));
      },
    ],
    intervalMs: 50,
    now: Date.now,
    onFailure: () => undefined,
  });
  for (const ms of [1_000, 50, 50]) {
    mock.timers.tick(ms);
    await tick();
  }
  t.equal(looks, 3);
});

t.test('an instance looks for expired rows once a minute', async (t) => {
  const database = await openMigrated(t, 'sqlite');
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let looks = 0;
  database.onStatement((sql) => {
    if (sql.includes('DELETE FROM idempotency_keys')) looks += 1;
    return undefined;
  });
  const app = await buildApp(service, testConfig({ DATABASE_URL: database.url }), database);
  async function pass(ms: number) {
    mock.timers.tick(ms);
    for (let i = 0; i < 100; i += 1) await tick();
    return looks;
  }
  t.equal(await pass(999), 0);
  t.equal(await pass(1), 1);
  for (let minute = 1; minute <= 2; minute += 1) {
    t.equal(await pass(59_999), minute);
    t.equal(await pass(1), minute + 1);
  }
  mock.timers.reset();
  await app.close();
});

t.test('200 rows are removed at once, those that expired first, and no others', async (t) => {
  await onBoth(t, async (t, provider) => {
    const { client } = await openMigrated(t, provider);
    const row = (i: number) => ({ customerId: 1, key: `${i}`, bodyHash: '', rowId: 1 });
    await client.idempotencyKey.createMany({
      data: Array.from({ length: 450 }, (_, i) => ({ ...row(i), expiresAt: new Date(i) })),
    });
    const remove = removalOf({
      table: 'idempotency_keys',
      key: ['customer_id', 'key'],
      column: 'expires_at',
      valueAt: (nowMs) => new Date(nowMs),
    });
    const removed = () => remove({ client, provider }, 420);
    const first = async () => {
      const keys = await client.idempotencyKey.findMany({ orderBy: { expiresAt: 'asc' }, take: 1 });
      return keys.map(({ key }) => key);
    };
    t.equal(await removed(), 200);
    t.strictSame(await first(), ['200']);
    t.equal(await removed(), 200);
    t.equal(await removed(), 21, 'also what expires now');
    t.strictSame(await first(), ['421']);
    t.equal(await removed(), 0);
  });
});
