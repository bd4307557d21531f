import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/index.ts';
import { temporaryFolder } from '../support/databases.ts';
import { startRedis } from '../support/redis.ts';
import { openDatabases, prepare } from '../support/servers/databases.ts';
import { testConfig } from '../support/test-config.ts';
import { eventually } from '../support/until.ts';

/*
 * What Prometheus says of the metrics, and of the alerts that OPERATIONS.md has.
 */

/** @returns what Prometheus's own tool finds fault with; in CI it has to be there */
function promtool(t: Test, command: readonly string[], input = ''): string {
  const { error, status, stdout, stderr } = spawnSync('promtool', command, { input });
  if (error && process.env.CI) throw error;
  if (error) t.comment('skipped: promtool is not installed on this machine');
  return error || status === 0 ? '' : `${stdout}${stderr}`;
}

/** The rules as they are documented, in a file. */
async function documentedRules(t: Test) {
  const operations = await readFile('OPERATIONS.md', 'utf8');
  const [, rules = ''] = /```yaml\n(groups:.*?)```/s.exec(operations) ?? [];
  const file = join(await temporaryFolder(t), 'rules.yaml');
  await writeFile(file, rules);
  return { rules, file };
}

t.test('promtool finds no fault with the metrics, which all documented alerts have', async (t) => {
  const { rules, file } = await documentedRules(t);
  t.equal(promtool(t, ['check', 'rules', '--lint=all', '--lint-fatal', file]), '');
  const redis = await startRedis(t);
  const databases = await openDatabases('postgresql');
  if (!databases && process.env.CI) throw new Error('CI needs PostgreSQL.');
  if (!redis || !databases) return;
  t.teardown(() => databases.close());
  const url = await databases.create('store');
  const key = await prepare(url);
  const database = await openDatabase(url, { poolSize: 2, isTimed: false });
  t.teardown(() => database.close());
  const log: string[] = [];
  const settings = { REDIS_URL: redis.url, METRICS_PORT: '0', LOG_LEVEL: 'info' };
  const app = await buildApp(testConfig(settings), database, { write: (line) => log.push(line) });
  t.teardown(() => app.close());
  await app.inject({ url: '/v1/pets/1', headers: { authorization: `Bearer ${key}` } });
  await app.inject('/v1/pets');
  const address = /http:[^"]+/.exec(log.find((line) => line.includes('Metrics at')) ?? '')?.[0];
  const readMetrics = async () => (await fetch(String(address))).text();
  const metrics = await readMetrics();
  t.equal(promtool(t, ['check', 'metrics'], metrics), '');
  const names = rules.match(/\b(?:http|redis|counter|database|nodejs)_\w+/g) ?? [];
  t.ok(names.length > 5);
  for (const name of names) t.match(metrics, new RegExp(`^(# TYPE )?${name}\\b`, 'm'), name);

  const pool = async () =>
    (await readMetrics()).match(/(?<=^database_pool_(size|used|waiting) )\d+/gm)?.join(' ');
  const lock = Promise.withResolvers<void>();
  const transaction = database.client.$transaction(() => lock.promise, { timeout: 600_000 });
  await eventually(t, pool, '2 1 0');
  lock.resolve();
  await transaction;
  await eventually(t, pool, '2 0 0');
});

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
  t.equal(promtool(t, ['test', 'rules', path]), '');
});
