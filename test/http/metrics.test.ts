import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Api } from '../../src/app.ts';
import { createApiKey, hashApiKey } from '../../src/keys/api-key.ts';
import { contractOf, responding } from '../contract/made-up.ts';
import { openStore } from '../helper.ts';
import { exchange, readResponses } from '../support/raw-http.ts';
import { startRedis } from '../support/redis.ts';
import { eventually, until } from '../support/until.ts';

const SETTINGS = { METRICS_PORT: '0', LOG_LEVEL: 'info', ANONYMOUS_PER_MINUTE: '10000' };

/** A store with its metrics. */
async function openMeasured(t: Test, settings: Record<string, string> = {}, api?: Api) {
  const store = await openStore(t, { ...SETTINGS, ...settings }, api);
  const line = store.log.find((text) => text.includes('Metrics at'));
  const address = /http:[^"]+/.exec(line ?? '')?.[0] ?? '';
  const allMetrics = async () => (await fetch(address)).text();
  /** The lines of the samples whose name starts with this. */
  const samples = async (name: string) =>
    (await allMetrics()).split('\n').filter((sample) => sample.startsWith(name));
  const listen = async () => {
    await store.app.listen({ port: 0, host: '127.0.0.1' });
    return (store.app.server.address() as { port: number }).port;
  };
  return { ...store, address, allMetrics, samples, listen };
}

t.test('has no metrics without METRICS_PORT', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info' });
  t.equal((await app.inject('/metrics')).statusCode, 404);
  t.notOk(log.some((line) => line.includes('Metrics')));
});

t.test('serves metrics, and nothing else, on a listener of their own', async (t) => {
  const { app, address, allMetrics } = await openMeasured(t, { HOST: '0.0.0.0' });
  t.equal(new URL(address).hostname, '127.0.0.1', 'by default on this machine only');
  const response = await fetch(address);
  t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  t.match(await response.text(), /^# HELP /);
  t.equal((await fetch(address, { method: 'HEAD' })).status, 200);
  t.equal((await app.inject('/metrics')).statusCode, 404, 'the API does not expose them');
  for (const path of ['/', '/v1/pets', '/docs/', '/healthz']) {
    t.equal((await fetch(new URL(path, address))).status, 404);
  }
  const metrics = await allMetrics();
  t.notMatch(metrics, /redis|fallbacks|pool/, 'what there is not');
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
  ]) {
    t.match(metrics, new RegExp(`^${name} \\d`, 'm'));
  }
  const versions = `version="1.0.0",node_version="${process.versions.node}"`;
  t.match(metrics, `animal_store_build_info{${versions}} 1\n`);
  const elsewhere = await openMeasured(t, { METRICS_HOST: '::1' });
  t.equal(new URL(elsewhere.address).hostname, '[::1]');
  await app.close();
  await t.rejects(fetch(address), 'it closes with the service');
});

t.test('does not start if the port for metrics is in use', async (t) => {
  const { address } = await openMeasured(t);
  const { port } = new URL(address);
  await t.rejects(openStore(t, { METRICS_PORT: port }), { code: 'EADDRINUSE' });
});

/** Requests of the metrics listener, with the fields of their heads. */
const REJECTED: [status: number, code: string, line: string, fields?: string][] = [
  [404, 'path_not_found', 'POST /x HTTP/1.1'],
  [405, 'method_not_allowed', 'POST /metrics?x HTTP/1.1'],
  [405, 'method_not_allowed', 'POST /metrics HTTP/1.1', 'host: a\r\ncontent-length: 1\r\n\r\nx'],
  [400, 'malformed_request', 'GET /% HTTP/1.1'],
  [400, 'malformed_request', 'GET /metrics HTTP/1.1', 'host: a\r\nhost: b'],
  [400, 'malformed_request', 'HELLO'],
  [431, 'headers_too_large', 'GET /metrics HTTP/1.1', `x: ${'y'.repeat(20_000)}`],
  [501, 'not_implemented', 'CONNECT a:443 HTTP/1.1'],
  [501, 'not_implemented', 'POST /metrics HTTP/1.1', 'host: a\r\ntransfer-encoding: gzip'],
  [505, 'http_version_not_supported', 'GET /metrics HTTP/2.0'],
];

t.test('responds with the errors of the API to what does not ask for metrics', async (t) => {
  const { address } = await openMeasured(t);
  const port = Number(new URL(address).port);
  for (const [status, code, line, fields = 'host: a'] of REJECTED) {
    const responses = readResponses(await exchange(port, `${line}\r\n${fields}\r\n\r\n`));
    t.equal(responses.length, 1, line);
    const headers = { connection: 'close', 'content-type': 'application/json' };
    t.match(responses[0], { statusCode: status, headers, body: { status, code } }, line);
  }
});

t.test(
  'counts and times requests by operation and status, and unknown paths as none',
  async (t) => {
    const { app, send, samples } = await openMeasured(t);
    const startMs = performance.now();
    for (let i = 0; i < 3; i += 1) await send({ url: '/v1/pets' });
    const tookSeconds = (performance.now() - startMs) / 1_000;
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
    const last = async (part: string) =>
      Number((await samples(`http_request_duration_seconds_${part}`))[0]?.split(' ')[1]);
    t.equal(await last('count{operation="createPet",status_class="2xx"}'), 1);
    t.equal(await last('count{operation="listPets",status_class="4xx"}'), 1);
    t.equal(await last('bucket{le="+Inf",operation="createPet",status_class="2xx"}'), 1);
    const sumSeconds = await last('sum{operation="listPets",status_class="2xx"}');
    t.ok(sumSeconds > 0 && sumSeconds < tookSeconds * 10, `${sumSeconds} of ${tookSeconds} s`);
  },
);

