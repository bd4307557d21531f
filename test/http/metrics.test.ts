import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import t from 'tap';
import { startMetricsListener } from '../../src/http/metrics-listener.ts';
import { createApiKey, hashApiKey } from '../../src/keys/api-key.ts';
import { contractOf, responding } from '../contract/made-up.ts';
import { openStore, type Store } from '../helper.ts';
import { openMeasuredStore } from '../support/metrics.ts';
import { exchange, readResponses } from '../support/raw-http.ts';

t.test('has no metrics without METRICS_PORT', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info' });
  t.equal(app.metrics, undefined);
  t.equal((await app.inject('/metrics')).statusCode, 404);
  t.notOk(log.some((line) => line.includes('Metrics')));
});

t.test('serves metrics, and nothing else, on a listener of their own', async (t) => {
  const { app, address } = await openMeasuredStore(t);
  const response = await fetch(address);
  t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  t.match(await response.text(), /^# HELP /);
  t.equal(
    (await app.inject('/metrics')).statusCode,
    404,
    'the port of the API does not expose them',
  );
  for (const path of ['/', '/v1/pets', '/docs/', '/healthz']) {
    t.equal((await fetch(new URL(path, address))).status, 404);
  }
  await app.close();
  await t.rejects(fetch(address), 'it closes with the service');
});

t.test('listens where METRICS_HOST says, by default on this machine only', async (t) => {
  const { hostname } = new URL((await openMeasuredStore(t, { HOST: '0.0.0.0' })).address);
  t.equal(hostname, '127.0.0.1');
  const { address } = await openMeasuredStore(t, { METRICS_HOST: '::1' });
  t.equal(new URL(address).hostname, '[::1]');
});

/** Requests of the metrics listener, with the fields of their heads, and the responses. */
const REJECTED: [status: number, code: string, line: string, fields?: string][] = [
  [404, 'path_not_found', 'GET / HTTP/1.1'],
  [404, 'path_not_found', 'GET /metrics/ HTTP/1.1'],
  [404, 'path_not_found', 'POST /x HTTP/1.1'],
  [404, 'path_not_found', 'OPTIONS * HTTP/1.1'],
  [405, 'method_not_allowed', 'POST /metrics?x HTTP/1.1'],
  [405, 'method_not_allowed', 'POST http://a/%6detrics HTTP/1.1'],
  [405, 'method_not_allowed', 'TRACE /metrics HTTP/1.1'],
  [
    405,
    'method_not_allowed',
    'POST /metrics HTTP/1.1',
    'host: a\r\nexpect: 100-continue\r\ncontent-length: 5',
  ],
  [
    405,
    'method_not_allowed',
    'POST /metrics HTTP/1.1',
    'host: a\r\ntransfer-encoding: chunked\r\n\r\nx',
  ],
  [
    405,
    'method_not_allowed',
    'POST /metrics HTTP/1.1',
    'host: a\r\ncontent-type: ;\r\ncontent-length: 1\r\n\r\nx',
  ],
  [400, 'malformed_request', 'GET /% HTTP/1.1'],
  [400, 'malformed_request', 'GET /metrics#x HTTP/1.1'],
  [400, 'malformed_request', 'GET http://a:99999/metrics HTTP/1.1'],
  [400, 'malformed_request', 'GET /metrics HTTP/1.1', 'x: y'],
  [400, 'malformed_request', 'GET /metrics HTTP/1.1', 'host: a\r\nhost: b'],
  [400, 'malformed_request', 'GET /metrics HTTP/1.1', 'host: a b'],
  [400, 'malformed_request', 'HELLO'],
  [431, 'headers_too_large', 'GET /metrics HTTP/1.1', `x: ${'y'.repeat(20_000)}`],
  [501, 'not_implemented', 'CONNECT a:443 HTTP/1.1'],
  [501, 'not_implemented', 'POST /metrics HTTP/1.1', 'host: a\r\ntransfer-encoding: gzip'],
  [505, 'http_version_not_supported', 'GET /metrics HTTP/2.0'],
];

t.test('responds once, with the errors of the API, to what does not ask for metrics', async (t) => {
  const { address } = await openMeasuredStore(t);
  const port = Number(new URL(address).port);
  for (const [status, code, line, fields = 'host: a'] of REJECTED) {
    const responses = readResponses(await exchange(port, `${line}\r\n${fields}\r\n\r\n`));
    t.equal(responses.length, 1, line);
    const headers = {
      connection: 'close',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    };
    t.match(responses[0], { statusCode: status, headers, body: { status, code } }, line);
    t.equal(responses[0]?.headers.allow, status === 405 ? 'GET, HEAD' : undefined);
  }
});

t.test('serves the metrics before it rejects what follows on the connection', async (t) => {
  const { address } = await openMeasuredStore(t);
  const port = Number(new URL(address).port);
  const head = 'GET /metrics HTTP/1.1\r\nhost: a\r\n';
  for (const [status, rest] of [
    [400, '\r\nHELLO\r\n\r\n'],
    [501, '\r\nCONNECT a:1 HTTP/1.1\r\n\r\n'],
    [undefined, 'expect: x\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n'],
  ] as const) {
    const received = await exchange(port, head + rest);
    const statuses = received.match(/(?<=HTTP\/1\.1 )\d+/g);
    t.same(statuses, status ? ['200', String(status)] : ['200'], rest);
  }
});

t.test('serves other readers after one disconnects', async (t) => {
  const { address } = await openMeasuredStore(t);
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write('CONNECT a:443 HTTP/1.1\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  t.equal((await fetch(address, { method: 'HEAD' })).status, 200);
});

t.test('logs why the metrics cannot be read, and does not expose it', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'error' });
  const metrics = () => Promise.reject(new Error('secret'));
  const place = { host: '127.0.0.1', port: 0 };
  const listener = await startMetricsListener(
    { contentType: 'x', metrics } as never,
    app.log,
    place,
  );
  t.teardown(() => listener.close());
  const response = await fetch(`${listener.origin}/metrics`);
  const body = await response.text();
  t.match([response.status, JSON.parse(body)], [500, { code: 'internal_error' }]);
  t.notMatch(body, /secret/);
  t.match(log.join(''), /secret/);
});

