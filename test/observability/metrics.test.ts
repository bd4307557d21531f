import { spawnSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { readMetrics } from '../../scripts/generate/observability.ts';
import { responding, serve } from '../contract/made-up.ts';
import { openStore } from '../helper.ts';
import { NEEDS_POSTGRES, openMigrated } from '../support/both-databases.ts';
import { temporaryFolder } from '../support/databases.ts';
import { exchange, listen, openConnection, requestText } from '../support/raw-http.ts';
import { NEEDS_REDIS, startRedis } from '../support/redis.ts';
import { unlessInstalled } from '../support/scripts.ts';
import { eventually } from '../support/until.ts';

const SETTINGS = { METRICS_PORT: '0', LOG_LEVEL: 'info', ANONYMOUS_PER_MINUTE: '10000' };

/** Reads the metrics that a log says where to find. */
function readers(log: readonly string[]) {
  const [address = ''] = /http:\S+\/metrics/.exec(log.join('')) ?? [];
  const all = async () => (await fetch(address)).text();
  /** The lines of the samples whose name starts with this. */
  const samples = async (name: string) =>
    (await all()).split('\n').filter((sample) => sample.startsWith(name));
  const value = async (name: string) => Number((await samples(`${name} `))[0]?.split(' ')[1]);
  return { address, all, samples, value };
}

async function openMeasured(t: Test, settings: Record<string, string> = {}) {
  const store = await openStore(t, { ...SETTINGS, ...settings });
  return { ...store, ...readers(store.log) };
}

t.test('serves only metrics on the metrics port', async (t) => {
  const { app, address } = await openMeasured(t, { HOST: '0.0.0.0' });
  t.equal(new URL(address).hostname, '127.0.0.1', 'by default on this machine only');
  const response = await fetch(address);
  t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const metrics = await response.text();
  t.notMatch(metrics, /redis|fallbacks|pool/, 'no metrics of what is not in use');
  const versions = `version="1.0.0",revision="not built",node_version="${process.versions.node}"`;
  t.match(metrics, `animal_store_build_info{${versions}} 1\n`);
  t.equal((await app.inject('/metrics')).statusCode, 404, 'the API does not expose them');
  for (const path of ['/', '/v1/pets', '/healthz']) {
    t.equal((await fetch(new URL(path, address))).status, 404);
  }
  const { port } = new URL(address);
  await t.rejects(openStore(t, { METRICS_PORT: port }), { code: 'EADDRINUSE' });
  await app.close();
  await t.rejects(fetch(address), 'it closes with the service');
  const elsewhere = await openMeasured(t, { METRICS_HOST: '::1' });
  t.equal(new URL(elsewhere.address).hostname, '[::1]');
  const { log } = await openStore(t, { LOG_LEVEL: 'info' });
  t.notMatch(log.join(''), 'Metrics', 'without METRICS_PORT there are none');
});

t.test('counts and times requests by operation and status', async (t) => {
  const { app, send, samples, value } = await openMeasured(t);
  const startMs = performance.now();
  for (let i = 0; i < 3; i += 1) await send({ url: '/v1/pets' });
  const tookSeconds = (performance.now() - startMs) / 1_000;
  await send({ url: '/v1/pets', method: 'HEAD' });
  await send({ url: '/v1/pets', key: null });
  await send({ url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } });
  for (let i = 0; i < 20; i += 1) await send({ url: `/v1/${i}` });
  await app.inject('/healthz');
  t.strictSame((await samples('http_requests_total')).sort(), [
    'http_requests_total{operation="createPet",status="201"} 1',
    'http_requests_total{operation="listPets",status="200"} 4',
    'http_requests_total{operation="listPets",status="401"} 1',
    'http_requests_total{operation="none",status="200"} 1',
    'http_requests_total{operation="none",status="404"} 20',
  ]);
  const last = (part: string) => value(`http_request_duration_seconds_${part}`);
  t.equal(await last('count{operation="createPet",status_class="2xx"}'), 1);
  t.equal(await last('count{operation="listPets",status_class="4xx"}'), 1);
  const sumSeconds = await last('sum{operation="listPets",status_class="2xx"}');
  t.ok(sumSeconds > 0 && sumSeconds < tookSeconds * 10, `${sumSeconds} of ${tookSeconds} s`);
});

