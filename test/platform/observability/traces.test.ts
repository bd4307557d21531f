// What a collector of OpenTelemetry receives. A store sends the last of it when it is closed.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { ClientRequest, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { createClosing } from '../../../src/platform/async/closing.ts';
import { openTracer } from '../../../src/platform/observability/trace-export.ts';
import { openSample, type Sample } from '../../helper.ts';
import { NEEDS_POSTGRES, openMigrated } from '../../support/both-databases.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../../support/collector.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { generateApiKey } from '../../support/key-rules.ts';
import { listen, openConnection, requestText } from '../../support/raw-http.ts';
import { NEEDS_REDIS, startRedis } from '../../support/redis.ts';
import { contract } from '../../support/sample-contract.ts';
import { until } from '../../support/until.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SAMPLED = `00-${TRACE}-${CALLER}-01`;
const NOT_SAMPLED = `00-${TRACE}-${CALLER}-00`;
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];
const ERROR = 2;
const WIDGET = { name: 'Bolt', groupId: 7 };

interface TracedStore extends Sample {
  readonly collector: Collector;
  /** Closes the store. Returns all spans. */
  spans(): Promise<readonly ReceivedSpan[]>;
}

async function openTraced(
  t: Test,
  settings: Record<string, string> = {},
  collector?: Collector,
): Promise<TracedStore> {
  const sink = collector ?? (await startCollector(t));
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, LOG_LEVEL: 'info' };
  const store = await openSample(t, { ...endpoint, ...settings });
  const spans = async () => {
    await store.app.close();
    return sink.spans;
  };
  return { ...store, collector: sink, spans };
}

function only(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const [span, ...others] = spans.filter((one) => one.name === name);
  if (!span || others.length > 0) {
    throw new Error(`one ${name} among ${spans.map((one) => one.name).join(', ')}`);
  }
  return span;
}

const namesOf = (spans: readonly ReceivedSpan[]) => spans.map(({ name }) => name).sort();
const readLog = (store: Sample) => store.log.map((line) => JSON.parse(line));

/** Whether one span was open for all of the time that another was. */
function contains(outer: ReceivedSpan, inner: ReceivedSpan): boolean {
  const starts = BigInt(outer.startTimeUnixNano) <= BigInt(inner.startTimeUnixNano);
  return starts && BigInt(inner.endTimeUnixNano) <= BigInt(outer.endTimeUnixNano);
}

t.test('a request is a span in the trace of its caller, above what it waited for', async (t) => {
  const store = await openTraced(t);
  const beganAtMs = Date.now();
  const headers = { traceparent: SAMPLED, tracestate: 'vendor=1' };
  await store.send({ url: '/v1/widgets?limit=5', headers });
  const endedAtMs = Date.now();
  const spans = await store.spans();
  const request = only(spans, 'GET /v1/widgets');
  t.match(request, {
    traceId: TRACE,
    parentSpanId: CALLER,
    traceState: 'vendor=1',
    kind: SERVER,
    status: { code: 0 },
  });
  t.strictSame(request.attributes, {
    'http.request.method': 'GET',
    'http.route': '/v1/widgets',
    'http.response.status_code': 200,
    'url.path': '/v1/widgets',
    'url.scheme': 'http',
  });
  // The clock may have been corrected a little since this process began.
  t.ok(Number(request.startTimeUnixNano) / 1e6 >= beganAtMs - 10);
  t.ok(Number(request.endTimeUnixNano) / 1e6 <= endedAtMs + 10);
  t.strictSame(namesOf(spans), [
    'GET /v1/widgets',
    'SELECT api_keys',
    'SELECT day_usages',
    'SELECT widgets',
    'look up API key',
  ]);
  for (const span of spans) {
    if (span === request) continue;
    t.match(span, { traceId: TRACE, parentSpanId: request.spanId }, span.name);
    t.equal(span.kind, span.name.startsWith('look') ? INTERNAL : CLIENT);
    t.ok(contains(request, span), span.name);
  }
  t.ok(contains(only(spans, 'look up API key'), only(spans, 'SELECT api_keys')));
  t.match(only(spans, 'SELECT widgets').attributes, {
    'db.system.name': store.database.provider,
    'db.operation.name': 'SELECT',
    'db.collection.name': 'widgets',
  });
  t.match(store.collector.resources[0], {
    'service.name': 'sample-service',
    'service.version': '1.0.0',
    'host.name': hostname(),
    'process.pid': process.pid,
  });
  t.equal(store.collector.requests[0]?.path, '/v1/traces');
});