t.test('shows requests in flight, and counts those that are aborted', async (t) => {
  const response = Promise.withResolvers<string>();
  const paths = { '/x': { get: { operationId: 'it', ...responding({ type: 'string' }) } } };
  const api = {
    contract: contractOf(paths),
    createHandlers: () => ({ it: () => response.promise }),
  };
  const { app, key, samples, listen } = await openMeasured(t, {}, api);
  const port = await listen();
  const untilInFlight = (count: number) =>
    eventually(t, () => samples('http_requests_in_flight'), [`http_requests_in_flight ${count}`]);
  await untilInFlight(0);
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write(`GET /v1/x HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`);
  }
  await untilInFlight(3);
  sockets[1]?.resetAndDestroy();
  sockets[2]?.destroy();
  await untilInFlight(1);
  app.server.closeAllConnections();
  await untilInFlight(0);
  t.strictSame(await samples('http_requests_aborted_total'), [
    'http_requests_aborted_total{operation="it",closed_by="client"} 2',
    'http_requests_aborted_total{operation="it",closed_by="service"} 1',
  ]);
  t.strictSame(await samples('http_requests_total{operation="it"'), []);
  response.resolve('too late');
});

t.test('counts errors by code, once, also for what does not become a request', async (t) => {
  const { key, send, samples, listen } = await openMeasured(t);
  await send({ url: '/v1/pets', key: null });
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/pets/4711' });
  const port = await listen();
  await exchange(port, 'HELLO\r\n\r\n');
  const head = `POST /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n`;
  for (const coding of ['chunked', 'gzip']) {
    const fields = `content-type: application/json\r\ntransfer-encoding: ${coding}\r\n\r\n`;
    await exchange(port, `${head}${fields}no chunk\r\n`);
  }
  await send({ url: '/v1/pets' });
  const counted = await samples('refusals_total');
  t.strictSame(counted.filter((sample) => !sample.endsWith(' 0')).sort(), [
    'refusals_total{code="api_key_missing"} 1',
    'refusals_total{code="malformed_request"} 2',
    'refusals_total{code="not_implemented"} 1',
    'refusals_total{code="pet_not_found"} 2',
  ]);
});

t.test('counts bans', async (t) => {
  const { send, createKey, samples } = await openMeasured(t, { BAN_AFTER_REFUSALS: '1' });
  t.strictSame(await samples('bans_total'), ['bans_total 0']);
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  for (let i = 0; i < 4; i += 1) await send({ url: '/v1/pets', key });
  t.strictSame(await samples('bans_total'), ['bans_total 1']);
});

t.test('counts calls of deprecated operations by key, for at most a thousand keys', async (t) => {
  const { send, database, samples } = await openMeasured(t);
  // The handler is not called, so that they cost little.
  const call = (key: string | null) => send({ url: '/v1/pets/x', key });
  const keys = Array.from({ length: 1_001 }, createApiKey);
  const data = keys.map((key) => ({ customerId: 1, hash: hashApiKey(key) }));
  await database.client.apiKey.createMany({ data });
  await call(null);
  await send({ url: '/v1/pets?limit=x' });
  t.strictSame(await samples('deprecated_calls_total'), [], 'not of anonymous callers');
  for (let i = 0; i < keys.length; i += 50) await Promise.all(keys.slice(i, i + 50).map(call));
  await call(keys[0] ?? null);
  const counted = await samples('deprecated_calls_total');
  t.equal(counted.length, 1_001);
  t.match(counted[0], /^deprecated_calls_total\{operation="getPet",api_key_id="\d+"\} 2$/);
  t.equal(counted.at(-1), 'deprecated_calls_total{operation="getPet",api_key_id="other"} 1');
});

t.test('times the statements of requests by their result', async (t) => {
  const { database, send, samples } = await openMeasured(t);
  const counts = async () => {
    const lines = await samples('database_statement_duration_seconds_count');
    return Object.fromEntries(lines.map((line) => /"(\w+)"\} (\d+)/.exec(line)?.slice(1) ?? []));
  };
  await send({ url: '/v1/pets' });
  const before = await counts();
  t.ok(Number(before.ok) > 0);
  t.equal(Number(before.error ?? 0), 0);
  await database.client.$executeRaw`ALTER TABLE pets RENAME TO elsewhere`;
  t.equal((await send({ url: '/v1/pets' })).statusCode, 500);
  t.ok(Number((await counts()).error) > 0);
});

t.test('shows for how long Redis has been unavailable, and times its commands', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { send, samples } = await openMeasured(t, { REDIS_URL: redis.url });
  const untilAvailable = (expected: string) =>
    until(async () => {
      await send({ url: '/v1/pets' });
      await wait(5);
      return (await samples('redis_available{node="'))[0]?.split(' ')[1] === expected;
    });
  const fallbacks = async () =>
    Number((await samples('counter_fallbacks_total'))[0]?.split(' ')[1] ?? 0);
  await untilAvailable('1');
  const before = await fallbacks();
  await redis.kill();
  await untilAvailable('0');
  t.ok((await fallbacks()) > before);
  await redis.start();
  await untilAvailable('1');
  const counts = await samples('redis_command_duration_seconds_count');
  for (const result of ['ok', 'error']) {
    t.ok(
      counts.some((line) => new RegExp(`result="${result}"\\} [1-9]`).test(line)),
      result,
    );
  }
});
