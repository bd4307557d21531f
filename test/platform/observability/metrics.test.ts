// The metrics, and the alerts and dashboard that read them, with real Prometheus tools.

import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Registry } from '@prometheus-io/client';
import Fastify, { type FastifyRequest } from 'fastify';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { createObservedCalls } from '../../../src/platform/async/observed-calls.ts';
import { API_ERRORS } from '../../../src/platform/errors/catalogue.ts';
import { measureDatabase } from '../../../src/platform/observability/database-metrics.ts';
import { measureRequests } from '../../../src/platform/observability/request-metrics.ts';
import { openSample } from '../../helper.ts';
import { NEEDS_POSTGRES, openMigrated } from '../../support/both-databases.ts';
import { startCollector } from '../../support/collector.ts';
import { PROVIDER, temporaryFolder } from '../../support/databases.ts';
import { codeIn, codeSpansIn, sectionOf, tableOf } from '../../support/markdown.ts';
import {
  exchange,
  isServed,
  listen,
  openConnection,
  readResponses,
  requestText,
} from '../../support/raw-http.ts';
import { readAsSample } from '../../support/read-as-sample.ts';
import { NEEDS_REDIS, startRedis } from '../../support/redis.ts';
import { contract } from '../../support/sample-contract.ts';
import { unlessInstalled } from '../../support/scripts.ts';
import { freePort } from '../../support/servers/ports.ts';
import { launch } from '../../support/servers/process.ts';
import { eventually, until } from '../../support/until.ts';
import { responding, serve } from '../contract/made-up.ts';

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
  const store = await openSample(t, { ...SETTINGS, ...settings });
  return { ...store, ...readers(store.log) };
}

t.test('serves metrics on a port of their own', async (t) => {
  const { app, address } = await openMeasured(t, { HOST: '0.0.0.0' });
  t.equal(new URL(address).hostname, '127.0.0.1', 'by default on this machine only');
  const response = await fetch(address);
  t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const metrics = await response.text();
  // SQLite has no pool of connections.
  const unused = PROVIDER === 'sqlite' ? /redis|spans|pool/ : /redis|spans/;
  t.notMatch(metrics, unused, 'no metrics of what is not in use');
  const misnamed = /nodejs_active_\w+_total|nodejs_eventloop_utilization_/;
  t.notMatch(metrics, misnamed, 'nor what Prometheus would call otherwise');
  const versions = `version="1.0.0",revision="not built",node_version="${process.versions.node}"`;
  t.match(metrics, `sample_service_build_info{${versions}} 1\n`);
  t.equal((await app.inject('/metrics')).statusCode, 404, 'the API does not expose them');
  for (const path of ['/v1/widgets', '/healthz', '/docs']) {
    t.equal((await fetch(new URL(path, address))).status, 404);
  }
  const { port } = new URL(address);
  const message = new RegExp(`^METRICS_PORT ${port} of 127.0.0.1 is in use`);
  await t.rejects(openSample(t, { METRICS_PORT: port }), { message });
  await app.close();
  await t.rejects(fetch(address), 'it closes with the service');
  const elsewhere = await openMeasured(t, { METRICS_HOST: '::1' });
  t.equal(new URL(elsewhere.address).hostname, '[::1]');
  const { log } = await openSample(t, { LOG_LEVEL: 'info' });
  t.notMatch(log.join(''), 'Metrics', 'without METRICS_PORT there are none');
});