t.test('the span of a response without a body is no error', async (t) => {
  const store = await openTraced(t);
  const headers = { traceparent: SAMPLED, 'if-none-match': '*' };
  t.equal((await store.send({ url: '/v1/widgets', headers })).statusCode, 304);
  t.match(only(await store.spans(), 'GET /v1/widgets'), {
    status: { code: 0 },
    attributes: { 'http.response.status_code': 304 },
  });
});

t.test('a span has the table of its statement, also within a transaction', async (t) => {
  const store = await openTraced(t);
  const { key } = await store.createKey({ scopes: contract.scopes });
  const headers = { traceparent: SAMPLED };
  const url = '/v1/account/keys';
  const payload = { name: 'Deployment' };
  const creation = await store.send({ method: 'POST', url, key, headers, payload });
  const { location } = creation.headers;
  t.equal(creation.statusCode, 201);
  t.equal((await store.send({ url, key, headers })).statusCode, 200);
  await store.alter('ALTER TABLE key_events RENAME TO elsewhere');
  const created = { method: 'DELETE', url: String(location), key, headers } as const;
  t.equal((await store.send(created)).statusCode, 500);
  const spans = await store.spans();
  const statements = (request: string) => {
    const { spanId } = only(spans, request);
    const own = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
    const names = own.map(({ name }) => name);
    // The look-up of its key may end last, where that is due again.
    return names.at(-1) === 'SELECT api_keys' && names.includes('BEGIN')
      ? names.slice(0, -1)
      : names;
  };
  const create = statements('POST /v1/account/keys');
  t.ok(create.indexOf('BEGIN') < create.indexOf('INSERT api_keys'), create.join());
  t.ok(create.includes('INSERT key_events'));
  t.equal(create.at(-1), 'COMMIT');
  t.equal(statements('DELETE /v1/account/keys/{keyId}').at(-1), 'ROLLBACK');
  const list = statements('GET /v1/account/keys');
  t.ok(list.includes('SELECT api_keys'));
  t.notOk(list.includes('SELECT key_usages'), 'a column is not its table');
});

t.test('every line of a request has the ids of its span, a caller or not', async (t) => {
  const store = await openTraced(t, { OTEL_SERVICE_NAME: 'shop' });
  await store.alter('ALTER TABLE widgets RENAME TO elsewhere');
  await store.send({ url: '/v1/widgets', headers: { traceparent: SAMPLED } });
  await store.send({ url: '/v1/nothing' });
  const spans = await store.spans();
  const failed = only(spans, 'GET /v1/widgets');
  const unknown = only(spans, 'GET');
  const lines = readLog(store).filter((line) => line['sample_service.request.id']);
  const traced = { trace_id: TRACE, span_id: failed.spanId, trace_flags: '01' };
  t.match(lines, [
    { severity_text: 'ERROR', ...traced, parent_span_id: CALLER },
    { severity_text: 'INFO', ...traced, parent_span_id: CALLER },
    { trace_id: unknown.traceId, span_id: unknown.spanId, trace_flags: '01' },
  ]);
  t.notOk('parent_span_id' in lines[2]);
  t.notOk(unknown.parentSpanId);
  t.equal(store.collector.resources[0]?.['service.name'], 'shop');
});

t.test('an error sets the status, a rejection does not', async (t) => {
  const store = await openTraced(t);
  await store.send({ url: '/v1/widgets', key: null });
  await store.alter('ALTER TABLE widgets RENAME TO elsewhere');
  await store.send({ url: '/v1/widgets/7' });
  await store.alter('ALTER TABLE api_keys RENAME TO nowhere');
  const authorization = `Bearer ${generateApiKey()}`;
  await store.app.inject({ url: '/v1/shipments', headers: { authorization } });
  const spans = await store.spans();
  const lookUps = spans.filter(({ name }) => name === 'look up API key');
  t.match(lookUps, [{ status: { code: 0 } }, { status: { code: ERROR } }]);
  const rejected = only(spans, 'GET /v1/widgets');
  t.match(rejected, { status: { code: 0 }, attributes: { 'http.response.status_code': 401 } });
  t.notOk('error.type' in rejected.attributes);
  t.match(only(spans, 'GET /v1/widgets/{widgetId}'), {
    status: { code: ERROR },
    attributes: {
      'http.response.status_code': 500,
      'error.type': 'internal_error',
    },
  });
  t.match(only(spans, 'SELECT widgets'), {
    status: { code: ERROR },
    attributes: {
      'error.type': store.database.provider === 'sqlite' ? 'SQLITE_ERROR' : '42P01',
    },
  });
});