t.test('shows requests in flight, and counts those that are aborted', async (t) => {
  const response = Promise.withResolvers<object>();
  const schema = { type: 'object', properties: { text: { type: 'string' } } };
  const paths = { '/x': { get: { operationId: 'it', ...responding(schema) } } };
  const { app, key, log } = await serve(t, paths, { it: () => response.promise }, SETTINGS);
  const { samples, value } = readers(log);
  const port = await listen(app);
  const untilInFlight = (count: number) =>
    eventually(t, () => value('http_requests_in_flight'), count);
  await untilInFlight(0);
  const open = () => openConnection(t, port);
  const connections = [await open(), await open(), await open()] as const;
  for (const { socket } of connections) socket.write(requestText(key, 'GET', '/v1/x'));
  await untilInFlight(3);
  connections[1].socket.resetAndDestroy();
  connections[2].socket.destroy();
  await untilInFlight(1);
  app.server.closeAllConnections();
  await untilInFlight(0);
  t.strictSame(await samples('http_requests_aborted_total'), [
    'http_requests_aborted_total{operation="it",closed_by="client"} 2',
    'http_requests_aborted_total{operation="it",closed_by="service"} 1',
    'http_requests_aborted_total{operation="none",closed_by="client"} 0',
    'http_requests_aborted_total{operation="none",closed_by="service"} 0',
  ]);
  t.strictSame(await samples('http_requests_total{operation="it"'), []);
  response.resolve({ text: 'too late' });
});

t.test('counts bans, and errors by code, also of unreadable requests', async (t) => {
  const { app, clock, key, send, createKey, samples, value } = await openMeasured(t, {
    BAN_AFTER_REJECTIONS: '1',
  });
  await send({ url: '/v1/pets', key: null });
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/pets/4711' });
  const port = await listen(app);
  await exchange(port, 'HELLO\r\n\r\n');
  for (const coding of ['chunked', 'gzip']) {
    const fields = ['Content-Type: application/json', `Transfer-Encoding: ${coding}`];
    await exchange(port, `${requestText(key, 'POST', '/v1/pets', ...fields)}no chunk\r\n`);
  }
  t.equal(await value('bans_total'), 0);
  const limited = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/pets', key: limited.key });
  clock.move(6);
  for (let i = 0; i < 4; i += 1) await send({ url: '/v1/pets', key: limited.key });
  t.equal(await value('bans_total'), 1);
  const counted = await samples('http_errors_total');
  const byOldName = counted.map((sample) => sample.replace('http_errors_total', 'refusals_total'));
  t.strictSame(await samples('refusals_total'), byOldName);
  const found = new Set(counted.filter((sample) => !sample.endsWith(' 0')));
  const wanted = new Set([
    'http_errors_total{code="api_key_banned"} 2',
    'http_errors_total{code="api_key_missing"} 1',
    'http_errors_total{code="malformed_request"} 2',
    'http_errors_total{code="not_implemented"} 1',
    'http_errors_total{code="pet_not_found"} 2',
    'http_errors_total{code="rate_limit_exceeded"} 3',
  ]);
  t.strictSame(found, wanted);
});

t.test('counts calls of deprecated operations by key', async (t) => {
  const { send, samples } = await openMeasured(t);
  await send({ url: '/v1/pets/x', key: null });
  await send({ url: '/v1/pets?limit=x' });
  t.strictSame(await samples('deprecated_calls_total'), [], 'not of anonymous callers');
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/pets/x' });
  const counted = 'deprecated_calls_total{operation="getPet",api_key_id="1"} 2';
  t.strictSame(await samples('deprecated_calls_total'), [counted]);
});

