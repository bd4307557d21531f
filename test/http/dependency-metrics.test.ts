import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Registry } from 'prom-client';
import t, { type Test } from 'tap';
import { observeStatements, openDatabase, openPets } from '../../src/database/index.ts';
import { measureDatabase } from '../../src/http/dependency-metrics.ts';
import { openStore } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { openMeasuredStore } from '../support/metrics.ts';
import { promtool } from '../support/promtool.ts';
import { startRedis } from '../support/redis.ts';
import { startPostgres } from '../support/servers/postgres.ts';

/*
 * What Prometheus learns of the database and Redis, and what Prometheus itself says of the metrics.
 */

/** How many calls of each result a histogram has counted. */
function countsOf(samples: readonly string[]): Record<string, number> {
  const counts = samples.map((sample) => /_count\{result="(\w+)"\} (\d+)/.exec(sample) ?? []);
  return Object.fromEntries(counts.map(([, result, count]) => [result, Number(count)]));
}

t.test('times statements, whoever sends them, by their result', async (t) => {
  const { database, send } = await openStore(t);
  const { client, query } = database;
  const counts = { ok: 0, error: 0 };
  observeStatements(database, (_seconds, isSuccess) => {
    counts[isSuccess ? 'ok' : 'error'] += 1;
  });
  await query('SELECT id FROM pets', []);
  t.strictSame(counts, { ok: 1, error: 0 }, 'a prepared one counts once');
  await client.$queryRaw`SELECT 1`;
  await client.$executeRaw`DELETE FROM pets`;
  t.strictSame(counts, { ok: 3, error: 0 });
  await client.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1`;
  });
  t.ok(counts.ok >= 5, 'those of a transaction, and its beginning');
  const refusal = new Error('no');
  const refused = client.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1`;
    throw refusal;
  });
  await t.rejects(refused, refusal);
  t.equal(counts.error, 0, 'a transaction that is rolled back has no error');
  await t.rejects(query('SELECT 1 FROM nothing', []));
  await t.rejects(client.$queryRaw`SELECT 1 FROM nothing`);
  t.equal(counts.error, 2);
  const { createOnce } = openPets(database);
  const pet = { name: 'Rex', categoryId: 7n, status: 'sold' } as const;
  let { ok } = counts;
  await createOnce(pet, { customerId: 1, key: 'key' });
  t.strictSame(counts, { ok: ok + 2, error: 2 }, 'the look-up of a key, and what stores it');
  await createOnce(pet, { customerId: 1, key: 'key' });
  t.strictSame(counts, { ok: ok + 3, error: 2 });
  await t.rejects(createOnce({ ...pet, name: null as never }, { customerId: 1, key: 'other' }));
  t.strictSame(counts, { ok: ok + 4, error: 3 });
  ok = counts.ok;
  await send({ url: '/v1/pets' });
  t.ok(counts.ok > ok, 'those of requests');
});