t.test('a request that is aborted has its cause, and no status that nobody received', async (t) => {
  const store = await openTraced(t);
  const port = await listen(store.app);
  const begun = once(store.app.server, 'request');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const fields = `host: a\r\nauthorization: Bearer ${store.key}\r\ncontent-length: 30\r\n`;
  const type = 'content-type: application/json\r\n\r\n{';
  socket.write(`POST /v1/widgets HTTP/1.1\r\ntraceparent: ${SAMPLED}\r\n${fields}${type}`);
  await begun;
  socket.resetAndDestroy();
  await until(() => readLog(store).some(({ body }) => body === 'request aborted'));
  const span = only(await store.spans(), 'POST /v1/widgets');
  t.match(span, { status: { code: ERROR }, attributes: { 'error.type': 'client_disconnected' } });
  t.notOk('http.response.status_code' in span.attributes);
});

t.test('has nothing that a caller may have pasted', async (t) => {
  const store = await openTraced(t, { CORS_ORIGINS: '*' });
  const keys = [store.key, generateApiKey(), 'not-a-key'];
  const secret = { 'x-secret': 'not-to-be-sent', cookie: 'not-to-be-sent', 'user-agent': 'Curl' };
  const remoteAddress = '192.0.2.7';
  for (const key of keys) {
    await store.send({ url: `/v1/widgets?key=${key}`, key, headers: secret, remoteAddress });
    const headers = { authorization: `Bearer ${key}` };
    await store.app.inject({ url: `/v1/${key}/7`, headers, remoteAddress });
    await store.app.inject({ url: `/v1/widgets/${key}#${key}`, headers, remoteAddress });
    const state = { traceparent: SAMPLED, tracestate: `a=1,b=${key.replace('not-a-key', '2')}` };
    await store.send({ url: '/v1/widgets', headers: state, remoteAddress });
    await store.app.inject({
      url: `/${key}`,
      headers: { ...headers, host: `${key} ${key}` },
      remoteAddress,
    });
  }
  const spans = await store.spans();
  const paths = [...new Set(spans.map(({ attributes }) => attributes['url.path']))];
  t.ok(paths.includes('/v1/widgets'));
  t.ok(paths.includes('/v1/widgets/REDACTED'));
  t.ok(paths.includes('/REDACTED/REDACTED/7'));
  const all = JSON.stringify([spans, store.collector.resources]);
  const texts = [...keys, ...keys.map((key) => key.slice(4, 20)), 'not-to-be-sent', remoteAddress];
  for (const text of [...texts, 'Curl', 'Bolt']) t.notOk(all.includes(text), text);
});

t.test('a call of a tool is in the trace of its caller', async (t) => {
  const store = await openTraced(t, { TRUST_PROXY: 'loopback' });
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listWidgets' } };
  const response = await store.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: message,
    headers: {
      authorization: `Bearer ${store.key}`,
      accept: 'application/json, text/event-stream',
      traceparent: SAMPLED,
      tracestate: 'vendor=1',
      'x-forwarded-proto': 'https',
    },
  });
  t.equal(response.statusCode, 200);
  t.match(only(await store.spans(), 'GET /v1/widgets'), {
    traceId: TRACE,
    parentSpanId: CALLER,
    traceState: 'vendor=1',
    attributes: { 'url.scheme': 'https' },
  });
});

t.test('probes are not traced', async (t) => {
  const store = await openTraced(t);
  for (const url of ['/healthz', '/readyz']) {
    await store.app.inject({ url, headers: { traceparent: SAMPLED } });
  }
  t.strictSame(await store.spans(), []);
});