t.test('times the statements of requests by their result', async (t) => {
  const { database, send, value } = await openMeasured(t);
  const count = (result: string) =>
    value(`database_statement_duration_seconds_count{result="${result}"}`);
  await send({ url: '/v1/pets' });
  t.ok((await count('ok')) > 0);
  await database.client.$executeRaw`ALTER TABLE pets RENAME TO elsewhere`;
  t.equal((await send({ url: '/v1/pets' })).statusCode, 500);
  t.ok((await count('error')) > 0);
});

/** Runs Prometheus's own tool. @returns what it has written if it finds fault */
function promtool(command: string, input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', command.split(' '), { input });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

const NEEDS_PROMTOOL = { skip: unlessInstalled('promtool') };
const RULES = 'deploy/alerts.yaml';

/** What makes an alert fire, and how it is worded then. */
interface Firing {
  readonly labels: object;
  readonly summary: string;
  readonly series: Readonly<Record<string, string>>;
}

/** Makes a case of `promtool test rules`. */
function ruleTest([alertname, { labels, summary, series }]: [string, Firing]) {
  const runbook = `OPERATIONS.md#${alertname.toLowerCase()}`;
  const alert = { exp_labels: labels, exp_annotations: { summary, runbook } };
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      { eval_time: '20m', alertname },
      { eval_time: '55m', alertname, exp_alerts: [alert] },
    ],
  };
}

t.test('each alert fires, and is silent, when it should', NEEDS_PROMTOOL, async (t) => {
  t.equal(promtool(`check rules --lint=all --lint-fatal ${RULES}`), '');
  const [rules = '', table = '', operations, dashboard] = await Promise.all(
    [RULES, 'test/deploy/alerts.yaml', 'OPERATIONS.md', 'deploy/dashboard.json'].map((file) =>
      readFile(file, 'utf8'),
    ),
  );
  const alerts = rules.match(/(?<=alert: )\w+/g) ?? [];
  const firing: Readonly<Record<string, Firing>> = parse(table);
  t.strictSame(Object.keys(firing), alerts);
  const folder = await temporaryFolder(t);
  const tests = Object.entries(firing).map(ruleTest);
  const document = { rule_files: [resolve(RULES)], evaluation_interval: '1m', tests };
  await writeFile(join(folder, 'alerts.test.yaml'), JSON.stringify(document));
  t.equal(promtool(`test rules ${join(folder, 'alerts.test.yaml')}`), '');
  for (const alert of alerts) {
    t.match(operations, `<a id="${alert.toLowerCase()}"></a>\`${alert}\``);
    t.match(dashboard, `#${alert.toLowerCase()}"`);
  }
});

/** Each expression of the alerts and the dashboard, with the text that shows its labels. */
async function operatorsExpressions() {
  interface Shown {
    readonly expr: string;
    readonly annotations?: { readonly summary: string };
    readonly legendFormat?: string;
  }
  const rules: { groups: { rules: Shown[] }[] } = parse(await readFile(RULES, 'utf8'));
  const dashboard: { panels: { targets: Shown[] }[] } = JSON.parse(
    await readFile('deploy/dashboard.json', 'utf8'),
  );
  const all = [
    ...rules.groups.flatMap((group) => group.rules),
    ...dashboard.panels.flatMap((panel) => panel.targets),
  ];
  return all.map(({ expr, annotations, legendFormat }) => ({
    expression: expr,
    text: annotations?.summary ?? legendFormat ?? '',
  }));
}

const GROUPING_OR_MATCHERS = /\b(?:by|without)\s*\([^)]*\)|\{[^}]*\}/g;

/** Finds the metrics and labels in an expression of PromQL. */
function namedIn(expression: string) {
  const lists = expression.match(GROUPING_OR_MATCHERS) ?? [];
  const labels = lists.flatMap((list) => list.match(/\w+(?=[,)=]|!=)/g) ?? []);
  const rest = expression.replaceAll(GROUPING_OR_MATCHERS, '');
  return { labels, metrics: rest.match(/\b[a-z]\w*_\w+\b(?!\()/g) ?? [] };
}

/** Labels that Prometheus adds. */
const OF_PROMETHEUS = ['instance', 'job'];