t.test('bounds the connections of its listener, and the requests of each', async (t) => {
  const { address, all } = await openMeasured(t);
  const port = Number(new URL(address).port);
  const { socket, closed } = await openConnection(t, port);
  socket.write('GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(100));
  await closed;
  const many = await Promise.all(Array.from({ length: 60 }, () => openConnection(t, port)));
  await until(() => many.filter(({ socket }) => !socket.closed).length === 50);
  const served = await Promise.all(many.map(isServed));
  t.equal(served.filter(Boolean).length, 50);
  t.match(await all(), 'process_cpu_seconds_total', 'idle connections give way');
});

t.test('its listener returns nothing of a request that it rejects', async (t) => {
  const { address } = await openMeasured(t);
  const port = Number(new URL(address).port);
  const secret = 'smp_0123456789';
  const get = (target: string, ...fields: string[]) => requestText('', 'GET', target, ...fields);
  const post = requestText('', 'POST', '/metrics', `Content-Type: ${secret}`, 'Content-Length: 1');
  for (const [request, status, code] of [
    [get(`/${secret}`), 404, 'path_not_found'],
    [get(`/metrics/${secret}`), 404, 'path_not_found'],
    [get(`/%${secret}`), 400, 'malformed_request'],
    [`${post}x`, 400, 'malformed_request'],
    [
      post.replace(secret, 'application/json').replace('/metrics', `/${secret}`) + secret,
      400,
      'malformed_request',
    ],
    [`GET /${secret} HTTP/9.9\r\n\r\n`, 505, 'http_version_not_supported'],
    [`${secret}\r\n\r\n`, 400, 'malformed_request'],
    [get('/', `X-Filler: ${secret.repeat(2_000)}`), 431, 'headers_too_large'],
  ] as const) {
    const received = await exchange(port, request, /\}$/);
    const [response] = readResponses(received);
    t.match([response?.statusCode, response?.body.code], [status, code], request.slice(0, 60));
    t.notMatch(received, 'smp_');
  }
});

t.test('counts and times requests by operation and status', async (t) => {
  const { app, send, samples, value } = await openMeasured(t);
  const startMs = performance.now();
  for (let i = 0; i < 3; i += 1) await send({ url: '/v1/widgets' });
  await send({ url: '/v1/widgets', method: 'HEAD' });
  await send({ url: '/v1/widgets', headers: { 'if-none-match': '*' } });
  await send({ url: '/v1/widgets', key: null });
  await send({ url: '/v1/widgets', method: 'POST', payload: { name: 'Bolt', groupId: 7 } });
  for (let i = 0; i < 20; i += 1) await send({ url: `/v1/${i}` });
  await app.inject('/healthz');
  t.strictSame((await samples('http_requests_total')).sort(), [
    'http_requests_total{operation="createWidget",status="201"} 1',
    'http_requests_total{operation="listWidgets",status="200"} 4',
    'http_requests_total{operation="listWidgets",status="304"} 1',
    'http_requests_total{operation="listWidgets",status="401"} 1',
    'http_requests_total{operation="none",status="200"} 1',
    'http_requests_total{operation="none",status="404"} 20',
  ]);
  const last = (part: string) => value(`http_request_duration_seconds_${part}`);
  t.equal(await last('count{operation="createWidget",status_class="2xx"}'), 1);
  t.equal(await last('count{operation="listWidgets",status_class="3xx"}'), 1);
  t.equal(await last('count{operation="listWidgets",status_class="4xx"}'), 1);
  const sumSeconds = await last('sum{operation="listWidgets",status_class="2xx"}');
  const tookSeconds = (performance.now() - startMs) / 1_000;
  t.ok(sumSeconds > 0 && sumSeconds <= tookSeconds, `${sumSeconds} of ${tookSeconds} s`);
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
  await send({ url: '/v1/widgets', key: null });
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/widgets/4711' });
  const port = await listen(app);
  await exchange(port, 'HELLO\r\n\r\n');
  for (const coding of ['chunked', 'gzip']) {
    const fields = ['Content-Type: application/json', `Transfer-Encoding: ${coding}`];
    await exchange(port, `${requestText(key, 'POST', '/v1/widgets', ...fields)}no chunk\r\n`);
  }
  t.equal(await value('bans_total'), 0);
  const limited = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/widgets', key: limited.key });
  clock.move(6);
  for (let i = 0; i < 4; i += 1) await send({ url: '/v1/widgets', key: limited.key });
  t.equal(await value('bans_total'), 1);
  const counted = await samples('http_errors_total');
  const found = new Set(counted.filter((sample) => !sample.endsWith(' 0')));
  const wanted = new Set([
    'http_errors_total{code="api_key_banned"} 2',
    'http_errors_total{code="api_key_missing"} 1',
    'http_errors_total{code="malformed_request"} 2',
    'http_errors_total{code="not_implemented"} 1',
    'http_errors_total{code="widget_not_found"} 2',
    'http_errors_total{code="rate_limit_exceeded"} 3',
  ]);
  t.strictSame(found, wanted);
});

t.test('counts calls of deprecated operations by key', async (t) => {
  const { send, samples } = await openMeasured(t);
  await send({ url: '/v1/widgets/x', key: null });
  await send({ url: '/v1/widgets?limit=x' });
  t.strictSame(await samples('deprecated_calls_total'), [], 'not of anonymous callers');
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/widgets/x' });
  const counted = 'deprecated_calls_total{operation="getWidget",api_key_id="1"} 2';
  t.strictSame(await samples('deprecated_calls_total'), [counted]);
});