/** Adds widgets at the same time. @returns the spans of the inserts */
async function addTogether(t: Test, settings?: Record<string, string>) {
  const store = await openTraced(t, settings);
  // So that nobody waits for a key.
  await store.send({ url: '/v1/widgets', headers: { traceparent: NOT_SAMPLED } });
  const create = (i: number) =>
    store.send({
      method: 'POST',
      url: '/v1/widgets',
      payload: WIDGET,
      // The first one is not recorded, and counts as nobody.
      headers: i === 0 ? { traceparent: NOT_SAMPLED } : {},
    });
  await Promise.all(Array.from({ length: 20 }, (_, i) => create(i)));
  const spans = await store.spans();
  const requests = spans.filter(({ name }) => name === 'POST /v1/widgets');
  const inserts = spans.filter(({ name }) => name === 'INSERT widgets');
  t.equal(requests.length, 19);
  t.equal(inserts.length, 19);
  expectOwn(t, inserts, requests);
  return inserts;
}

t.test('each request of a batch of inserts shows its own', async (t) => {
  await addTogether(t);
});

t.test('so it does on PostgreSQL, which names its server', NEEDS_POSTGRES, async (t) => {
  const { url } = await openMigrated(t, 'postgresql');
  const [insert] = await addTogether(t, { DATABASE_URL: url });
  const { hostname, port, pathname } = new URL(url);
  t.match(insert?.attributes, {
    'db.system.name': 'postgresql',
    'db.namespace': pathname.slice(1),
    'server.address': hostname,
    'server.port': Number(port),
  });
});

/** Each request has one of the statements as a child. */
function expectOwn(
  t: Test,
  statements: readonly ReceivedSpan[],
  requests: readonly ReceivedSpan[],
) {
  for (const request of requests) {
    const own = statements.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    t.equal(own.length, 1);
    for (const one of own) t.ok(one.traceId === request.traceId && contains(request, one));
  }
}

t.test('one look-up of several keys is in one trace, and a step of each request', async (t) => {
  const store = await openTraced(t);
  const keys = await Promise.all(
    Array.from({ length: 4 }, async () => (await store.createKey()).key),
  );
  const callAll = () => Promise.all(keys.map((key) => store.send({ url: '/v1/widgets', key })));
  // However long their spans take, the keys stay in use.
  store.clock.stop();
  // Known keys wait for no place.
  await callAll();
  // By then they have to be looked up again.
  const sent = () => store.collector.spans.filter(({ name }) => name === 'GET /v1/widgets');
  await until(() => sent().length === keys.length, 'their spans were sent');
  store.clock.move(1);
  store.collector.spans.splice(0);
  await callAll();
  const recent = await store.spans();
  const statements = recent.filter(({ name }) => name === 'SELECT api_keys');
  const requests = recent.filter(({ name }) => name === 'GET /v1/widgets');
  t.equal(statements.length, 1);
  t.equal(requests.length, 4);
  const lookUps = recent.filter(({ name }) => name === 'look up API key');
  t.strictSame(
    new Set(lookUps.map((one) => one.parentSpanId)),
    new Set(requests.map(({ spanId }) => spanId)),
    'each shows how long it waited',
  );
});

t.test('a span lasts as long as its request, whatever the clock is set to', async (t) => {
  const store = await openTraced(t);
  const port = await listen(store.app);
  const body = JSON.stringify(WIDGET);
  const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const head = requestText(store.key, 'POST', '/v1/widgets', ...fields, 'Connection: close');
  const { socket, closed } = await openConnection(t, port);
  const begun = once(store.app.server, 'request');
  socket.write(head);
  await begun;
  store.clock.set(-3_600);
  socket.write(body);
  await closed;
  await store.send({ url: '/v1/widgets' });
  const spans = await store.spans();
  const request = only(spans, 'POST /v1/widgets');
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  t.ok(steps.length > 1);
  for (const step of steps) t.ok(contains(request, step), step.name);
  const nextMs = Number(only(spans, 'GET /v1/widgets').startTimeUnixNano) / 1e6;
  t.ok(Math.abs(nextMs - store.clock.wallMs()) < 60_000, 'the next one begins by the new time');
});

t.test('the time of day moves no span by 5 ms, which is how exact it may be', async (t) => {
  const store = await openTraced(t);
  store.clock.stop();
  const beganAtMs = store.clock.wallMs();
  for (const bySeconds of [0, 0.005, 0.001]) {
    store.clock.set(bySeconds);
    await store.send({ url: '/v1/nothing', key: null });
  }
  const starts = (await store.spans()).map((span) =>
    Number(BigInt(span.startTimeUnixNano) / 1_000n),
  );
  t.strictSame(
    starts,
    [0, 0, 6].map((movedMs) => (beganAtMs + movedMs) * 1_000),
  );
});