/** Opens the service with all that it has metrics of. */
async function openComplete(t: Test) {
  const redis = await startRedis(t);
  const { url } = await openMigrated(t, 'postgresql');
  const store = await openMeasured(t, { DATABASE_URL: url, REDIS_URL: redis.url });
  const call = () => store.send({ url: '/v1/pets' });
  await call();
  await store.send({ url: '/v1/pets/1' });
  await store.send({ url: '/v1/pets', key: null });
  return { ...store, call, redis };
}

const NEEDS_ALL = { skip: NEEDS_POSTGRES.skip || NEEDS_REDIS.skip || NEEDS_PROMTOOL.skip };

t.test('has the metrics and labels that alerts, dashboard and table name', NEEDS_ALL, async (t) => {
  const { all } = await openComplete(t);
  const metrics = await all();
  t.equal(promtool('check metrics', metrics), '');
  const labelsOf = (metric: string) => {
    const [, found = ''] = new RegExp(`^${metric}(?:\\{(.*)\\})? `, 'm').exec(metrics) ?? [];
    return found.match(/\w+(?==")/g) ?? [];
  };
  for (const { expression, text } of await operatorsExpressions()) {
    const named = namedIn(expression);
    t.ok(named.metrics.length > 0, expression);
    for (const metric of named.metrics) t.match(metrics, new RegExp(`^${metric}[ {]`, 'm'), metric);
    const known: string[] = [...OF_PROMETHEUS, ...named.metrics.flatMap(labelsOf)];
    const shown = text.match(/(?<=\{\{ ?(?:\$labels\.)?)\w+/g) ?? [];
    for (const label of [...named.labels, ...shown]) t.ok(known.includes(label), label);
  }
  const listed = await readMetrics();
  for (const { name, labels } of listed) {
    const isHistogram = name.endsWith('_duration_seconds');
    t.strictSame(labelsOf(isHistogram ? `${name}_count` : name), labels, name);
  }
  const names = new Set(metrics.match(/(?<=^# TYPE )(?!nodejs_|process_)\w+/gm));
  const others = listed.map(({ name }) => name).filter((name) => !/^(nodejs|process)_/.test(name));
  t.strictSame(names, new Set(others), 'all are listed');
});

t.test('shows the pool of connections, and outages of Redis', NEEDS_ALL, async (t) => {
  const { all, call, database, redis, samples, value } = await openComplete(t);
  const pool = async () =>
    (await all()).match(/(?<=^database_pool_(size|used|waiting) )\d+/gm)?.join(' ');
  const lock = Promise.withResolvers<void>();
  const transaction = database.client.$transaction(() => lock.promise, { timeout: 600_000 });
  await eventually(t, pool, '10 1 0');
  lock.resolve();
  await transaction;
  await eventually(t, pool, '10 0 0');

  const isAvailable = async () => {
    await call();
    return (await samples('redis_available'))[0]?.split(' ')[1];
  };
  await eventually(t, isAvailable, '1');
  const outages = await value('redis_outages_total');
  await redis.kill();
  await eventually(t, isAvailable, '0');
  t.ok((await value('redis_outages_total')) > outages);
  t.equal(await value('counter_fallbacks_total'), await value('redis_outages_total'));
  await redis.start();
  await eventually(t, isAvailable, '1');
  for (const result of ['ok', 'error']) {
    const counted = await value(`redis_command_duration_seconds_count{result="${result}"}`);
    t.ok(counted > 0, result);
  }
});

t.test('the documented configuration of Prometheus is valid', NEEDS_PROMTOOL, async (t) => {
  const operations = await readFile('OPERATIONS.md', 'utf8');
  const [, config = ''] = /```yaml\n(rule_files:.*?)```/s.exec(operations) ?? [];
  t.match(config, 'port: 9464');
  t.match(await readFile('compose.yaml', 'utf8'), 'METRICS_PORT: "9464"');
  const folder = await temporaryFolder(t);
  await copyFile(RULES, join(folder, 'alerts.yaml'));
  await writeFile(join(folder, 'prometheus.yaml'), config);
  t.equal(promtool(`check config ${join(folder, 'prometheus.yaml')}`), '');
});
