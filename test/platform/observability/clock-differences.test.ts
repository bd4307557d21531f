// An instance whose clock differs from those of Redis and of the database says so.

import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import type { PeriodicWork } from '../../../src/platform/async/periodic-work.ts';
import { watchClock, watchClocks } from '../../../src/platform/observability/clock-differences.ts';
import { openSample } from '../../helper.ts';
import { NEEDS_POSTGRES, openMigrated } from '../../support/both-databases.ts';
import { createClock } from '../../support/clock.ts';
import { NEEDS_REDIS, startRedis } from '../../support/redis.ts';
import { testConfig } from '../../support/test-config.ts';
import { until } from '../../support/until.ts';
import { service } from '../service/src/service.ts';

/** Watches a stopped clock. `note` takes how far Redis is ahead, and how long it took to reply. */
function openWatch() {
  const clock = createClock();
  clock.stop();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line).msg) });
  const { note, description, aheadSeconds } = watchClock(clock, log);
  return {
    lines,
    description,
    aheadSeconds,
    note: (redisAheadMs: number, tookMs = 0) =>
      note('redis', clock.wallMs() + redisAheadMs, clock.monotonicMs() - tookMs),
  };
}

t.test('logs a difference of more than 5 seconds once for each change', async (t) => {
  const { lines, note, description, aheadSeconds } = openWatch();
  const behind = (seconds: number) =>
    `The clock of this instance is ${seconds} s behind Redis: correct one of them`;
  const table: [redisAheadMs: number, line: string | undefined, isOff: boolean][] = [
    [0, undefined, false],
    [5_000, undefined, false],
    [-5_000, undefined, false],
    [5_001, behind(5), true],
    [4_000, undefined, true],
    [9_000, undefined, true],
    [2_500, undefined, true],
    [2_499, 'The clock of this instance agrees with Redis', false],
    [4_999, undefined, false],
    [3_600_000, behind(3_600), true],
    [3_605_000, undefined, true],
    [3_610_000, behind(3_610), true],
    [-40_000, 'The clock of this instance is 40 s ahead of Redis: correct one of them', true],
    [0, 'The clock of this instance agrees with Redis', false],
  ];
  for (const [redisAheadMs, line, isOff] of table) {
    note(redisAheadMs);
    t.strictSame(lines.splice(0), line === undefined ? [] : [line], `${redisAheadMs} ms`);
    t.equal(description() !== undefined, isOff, `${redisAheadMs} ms`);
    t.match(aheadSeconds(), [['redis', -redisAheadMs / 1_000]]);
  }
});

t.test('a reply that is read late shows no difference', async (t) => {
  const { lines, note, aheadSeconds } = openWatch();
  for (const redisAheadMs of [0, -10_000, -20_000]) note(redisAheadMs, 20_000);
  t.match(aheadSeconds(), [['redis', 0]]);
  note(-20_000 - 6_000, 20_000);
  t.match(aheadSeconds(), [['redis', 6]]);
  t.match(lines, [/6 s ahead of Redis/]);
});

t.test('asks a database that is a server every 10 s, until the service ends', async (t) => {
  const { log } = Fastify();
  const clock = createClock();
  clock.stop();
  for (const [provider, expected, ahead] of [
    ['sqlite', [], []],
    ['postgresql', [0, 10_000, 10_000, 10_000], [['database', -3_600]]],
  ] as const) {
    const pauses: number[] = [];
    let asked = 0;
    const ends: (() => Promise<number>)[] = [];
    const repeat: PeriodicWork['repeat'] = (work, firstPauseMs) => {
      pauses.push(firstPauseMs);
      ends.push(
        () => work(false),
        () => work(false),
        () => work(true),
      );
    };
    const background = { repeat, end: async () => undefined };
    const context = { database: { provider }, clock, background };
    const { aheadSeconds } = watchClocks({ log } as FastifyInstance, context, async () => {
      asked += 1;
      if (asked === 1) throw new Error('no connection');
      return clock.wallMs() + 3_600_000;
    });
    for (const work of ends) pauses.push(await work());
    t.strictSame(aheadSeconds(), ahead);
    t.strictSame(pauses, expected, provider);
    t.equal(asked, Math.max(0, expected.length - 2), 'not at the end');
  }
});

/** Reads what an instance says of its clock: in its readiness, its metrics and its page. */
async function said(t: Test, app: Awaited<ReturnType<typeof buildApp>>, log: readonly string[]) {
  const readiness = await app.inject('/readyz');
  t.equal(readiness.statusCode, 200);
  const [, address = ''] = /Plots of the metrics at (http:\S+\/)"/.exec(log.join('')) ?? [];
  const metrics = await (await fetch(`${address}metrics`)).text();
  const { problems } = await (await fetch(`${address}live.json`)).json();
  return {
    clock: JSON.parse(readiness.payload).checks.clock,
    metrics,
    problems: problems.map(({ text }: { readonly text: string }) => text),
  };
}

const linesAbout = (log: readonly string[]) =>
  log.map((line) => JSON.parse(line).body).filter((body) => body.startsWith('The clock of'));

t.test('says how far it is ahead of Redis, until it is corrected', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const settings = { REDIS_URL: redis.url, LOG_LEVEL: 'info', METRICS_PORT: '0' };
  const { app, clock, log } = await openSample(t, settings);
  t.match(await said(t, app, log), { clock: undefined, problems: [] });
  clock.set(3_600);
  await until(() => linesAbout(log).length === 1, 'the difference is logged');
  // Longer than it takes to measure it again.
  await wait(1_500);
  t.match(linesAbout(log), [/^The clock of this instance is 3600 s ahead of Redis: /]);
  await until(async () => (await said(t, app, log)).clock !== undefined);
  t.match(await said(t, app, log), {
    clock: '3600 s ahead of Redis',
    metrics: /^clock_ahead_seconds\{of="redis"\} 3(?:600|599\.\d+)$/m,
    problems: [/^The clock of this instance differs /],
  });
  clock.set(-3_600);
  await until(() => linesAbout(log).length === 2, 'it agrees again');
  await until(async () => (await said(t, app, log)).clock === undefined);
  t.match(linesAbout(log)[1], 'The clock of this instance agrees with Redis');
});

t.test('says how far it is behind PostgreSQL', NEEDS_POSTGRES, async (t) => {
  const database = await openMigrated(t, 'postgresql');
  const clock = createClock();
  clock.set(-3_600);
  const log: string[] = [];
  const logStream = { write: (line: string) => log.push(line) };
  const config = testConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'info', METRICS_PORT: '0' });
  const app = await buildApp(service, config, database, { logStream, clock });
  t.teardown(() => app.close());
  await until(() => linesAbout(log).length === 1, 'the difference is logged');
  await until(async () => (await said(t, app, log)).clock !== undefined);
  t.match(await said(t, app, log), {
    clock: '3600 s behind the database',
    metrics: /^clock_ahead_seconds\{of="database"\} -3(?:600|599\.\d+)$/m,
  });
});