t.test('shows what the pool of connections to PostgreSQL is doing', async (t) => {
  const server = await startPostgres();
  if (!server) {
    if (process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
    t.comment('skipped: PostgreSQL is not installed on this machine');
    return;
  }
  t.teardown(() => server.stop());
  const database = await openDatabase(server.url, { poolSize: 2, isTimed: false });
  t.teardown(() => database.close());
  const registry = new Registry();
  measureDatabase(database, registry);
  const pool = async () => {
    const metrics = await registry.metrics();
    return ['size', 'used', 'waiting'].map(
      (part) => new RegExp(`^database_pool_${part} (\\d+)$`, 'm').exec(metrics)?.[1],
    );
  };
  const until = async (state: string) => {
    while ((await pool()).join() !== state) await wait(5);
  };
  await until('2,0,0');
  const lock = Promise.withResolvers<void>();
  const holder = database.client.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(1)::text`;
      await lock.promise;
    },
    { timeout: 600_000 },
  );
  await until('2,1,0');
  // One after the other, since statements that are asked for together share a connection.
  const others: Promise<unknown>[] = [];
  for (const state of ['2,2,0', '2,2,1', '2,2,2', '2,2,3']) {
    others.push(
      database.query('SELECT pg_advisory_lock_shared(1)::text, pg_advisory_unlock_shared(1)', []),
    );
    await until(state);
  }
  lock.resolve();
  await holder;
  await Promise.all(others);
  await until('2,0,0');
  t.match(
    await registry.metrics(),
    /^database_statement_duration_seconds_count\{result="ok"\} \d+$/m,
  );
});

t.test('has no metrics of what there is not', async (t) => {
  const { allMetrics } = await openMeasuredStore(t);
  const metrics = await allMetrics();
  const absent =
    process.env.TEST_DATABASE === 'postgresql' ? /redis|fallbacks/ : /redis|fallbacks|pool/;
  t.notMatch(metrics, absent);
});

t.test('shows for how long Redis has been unavailable, and times its commands', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { send, samples } = await openMeasuredStore(t, { REDIS_URL: redis.url });
  const state = async () => (await samples('redis_available{node="'))[0]?.split(' ')[1];
  const until = async (expected: string) => {
    while ((await state()) !== expected) {
      await send({ url: '/v1/pets' });
      await wait(5);
    }
  };
  await until('1');
  const [before = ''] = await samples('counter_fallbacks_total');
  await redis.kill();
  await until('0');
  for (let i = 0; i < 3; i += 1) await send({ url: '/v1/pets' });
  t.equal(await state(), '0', 'as long as the outage lasts');
  const outages = Number((await samples('counter_fallbacks_total'))[0]?.split(' ')[1]);
  t.ok(outages > Number(before.split(' ')[1]));
  await redis.start();
  await until('1');
  const counts = countsOf(await samples('redis_command_duration_seconds_count'));
  t.ok(Number(counts.ok) > 0 && Number(counts.error) > 0, JSON.stringify(counts));
});

t.test('says what runs', async (t) => {
  const { samples } = await openMeasuredStore(t);
  t.same(await samples('animal_store_build_info'), [
    `animal_store_build_info{version="1.0.0",node_version="${process.versions.node}"} 1`,
  ]);
});

t.test('promtool finds no fault with the metrics', async (t) => {
  const redis = await startRedis(t);
  const { send, allMetrics } = await openMeasuredStore(t, redis ? { REDIS_URL: redis.url } : {});
  await send({ url: '/v1/pets/1' });
  await send({ url: '/v1/pets', key: null });
  const findings = await promtool(t, ['check', 'metrics'], await allMetrics());
  if (findings !== undefined) t.equal(findings, '');
  t.match(
    (await promtool(t, ['check', 'metrics'], '# TYPE x_total gauge\nx_total 1\n')) ?? 'x_total',
    /x_total/,
  );
});

/** The rules as they are documented, in a file. */
async function documentedRules(t: Test) {
  const operations = await readFile('OPERATIONS.md', 'utf8');
  const [, rules = ''] = /```yaml\n(groups:.*?)```/s.exec(operations) ?? [];
  const file = join(await temporaryFolder(t), 'rules.yaml');
  await writeFile(file, rules);
  return { rules, file };
}

/** Series over ten minutes, a sample for each, and the only alerts that fire. */
const ALERTS: [alerts: string[], series: Record<string, string>][] = [
  [
    [],
    {
      'http_requests_total{status="200"}': '0+100x10',
      'http_requests_total{status="404"}': '0+100x10',
      'http_requests_total{status="501"}': '0+100x10',
      'redis_available{node="redis"}': '1x10',
      database_pool_waiting: '0x10',
      counter_fallbacks_total: '2x10',
      nodejs_eventloop_lag_mean_seconds: '0.02x10',
    },
  ],
  [['AnimalStoreRedisUnavailable'], { 'redis_available{node="redis"}': '1 0x9' }],
  [[], { 'redis_available{node="redis"}': '0x8 1 1' }],
  [['AnimalStorePoolExhausted'], { database_pool_waiting: '0 0 0 3x7' }],
  [[], { database_pool_waiting: '0 3 0 3 0 3 0 3 0 3 0' }],
  [
    ['AnimalStoreErrors'],
    {
      'http_requests_total{status="200"}': '0+98x10',
      'http_requests_total{status="500"}': '0+1x10',
      'http_requests_total{status="503"}': '0+1x10',
    },
  ],
  [['AnimalStoreRedisUnstable'], { counter_fallbacks_total: '0 1 2 3 4 5x5' }],
  [['AnimalStoreOverloaded'], { nodejs_eventloop_lag_mean_seconds: '0.4x10' }],
  [
    ['AnimalStoreDatabaseErrors'],
    { 'database_statement_duration_seconds_count{result="error"}': '0+60x10' },
  ],
];

t.test('the documented alerts fire when they should', async (t) => {
  const { rules, file } = await documentedRules(t);
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const tests = ALERTS.map(([alerts, series]) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: names.map((name) => ({
      expr: `count(ALERTS{alertname="${name}",alertstate="firing"})`,
      eval_time: '10m',
      exp_samples: alerts.includes(String(name)) ? [{ labels: '{}', value: 1 }] : [],
    })),
  }));
  const path = join(await temporaryFolder(t), 'tests.json');
  await writeFile(path, JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests }));
  const findings = await promtool(t, ['test', 'rules', path]);
  if (findings !== undefined) t.equal(findings, '');
});

t.test('promtool accepts the documented alerts, which name metrics that exist', async (t) => {
  const { rules, file } = await documentedRules(t);
  const findings = await promtool(t, ['check', 'rules', '--lint=all', '--lint-fatal', file]);
  if (findings !== undefined) t.equal(findings, '');
  const redis = await startRedis(t);
  if (!redis) return;
  const { send, allMetrics } = await openMeasuredStore(t, { REDIS_URL: redis.url });
  await send({ url: '/v1/pets' });
  const metrics = await allMetrics();
  // Those of the pool exist with PostgreSQL only.
  const names = rules.match(/\b(?:http|redis|counter|database_statement|nodejs)_\w+/g) ?? [];
  t.ok(names.length > 5);
  for (const name of names) t.match(metrics, new RegExp(`^(# TYPE )?${name}\\b`, 'm'), name);
});