t.test('counts requests by operation and status, and unknown paths as none', async (t) => {
  const { app, send, samples } = await openMeasuredStore(t);
  for (let i = 0; i < 3; i += 1) await send({ url: '/v1/pets' });
  await send({ url: '/v1/pets', method: 'HEAD' });
  await send({ url: '/v1/pets', key: null });
  await send({ url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } });
  for (let i = 0; i < 20; i += 1) await send({ url: `/v1/${i}` });
  await send({ url: '/v1/pets', method: 'DELETE' });
  await app.inject('/healthz');
  t.strictSame((await samples('http_requests_total')).sort(), [
    'http_requests_total{operation="createPet",status="201"} 1',
    'http_requests_total{operation="listPets",status="200"} 4',
    'http_requests_total{operation="listPets",status="401"} 1',
    'http_requests_total{operation="none",status="200"} 1',
    'http_requests_total{operation="none",status="404"} 20',
    'http_requests_total{operation="none",status="405"} 1',
  ]);
});

t.test('times requests by operation and class of status', async (t) => {
  const { send, samples } = await openMeasuredStore(t);
  const start = performance.now();
  for (let i = 0; i < 3; i += 1) await send({ url: '/v1/pets' });
  for (const limit of ['x', '0']) await send({ url: `/v1/pets?limit=${limit}` });
  const tookSeconds = (performance.now() - start) / 1_000;
  const name = 'http_request_duration_seconds';
  const last = async (part: string) => Number((await samples(`${name}_${part}`))[0]?.split(' ')[1]);
  t.equal(await last('count{operation="listPets",status_class="2xx"}'), 3);
  t.equal(await last('count{operation="listPets",status_class="4xx"}'), 2);
  const sumSeconds = await last('sum{operation="listPets",status_class="2xx"}');
  t.ok(sumSeconds > 0 && sumSeconds < tookSeconds, `${sumSeconds} of ${tookSeconds} s`);
  t.equal(await last('bucket{le="+Inf",operation="listPets",status_class="2xx"}'), 3);
});