t.test('statements that a request waits for after its body are its own', async (t) => {
  const store = await openTraced(t);
  const port = await listen(store.app);
  const body = JSON.stringify(WIDGET);
  const type = 'Content-Type: application/json';
  const fields = [type, `Content-Length: ${body.length}`, 'Connection: close'];
  const head = requestText(store.key, 'POST', '/v1/widgets', ...fields);
  const open = () => openConnection(t, port);
  const connections = await Promise.all([open(), open(), open()]);
  let begun = 0;
  store.app.server.on('request', () => {
    begun += 1;
  });
  for (const { socket } of connections) socket.write(head);
  await until(() => begun === 3, 'their bodies are missing');
  for (const { socket } of connections) socket.write(body);
  await Promise.all(connections.map(({ closed }) => closed));
  const spans = await store.spans();
  const requests = spans.filter(({ name }) => name === 'POST /v1/widgets');
  const inserts = spans.filter(({ name }) => name === 'INSERT widgets');
  t.equal(requests.length, 3);
  expectOwn(t, inserts, requests);
});

for (const [share, least, most] of [
  ['0', 0, 0],
  ['0.2', 1, 150],
  ['1', 200, 200],
] as const) {
  t.test(`of requests without a trace ${share} are recorded`, async (t) => {
    const store = await openTraced(t, { OTEL_TRACES_SAMPLER_ARG: share });
    for (let i = 0; i < 200; i += 1) await store.send({ url: '/v1/nothing' });
    await store.send({ url: '/v1/widgets/1', headers: { traceparent: SAMPLED } });
    await store.send({ url: '/v1/widgets/2', headers: { traceparent: NOT_SAMPLED } });
    const spans = await store.spans();
    const recorded = spans.filter(({ name }) => name === 'GET').length;
    t.ok(recorded >= least && recorded <= most, `${recorded} of 200`);
    t.ok(only(spans, 'GET /v1/widgets/{widgetId}').attributes['url.path'] === '/v1/widgets/1');
    const lines = readLog(store).filter(({ body }) => body === 'request completed');
    t.equal(new Set(lines.map((line) => line.span_id)).size, 202, 'each has an id');
    const flagged = lines.filter((line) => line.trace_flags === '01').length;
    t.equal(flagged, recorded + 1);
    t.match(lines.at(-1), { trace_id: TRACE, parent_span_id: CALLER, trace_flags: '00' });
  });
}

t.test('counting in Redis is a step of a request, its outage an error', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const store = await openTraced(t, { REDIS_URL: redis.url, METRICS_PORT: '0' });
  await Promise.all([0, 1, 2].map(() => store.send({ url: '/v1/widgets' })));
  await redis.kill();
  await until(async () => {
    await store.send({ url: '/v1/nothing' });
    return readLog(store).some(({ body }) => body.startsWith('Redis is unavailable'));
  });
  const spans = await store.spans();
  const requests = spans.filter(({ name }) => name === 'GET /v1/widgets');
  t.equal(requests.length, 3);
  for (const { spanId } of requests) {
    const counts = spans.filter((one) => one.name === 'EVALSHA' && one.parentSpanId === spanId);
    t.equal(counts.length, 1);
    t.match(counts[0], {
      kind: CLIENT,
      attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
    });
  }
  const failed = spans.find(({ name, status }) => name === 'EVALSHA' && status.code === ERROR);
  t.match(failed?.attributes, { 'error.type': 'unavailable' });
});

t.test('sends headers, with what their file holds at the time', async (t) => {
  const path = join(await temporaryFolder(t), 'headers');
  await writeFile(path, 'Api-Key=old\n');
  const store = await openTraced(t, { OTEL_EXPORTER_OTLP_HEADERS_FILE: path });
  await writeFile(path, 'Api-Key=a%2Cb, x-tenant = shop\n');
  await store.send({ url: '/v1/nothing' });
  await store.spans();
  t.match(store.collector.requests.at(-1)?.headers, { 'api-key': 'a,b', 'x-tenant': 'shop' });
  t.notMatch(store.log.join(''), /a%2Cb|a,b|Api-Key=/i);
});

const lossLines = (store: Sample) => readLog(store).filter(({ body }) => body === 'spans are lost');
const countLost = (store: Sample) =>
  lossLines(store).reduce((sum, line) => sum + line['sample_service.count'], 0);