t.test('gives a thousand keys a label of their own, and one to all others', async (t) => {
  const registry = new Registry();
  const apis = { contracts: [contract], errorCodes: API_ERRORS, noOperation: 'none' };
  const { countDeprecatedPart } = measureRequests(Fastify(), registry, apis);
  const operation = contract.findOperation('getWidget');
  const callOf = (apiKeyId: number) =>
    ({ operation, caller: { customer: { apiKeyId: BigInt(apiKeyId) } } }) as FastifyRequest;
  for (let id = 1; id <= 1_002; id += 1) countDeprecatedPart(callOf(id), 'query status');
  countDeprecatedPart(callOf(1_000), 'query status');
  const found = (await registry.metrics()).match(/(?<=api_key_id=").*$/gm) ?? [];
  t.strictSame(found.slice(-3), ['999"} 1', '1000"} 2', 'other"} 2']);
  t.equal(found.length, 1_001);
});

/** Each is two to three times the one before: dashboards and alerts interpolate between them. */
const BOUNDS = {
  // From requests of a fast handler to those that are cut off.
  http_request_duration_seconds: [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ],
  // From statements in memory to those that reach their time limit.
  database_statement_duration_seconds: [
    0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
  ],
};

t.test('histograms have the buckets that stored series were written with', async (t) => {
  const { all, send } = await openMeasured(t);
  await send({ url: '/v1/widgets' });
  const registry = new Registry();
  measureDatabase({ onStatement: () => undefined, adapter: {} }, registry);
  const metrics = (await all()) + (await registry.metrics());
  for (const [metric, bounds] of Object.entries(BOUNDS)) {
    const found = metrics.matchAll(new RegExp(`^${metric}_bucket\\{.*?le="([\\d.]+)"`, 'gm'));
    t.strictSame([...new Set([...found].map(([, bound]) => Number(bound)))], bounds, metric);
  }
});

t.test('measures in seconds', async (t) => {
  const handlers = { it: () => wait(50, { text: 'x' }) };
  const schema = { type: 'object', properties: { text: { type: 'string' } } };
  const paths = { '/x': { get: { operationId: 'it', ...responding(schema) } } };
  const { send, log } = await serve(t, paths, handlers, SETTINGS);
  const { value } = readers(log);
  const { observe, add } = createObservedCalls<string>();
  const registry = new Registry();
  measureDatabase({ onStatement: add, adapter: {} }, registry);
  const beganAtMs = performance.now();
  await send({ url: '/v1/x' });
  await observe('SELECT 1', () => wait(50));
  const tookSeconds = (performance.now() - beganAtMs) / 1_000;
  const [, ofStatement = ''] = /_sum\{.*\} (.*)/.exec(await registry.metrics()) ?? [];
  const ofRequest = 'http_request_duration_seconds_sum{operation="it",status_class="2xx"}';
  for (const seconds of [await value(ofRequest), Number(ofStatement)]) {
    // A timer may end a millisecond early.
    t.ok(seconds > 0.045 && seconds <= tookSeconds, `${seconds} of ${tookSeconds} s`);
  }
  const busySeconds = await value('nodejs_eventloop_active_seconds_total');
  const nowSeconds = performance.eventLoopUtilization().active / 1_000;
  t.ok(Math.abs(nowSeconds - busySeconds) < nowSeconds / 2, `${busySeconds} of ${nowSeconds} s`);
});

const TEXT = { type: 'string', maxLength: 9 };
const OLD = { ...TEXT, deprecated: true };
const closed = (properties: object) => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const branch = (kind: string, properties: object) => ({
  ...closed({ kind: { type: 'string', const: kind }, ...properties }),
  required: ['kind'],
});
const ENDING = {
  Cat: branch('Cat', { lives: OLD }),
  Dog: branch('Dog', { lives: TEXT }),
  Body: closed({
    size: { ...OLD, default: 'm' },
    owner: { allOf: [closed({ name: OLD, age: TEXT })], deprecated: false },
    tags: { type: 'array', maxItems: 3, items: closed({ name: OLD }) },
    widget: {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind' },
    },
  }),
};

t.test('counts who still sends a deprecated parameter or field', async (t) => {
  const parameters = [
    { name: 'old', in: 'query', deprecated: true, schema: { ...TEXT, default: 'a' } },
    { name: 'X-Old', in: 'header', deprecated: true, schema: TEXT },
    { name: 'new', in: 'query', schema: TEXT },
  ];
  const schema = { $ref: '#/components/schemas/Body' };
  const requestBody = { content: { 'application/json': { schema } } };
  const it = { operationId: 'it', parameters, requestBody, ...responding({ type: 'object' }) };
  const { send, createKey, log } = await serve(
    t,
    { '/x': { post: it } },
    { it: () => ({}) },
    SETTINGS,
    ENDING,
  );
  const { samples } = readers(log);
  const post = (payload: object | string, query = '', headers = {}) =>
    send({
      method: 'POST',
      url: `/v1/x${query}`,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const names = async () =>
    (await samples('deprecated_calls_total')).map((line) => line.replace(/^.*part=/, '')).sort();

  const plain = await post({
    owner: { age: 'a' },
    tags: [{}],
    widget: { kind: 'Dog', lives: 'a' },
  });
  await send({ method: 'POST', url: '/v1/x?new=a' });
  for (const odd of ['null', [], { owner: [], tags: { name: 'a' }, widget: null }]) await post(odd);
  t.same(await names(), [], 'a default is not sent, and another branch is not chosen');

  const old = { size: 's', owner: { name: 'a' }, tags: [{ name: 'a' }, { name: 'b' }] };
  const found = await post({ ...old, widget: { kind: 'Cat', lives: '9' } }, '?old=a', {
    'x-old': '',
  });
  t.equal(found.statusCode, 200, 'it works until it is removed');
  const announced = (headers: object) => Object.keys(headers).sort();
  t.same(announced(found.headers), announced(plain.headers), 'no header is about the operation');
  const other = await createKey();
  await send({ method: 'POST', url: '/v1/x?old=b', key: other.key });
  await send({ method: 'POST', url: '/v1/x?old=much too long', key: other.key });
  t.same(await names(), [
    '"body owner name",api_key_id="1"} 1',
    '"body size",api_key_id="1"} 1',
    '"body tags items name",api_key_id="1"} 1',
    '"body widget lives",api_key_id="1"} 1',
    '"header x-old",api_key_id="1"} 1',
    '"query old",api_key_id="1"} 1',
    '"query old",api_key_id="2"} 2',
  ]);
});

t.test('times the statements of requests by their result', async (t) => {
  const { alter, send, value } = await openMeasured(t);
  const count = (result: string) =>
    value(`database_statement_duration_seconds_count{result="${result}"}`);
  await send({ url: '/v1/widgets' });
  t.ok((await count('ok')) > 0);
  await alter('ALTER TABLE widgets RENAME TO elsewhere');
  t.equal((await send({ url: '/v1/widgets' })).statusCode, 500);
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

/** A test of `promtool test rules`, with one alert or all. */
interface RuleTest {
  readonly interval: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly object[];
}

/** An alert is silent while all is well, and fires when its own metrics get worse. */
function firingTest([alertname, { labels, summary, series }]: [string, Firing]): RuleTest {
  const runbook = `OPERATIONS.md#${alertname.toLowerCase()}`;
  const alert = { exp_labels: labels, exp_annotations: { summary, runbook } };
  return {
    interval: '1m',
    input_series: inputSeries(series),
    alert_rule_test: [
      { eval_time: '20m', alertname },
      { eval_time: '55m', alertname, exp_alerts: [alert] },
    ],
  };
}

/** An alert is silent when the metrics of another service get worse. */
function silentTest([alertname, { series }]: [string, Firing]): RuleTest {
  const well = { 'up{job="sample-service",instance="well"}': '1x60' };
  const ofOthers = inputSeries(series).map(({ series: name, values }) => {
    return { series: name.replace('job="sample-service"', 'job="another"'), values };
  });
  return {
    interval: '1m',
    input_series: [...ofOthers, ...inputSeries(well)],
    alert_rule_test: [{ eval_time: '55m', alertname }],
  };
}

function inputSeries(series: Firing['series']) {
  return Object.entries(series).map(([name, values]) => {
    const isOther = name.includes('{job=');
    return { series: isOther ? name : name.replace('{', '{job="sample-service",'), values };
  });
}

t.test('each alert fires, and is silent, when it should', NEEDS_PROMTOOL, async (t) => {
  t.equal(promtool(`check rules --lint=all --lint-fatal ${RULES}`), '');
  const [rules = '', table = '', operations = '', dashboard = ''] = await Promise.all(
    [RULES, 'test/deploy/alerts.yaml', 'OPERATIONS.md', 'deploy/dashboard.json'].map(readAsSample),
  );
  const alerts: readonly string[] = rules.match(/(?<=alert: )\w+/g) ?? [];
  const firing: Readonly<Record<string, Firing>> = parse(table);
  t.strictSame(Object.keys(firing), alerts);
  const folder = await temporaryFolder(t);
  const tests = Object.entries(firing).flatMap((one) => [firingTest(one), silentTest(one)]);
  await writeFile(join(folder, 'alerts.yaml'), rules);
  const document = { rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests };
  await writeFile(join(folder, 'alerts.test.yaml'), JSON.stringify(document));
  t.equal(promtool(`test rules ${join(folder, 'alerts.test.yaml')}`), '');
  t.strictSame(
    tableOf(operations, 'Alert', 'What to do').map(([cell]) => cell),
    alerts.map((alert) => `<a id="${alert.toLowerCase()}"></a>\`${alert}\``),
  );
  for (const alert of alerts) t.match(dashboard, `#${alert.toLowerCase()}"`);
});

/** Opens the service with all that it has metrics of. The collector takes none of its spans. */
async function openComplete(t: Test) {
  const { url: collector } = await startCollector(t, (response) => {
    response.writeHead(401).end();
  });
  const redis = await startRedis(t);
  const { url } = await openMigrated(t, 'postgresql');
  const store = await openMeasured(t, {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  });
  const call = () => store.send({ url: '/v1/widgets' });
  await call();
  await store.send({ url: '/v1/widgets/1' });
  await store.send({ url: '/v1/widgets', key: null });
  return { ...store, call, redis };
}

/** The rows of a table in OPERATIONS.md. */
async function documentedMetrics() {
  const operations = await readAsSample('OPERATIONS.md');
  return tableOf(operations, 'Metric', 'Labels', 'Shows').map(([metric = '', labels = '']) => {
    const [name = ''] = codeSpansIn(metric);
    return { name, labels: codeSpansIn(labels) };
  });
}

const NEEDS_STORES = { skip: NEEDS_POSTGRES.skip || NEEDS_REDIS.skip || NEEDS_PROMTOOL.skip };

/** The metrics of an instance that has called for all of them, and their labels. */
async function expectDocumented(t: Test, metrics: string) {
  t.equal(promtool('check metrics', metrics), '');
  const labelsOf = (metric: string) => {
    const [, found = ''] = new RegExp(`^${metric}(?:\\{(.*)\\})? `, 'm').exec(metrics) ?? [];
    return found.match(/\w+(?==")/g) ?? [];
  };
  const listed = await documentedMetrics();
  for (const { name, labels } of listed) {
    const isHistogram = name.endsWith('_duration_seconds');
    t.match(metrics, `\n# TYPE ${name} `);
    t.strictSame(labelsOf(isHistogram ? `${name}_count` : name), labels, name);
  }
  const names = new Set(metrics.match(/(?<=^# TYPE )(?!nodejs_|process_)\w+/gm));
  const others = listed.map(({ name }) => name).filter((name) => !/^(nodejs|process)_/.test(name));
  t.strictSame(names, new Set(others), 'all are listed');
}

t.test('shows the pool of connections, and outages of Redis', NEEDS_STORES, async (t) => {
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
  await redis.start();
  await eventually(t, isAvailable, '1');
  for (const result of ['ok', 'error']) {
    const counted = await value(`redis_command_duration_seconds_count{result="${result}"}`);
    t.ok(counted > 0, result);
  }
});

const NEEDS_ALL = { skip: NEEDS_STORES.skip || unlessInstalled('prometheus') };

interface Rule {
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

/** A result of Prometheus, which has labels. */
interface Result {
  readonly metric: Readonly<Record<string, string>>;
}

/**
 * Starts Prometheus with the documented configuration and the alerts, for an instance that it has
 * yet to discover. A minute lasts a second.
 */
async function startPrometheus(t: Test) {
  const folder = await temporaryFolder(t);
  const operations = await readAsSample('OPERATIONS.md');
  const [documented = ''] = codeIn('yaml', sectionOf(operations, 'Set up Prometheus and Grafana'));
  t.match(documented, 'port: 9464');
  t.match(await readFile('compose.yaml', 'utf8'), 'METRICS_PORT: "9464"');
  const inSeconds = (text: string) => text.replaceAll(/\b(\d+)m\b/g, '$1s');
  await writeFile(join(folder, 'alerts.yaml'), inSeconds(await readAsSample(RULES)));
  const [{ dns_sd_configs: names, ...job }] = parse(documented).scrape_configs;
  t.ok(names);
  const targets = join(folder, 'targets.json');
  const config = {
    ...parse(documented),
    global: { evaluation_interval: '200ms' },
    scrape_configs: [
      {
        ...job,
        scrape_interval: '200ms',
        scrape_timeout: '200ms',
        file_sd_configs: [{ files: [targets], refresh_interval: '1s' }],
      },
    ],
  };
  await writeFile(join(folder, 'documented.yaml'), documented);
  await writeFile(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  t.equal(promtool(`check config ${join(folder, 'documented.yaml')}`), '');
  const port = await freePort();
  const options = [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const prometheus = launch(['prometheus', ...options], { cwd: folder });
  t.teardown(() => prometheus.end('SIGKILL'));
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined);
    // While it starts, it responds with 503.
    return response?.ok ? (await response.json()).data : undefined;
  };
  return {
    discover: (instance: string) => writeFile(targets, JSON.stringify([{ targets: [instance] }])),
    async query(expression: string): Promise<readonly Result[]> {
      const data = await get(`query?query=${encodeURIComponent(expression)}`);
      return data?.result ?? [];
    },
    async isFiring(alertname: string): Promise<boolean> {
      const alerts = (await get('alerts'))?.alerts ?? [];
      return alerts.some(
        ({ labels, state }: { labels: object; state: string }) =>
          state === 'firing' && Object.values(labels).includes(alertname),
      );
    },
  };
}

/** What alerts ask of metrics, and what the dashboard shows, with the names of its labels. */
async function operatorsQueries() {
  const rules: { groups: { rules: Rule[] }[] } = parse(await readAsSample(RULES));
  const selected = rules.groups
    .flatMap((group) => group.rules)
    .flatMap(({ expr, annotations: { summary } }) =>
      (expr.match(/\w+\{[^}]*\}/g) ?? []).map((selector) => ({
        expression: selector,
        labels: summary.match(/(?<=\{\{ \$labels\.)\w+/g) ?? [],
      })),
    );
  const dashboard: { panels: { targets: { expr: string; legendFormat: string }[] }[] } = JSON.parse(
    await readAsSample('deploy/dashboard.json'),
  );
  const shown = dashboard.panels
    .flatMap(({ targets }) => targets)
    .map(({ expr, legendFormat }) => ({
      expression: expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '10s'),
      labels: legendFormat.match(/(?<=\{\{)\w+/g) ?? [],
    }));
  for (const { expression } of [...selected, ...shown]) t.match(expression, 'job="sample-service"');
  return [...selected, ...shown];
}

t.test('a real Prometheus finds every metric, panel and alert', NEEDS_ALL, async (t) => {
  const { app, address, all, call, alter } = await openComplete(t);
  await alter('ALTER TABLE widgets RENAME TO elsewhere');
  t.equal((await call()).statusCode, 500);
  await alter('ALTER TABLE elsewhere RENAME TO widgets');
  t.equal((await call()).statusCode, 200);
  await expectDocumented(t, await all());

  const prometheus = await startPrometheus(t);
  await until(() => prometheus.isFiring('SampleServiceAbsent'));
  await prometheus.discover(new URL(address).host);
  const found = [{ expression: 'spans_lost_total > 0', labels: [] }, ...(await operatorsQueries())];
  for (const { expression, labels } of found) {
    const hasResult = async () => {
      const [result] = await prometheus.query(expression);
      return result !== undefined && labels.every((label) => result.metric[label]);
    };
    await until(hasResult, `${expression} has ${labels}`);
  }
  await until(async () => !(await prometheus.isFiring('SampleServiceAbsent')));
  // On a busy machine, it may have got no response in time before.
  await until(async () => !(await prometheus.isFiring('SampleServiceDown')));
  await app.close();
  await until(() => prometheus.isFiring('SampleServiceDown'));
});