t.test('shows requests in flight, and counts those that are aborted', async (t) => {
  const response = Promise.withResolvers<string>();
  const paths = { '/x': { get: { operationId: 'it', ...responding({}, 'text/plain') } } };
  const { app, key, samples } = await openMeasuredStore(
    t,
    {},
    { contract: contractOf(paths), createHandlers: () => ({ it: () => response.promise }) },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const untilInFlight = async (count: number) => {
    while ((await samples('http_requests_in_flight'))[0] !== `http_requests_in_flight ${count}`);
  };
  await untilInFlight(0);
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write(`GET /v1/x HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`);
  }
  await untilInFlight(3);
  // As Node 22 does for a response that is being received: it is not counted as complete.
  app.server.once('clientError', (_error, socket) => {
    app.connections.open.get(socket as Socket)?.reply?.raw.emit('finish');
  });
  sockets[1]?.resetAndDestroy();
  sockets[2]?.destroy();
  await untilInFlight(1);
  app.server.closeAllConnections();
  await untilInFlight(0);
  t.strictSame(await samples('http_requests_aborted_total'), [
    'http_requests_aborted_total{operation="it",closed_by="client"} 2',
    'http_requests_aborted_total{operation="it",closed_by="service"} 1',
  ]);
  t.strictSame(await samples('http_requests_total'), []);
  response.resolve('too late');
});

t.test('counts errors by code, also for what does not become a request', async (t) => {
  const { app, send, samples } = await openMeasuredStore(t);
  await send({ url: '/v1/pets' });
  await send({ url: '/v1/pets', key: null });
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/pets/4711' });
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').resume();
  socket.write('HELLO\r\n\r\n');
  await once(socket, 'close');
  t.strictSame((await samples('refusals_total')).sort(), [
    'refusals_total{code="api_key_missing"} 1',
    'refusals_total{code="malformed_request"} 1',
    'refusals_total{code="pet_not_found"} 2',
  ]);
});

t.test('counts the error of a body that cannot be read once', async (t) => {
  const { app, key, send, samples } = await openMeasuredStore(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const head = `POST /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n`;
  for (const coding of ['chunked', 'gzip']) {
    const fields = `content-type: application/json\r\ntransfer-encoding: ${coding}\r\n\r\n`;
    await exchange(port, `${head}${fields}no chunk\r\n`);
  }
  // What the service still does with the requests, it has done before this one.
  await send({ url: '/v1/pets' });
  t.strictSame((await samples('refusals_total')).sort(), [
    'refusals_total{code="malformed_request"} 1',
    'refusals_total{code="not_implemented"} 1',
  ]);
});

t.test('counts bans', async (t) => {
  const { send, createKey, samples } = await openMeasuredStore(t, { BAN_AFTER_REFUSALS: '1' });
  t.strictSame(await samples('bans_total'), ['bans_total 0']);
  const limits = { perMinute: 1, perDay: 10 };
  const { key } = await createKey({ plan: 'enterprise', limits });
  for (let i = 0; i < 4; i += 1) await send({ url: '/v1/pets', key });
  t.strictSame(await samples('bans_total'), ['bans_total 1']);
});

t.test(
  'counts calls of deprecated operations by API key, but not of anonymous callers',
  async (t) => {
    const { send, createKey, samples } = await openMeasuredStore(t);
    const other = await createKey();
    for (let i = 0; i < 2; i += 1) await send({ url: '/v1/pets/1' });
    await send({ url: '/v1/pets/x', key: other.key });
    await send({ url: '/v1/pets/1', key: null });
    await send({ url: '/v1/pets', key: other.key });
    t.strictSame(await samples('deprecated_calls_total'), [
      'deprecated_calls_total{operation="getPet",api_key_id="1"} 2',
      `deprecated_calls_total{operation="getPet",api_key_id="${other.id}"} 1`,
    ]);
  },
);

t.test('gives the first thousand keys a label, and all others one together', async (t) => {
  const { send, database, samples } = await openMeasuredStore(t);
  const keys = await createKeys(database, 1_002);
  for (const key of keys) await send({ url: '/v1/pets/1', key });
  await send({ url: '/v1/pets/1', key: keys[0] ?? null });
  const counted = await samples('deprecated_calls_total');
  t.equal(counted.length, 1_001);
  t.match(counted[0], / 2$/, 'a key keeps its label');
  t.equal(counted.at(-1), 'deprecated_calls_total{operation="getPet",api_key_id="other"} 2');
});

t.test('reports on the process and its event loop', async (t) => {
  const { samples } = await openMeasuredStore(t);
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
  ]) {
    const [sample = ''] = await samples(`${name} `);
    t.ok(Number(sample.split(' ')[1]) > 0, sample);
  }
});

async function createKeys({ client }: Store['database'], count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, createApiKey);
  const data = keys.map((key) => ({ customerId: 1, hash: hashApiKey(key) }));
  await client.apiKey.createMany({ data });
  return keys;
}