/** Responses that never come. */
const hanging: ServerResponse[] = [];

const FAILING: Record<string, (response: ServerResponse) => void> = {
  hangs: (response) => void hanging.push(response),
  refuses: (response) => void response.writeHead(401).end('who are you?'),
  'is overloaded': (response) => void response.writeHead(503).end(),
  dies: (response) => void response.destroy(),
};

t.test('a collector that fails costs requests nothing, and the log one line', async (t) => {
  // At the same time, since most of it is waiting.
  await Promise.all(
    Object.entries(FAILING).map(([how, respond]) => expectOneLine(t, how, respond)),
  );
});

async function expectOneLine(t: Test, how: string, respond: (response: ServerResponse) => void) {
  const collector = await startCollector(t, respond);
  const secret = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=not-to-be-logged' };
  const store = await openTraced(t, secret, collector);
  const call = async () => {
    for (let i = 0; i < 3; i += 1) {
      t.equal((await store.send({ url: '/v1/widgets', key: null })).statusCode, 401, how);
    }
  };
  await call();
  await until(() => collector.requests.length > 0, 'spans were sent');
  t.equal(collector.requests[0]?.headers['api-key'], 'not-to-be-logged');
  await call();
  await store.app.close();
  // A stop gives up before the exporter does, which would close the connection.
  if (how === 'hangs') t.equal(hanging.at(-1)?.closed, false);
  const lines = lossLines(store);
  t.ok(lines.length >= 1 && lines.length <= 2, `${how}: ${lines.length} lines`);
  t.match(lines[0], { severity_text: 'WARN', 'exception.message': /./ }, how);
  t.equal(countLost(store), 6, `${how}: how many are lost`);
  t.notMatch(store.log.join(''), 'not-to-be-logged', how);
  // What the exporter would still repeat is not waited for.
  collector.close();
}

t.test('a response that never ends delays further spans for a few seconds', async (t) => {
  const collector = await startCollector(t, (response) => {
    const timer = setInterval(() => response.write(' '), 100).unref();
    response.once('close', () => clearInterval(timer));
  });
  const store = await openTraced(t, {}, collector);
  await store.send({ url: '/v1/widgets/1' });
  await until(() => collector.requests.length > 0, 'spans were sent');
  collector.state.respond = (response) => void response.end('{}');
  await store.send({ url: '/v1/nothing', key: null });
  await until(() => collector.spans.some(({ name }) => name === 'GET'), 'spans are sent again');
  await until(() => countLost(store) > 0, 'those without a whole response count as lost');
});

t.test('spans that a collector rejects although it responds 200 are lost', async (t) => {
  for (const rejectedSpans of ['1', 1]) {
    const body = JSON.stringify({ partialSuccess: { rejectedSpans, errorMessage: 'quota' } });
    const collector = await startCollector(t, (response) => void response.end(body));
    const store = await openTraced(t, {}, collector);
    await store.send({ url: '/v1/nothing' });
    await store.spans();
    await until(() => countLost(store) === 1, 'it is counted');
    t.match(lossLines(store)[0], {
      'exception.message': /"rejectedSpans":"?1"?,"errorMessage":"quota"/,
      'sample_service.count': 1,
    });
  }
});

t.test('a collector that warns, or is none, is logged', async (t) => {
  for (const body of ['{"partialSuccess":{"errorMessage":"soon full"}}', '<html>']) {
    const collector = await startCollector(t, (response) => void response.end(body));
    const store = await openTraced(t, {}, collector);
    await store.send({ url: '/v1/nothing' });
    await store.spans();
    const [line] = readLog(store).filter((one) => one.body === 'spans may be lost');
    t.match(line?.['exception.message'], /"soon full"|"<html>" is not valid JSON/);
    t.equal(countLost(store), 0);
  }
});

/** Opens a tracer without a service. Spans are sent when its timers are told that time passes. */
async function openOwnTracer(t: Test, path = '') {
  const collector = await startCollector(t);
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const intervals: Record<string, unknown> = {};
  const closing = createClosing();
  const { tracer, lostSpans } = openTracer(Fastify(), {
    endpoint: collector.url + path,
    headers: undefined,
    serviceName: 'shop',
    scope: { title: 'Shop', version: '1.0.0' },
    share: 1,
    createFailureLog(message, _level, intervalMs) {
      intervals[message] = intervalMs;
      return () => undefined;
    },
    closing,
  });
  t.teardown(() => {
    mock.timers.reset();
    return closing.close();
  });
  return { collector, tracer, lostSpans, intervals, closing };
}

t.test('spans are sent once a second, and losses are logged once a minute', async (t) => {
  const { collector, tracer, intervals } = await openOwnTracer(t);
  t.strictSame(intervals, { 'spans are lost': 60_000, 'spans may be lost': 60_000 });
  tracer.startSpan('first').end();
  mock.timers.tick(900);
  await nextTick();
  tracer.startSpan('second').end();
  mock.timers.tick(100);
  mock.timers.reset();
  await until(() => collector.spans.length > 0);
  t.strictSame(namesOf(collector.spans), ['first', 'second'], 'together');
});

t.test('a response that does not end in time counts as none', async (t) => {
  const { collector, tracer, lostSpans } = await openOwnTracer(t);
  collector.state.respond = () => undefined;
  tracer.startSpan('x').end();
  mock.timers.tick(1_000);
  while (collector.requests.length === 0) await nextTick();
  for (const [passedMs, lost] of [
    [5_000, 0],
    [1_000, 1],
  ] as const) {
    mock.timers.tick(passedMs);
    for (let i = 0; i < 5; i += 1) await nextTick();
    t.equal(lostSpans(), lost);
  }
  collector.close();
});

t.test('a stop waits two seconds for a collector, and counts what it has not got', async (t) => {
  const { collector, tracer, lostSpans, closing } = await openOwnTracer(t);
  collector.state.respond = () => undefined;
  for (let i = 0; i < 3; i += 1) tracer.startSpan('x').end();
  let isClosed = false;
  const closed = closing.close().then(() => {
    isClosed = true;
  });
  while (collector.requests.length === 0) await nextTick();
  for (const [passedMs, expected] of [
    [1_999, false],
    [1, true],
  ] as const) {
    mock.timers.tick(passedMs);
    for (let i = 0; i < 9; i += 1) await nextTick();
    t.equal(isClosed, expected);
  }
  await closed;
  t.equal(lostSpans(), 3);
  collector.close();
});

t.test('a collector is asked at its path, and for five seconds without a byte', async (t) => {
  const limits = mock.method(ClientRequest.prototype, 'setTimeout');
  t.teardown(() => limits.mock.restore());
  const { collector, tracer } = await openOwnTracer(t, '/');
  tracer.startSpan('x').end();
  mock.timers.tick(1_000);
  while (collector.requests.length === 0) await nextTick();
  t.equal(collector.requests[0]?.path, '/v1/traces', 'with one slash');
  t.strictSame(
    limits.mock.calls.map(({ arguments: [ms] }) => ms),
    [5_000],
  );
});

t.test('no collector rejects more spans than can wait for it', async (t) => {
  const { collector, tracer, lostSpans } = await openOwnTracer(t);
  const body = JSON.stringify({ partialSuccess: { rejectedSpans: '1000000000000' } });
  collector.state.respond = (response) => void response.end(body);
  tracer.startSpan('x').end();
  mock.timers.tick(1_000);
  mock.timers.reset();
  await until(() => lostSpans() > 0);
  t.equal(lostSpans(), 4_096);
});

t.test('4,096 spans wait for a collector, and no more', async (t) => {
  const { tracer, lostSpans } = await openOwnTracer(t);
  const lostOf: number[] = [];
  for (const count of [4_096, 100]) {
    for (let i = 0; i < count; i += 1) tracer.startSpan('x').end();
    lostOf.push(lostSpans());
  }
  t.strictSame(lostOf, [0, 100]);
});

t.test('a flood keeps a bounded number of spans, and says how many are lost', async (t) => {
  const collector = await startCollector(t, () => undefined);
  const store = await openTraced(t, { LOG_LEVEL: 'warn' }, collector);
  const requests = 5_200;
  for (let i = 0; i < requests; i += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () => store.app.inject({ url: '/docs/nothing' })),
    );
  }
  await until(() => lossLines(store).length > 0, 'losses are logged');
  // On a slow machine the exporter gives up before the flood has filled the queue.
  const expected = /^(?:Too many spans wait for the collector\.|Request timed out)$/;
  t.match(lossLines(store)[0]?.['exception.message'], expected);
  await store.app.close();
  t.equal(countLost(store), requests);
  collector.close();
});
