// Pages of other origins, with the requests of their browsers.
// https://fetch.spec.whatwg.org/#http-cors-protocol

import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { createOriginCheck } from '../../../src/platform/http/index.ts';
import { openSample, type Request, type Sample } from '../../helper.ts';
import { contract } from '../../support/sample-contract.ts';

const PAGE = 'https://app.example.com';
const LOCAL = 'http://localhost:5173';
const SETTINGS = { CORS_ORIGINS: `${PAGE}, ${LOCAL},http://[::1]:8080` };
/** None of these is in the list. */
const OTHERS = [
  'null',
  '*',
  'http://app.example.com',
  'http://localhost',
  'https://APP.example.com',
  'https://xapp.example.com',
  `${PAGE}:8443`,
  `${PAGE}.evil.example`,
  `${PAGE}/`,
];

/** Asks as a browser does before a request that a form cannot send. */
function preflight(
  { app }: Pick<Sample, 'app'>,
  origin = PAGE,
  url = '/v1/widgets',
  method = 'POST',
) {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  };
  return app.inject({ url, method: 'OPTIONS', headers });
}

const namesOf = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const listOf = (header: unknown) => String(header).toLowerCase().split(', ').sort();

t.test('lets only pages of listed origins call the API and read its headers', async (t) => {
  const store = await openSample(t, SETTINGS);
  const described = contract.operations.flatMap((operation) => operation.responseHeaders);
  const names = [...new Set(described.map((name) => name.toLowerCase()))].sort();
  for (const origin of [PAGE, LOCAL, 'http://[::1]:8080', ...OTHERS]) {
    const isListed = !OTHERS.includes(origin);
    const { statusCode, headers } = await store.send({ url: '/v1/widgets', headers: { origin } });
    t.equal(statusCode, 200, 'processed as any request');
    if (isListed) t.strictSame(listOf(headers['access-control-expose-headers']), names);
    for (const received of [headers, (await preflight(store, origin)).headers]) {
      t.equal(received['access-control-allow-origin'], isListed ? origin : undefined, origin);
      t.equal(received.vary, 'Origin', 'a cache must not reuse it for a page');
      t.notOk('access-control-allow-credentials' in received);
    }
  }
  t.equal(
    (await store.send({ url: '/v1/widgets' })).headers.vary,
    'Origin',
    'nor what has no origin',
  );
  const unset = await openSample(t);
  const { headers } = await unset.send({ url: '/v1/widgets', headers: { origin: PAGE } });
  const response = await preflight(unset);
  t.equal(response.statusCode, 401);
  t.notOk('vary' in headers);
  t.strictSame([...namesOf(headers), ...namesOf(response.headers)], [], 'without CORS_ORIGINS');
});

t.test('lets every page call the API where every origin is allowed', async (t) => {
  const store = await openSample(t, { CORS_ORIGINS: '*' });
  const { headers } = await store.send({ url: '/v1/widgets', headers: { origin: 'null' } });
  t.equal(headers['access-control-allow-origin'], '*');
  t.equal((await preflight(store, 'null')).headers['access-control-allow-origin'], '*');
});

t.test('responds to a preflight without a key, for any path and method', async (t) => {
  const store = await openSample(t, SETTINGS);
  for (const request of [
    'GET /v1/widgets',
    'PUT /v1/',
    'GET /v1/nothing?limit=5',
    'DELETE /v1/%',
  ]) {
    const [method = '', url = ''] = request.split(' ');
    const { statusCode, headers, payload } = await preflight(store, PAGE, url, method);
    t.strictSame([statusCode, payload], [204, ''], url);
    t.match(headers, {
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': method,
      'access-control-max-age': '7200',
      'cache-control': 'no-store',
      'x-request-id': String,
    });
    t.notOk('content-length' in headers || 'content-type' in headers);
    const allowed = listOf(headers['access-control-allow-headers']);
    for (const name of [
      ...['authorization', 'content-type', 'idempotency-key', 'x-request-id'],
      ...['traceparent', 'tracestate'],
    ]) {
      t.ok(allowed.includes(name), name);
    }
  }
  const { headers } = await store.app.inject({ url: '/docs', headers: { origin: PAGE } });
  t.strictSame(namesOf(headers), [], 'outside the API');
  t.equal((await preflight(store, PAGE, '/nothing')).statusCode, 404);
});

t.test('treats only requests of browsers as preflights', async (t) => {
  const { send, key } = await openSample(t, SETTINGS);
  const options = { url: '/v1/widgets', method: 'OPTIONS' } as const;
  const asked = { origin: PAGE, 'access-control-request-method': 'GET' };
  for (const headers of [{}, { origin: PAGE }, { ...asked, origin: '' }]) {
    t.equal((await send({ ...options, headers, key: null })).statusCode, 401);
    t.equal((await send({ ...options, headers })).statusCode, 405);
  }
  const faulty = { ...asked, authorization: `Bearer ${key}`, host: 'two hosts' };
  t.equal((await send({ ...options, headers: faulty })).statusCode, 400);
  t.equal((await send({ ...options, headers: asked, payload: 'x' })).statusCode, 405);
});

t.test('does not count a preflight, and shows the limit of its address', async (t) => {
  const store = await openSample(t, { ...SETTINGS, ANONYMOUS_PER_MINUTE: '2' });
  const remaining = async () => {
    const { headers } = await preflight(store);
    t.match(headers, { 'x-ratelimit-limit': '2', ratelimit: /^"minute";r=\d;t=\d+$/ });
    return headers['x-ratelimit-remaining'];
  };
  for (let i = 0; i < 5; i += 1) t.equal(await remaining(), '2');
  for (const status of [401, 401, 429, 429]) {
    t.equal((await store.send({ url: '/v1/widgets', key: null })).statusCode, status);
  }
  t.equal(await remaining(), '0', 'also over the limit');
});

t.test('a page may send messages if it is allowed, published, or of an own address', (t) => {
  const staging = 'https://staging.example/shop/v1';
  const from = (origin: string | undefined, host: string, ...origins: readonly string[]) =>
    createOriginCheck(origins, { production: undefined, staging })({
      headers: { origin },
      host,
    } as FastifyRequest);
  for (const [origin, host, isAllowed] of [
    // What is no browser sends none.
    [undefined, 'a.example', true],
    [PAGE, 'a.example', true],
    ['https://staging.example', 'a.example', true],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
    ['http://localhost', 'localhost', true],
    ['http://127.0.0.1:3001', '127.0.0.1:3000', false],
    // A name server may lead it here.
    ['http://evil.example', 'evil.example', false],
    ['https://staging.example.evil', 'a.example', false],
    ['null', 'a.example', false],
    ['', 'a.example', false],
  ] as const) {
    t.equal(from(origin, host, PAGE), isAllowed, `${origin} at ${host}`);
  }
  t.equal(from('null', 'a.example', '*'), true);
  t.end();
});

t.test('lets the page read why its request was rejected, or failed', async (t) => {
  const { send, createKey, alter } = await openSample(t, SETTINGS);
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  await send({ url: '/v1/widgets', key });
  const requests: [status: number, request: Request][] = [
    [401, { url: '/v1/widgets', key: null }],
    [400, { url: '/v1/widgets?limit=0' }],
    [400, { url: '/v1/%' }],
    [404, { url: '/v1/nothing' }],
    [415, { url: '/v1/widgets', method: 'POST', payload: 'x' }],
    [400, { url: '/v1/widgets', headers: { host: 'two hosts' } }],
    [429, { url: '/v1/widgets', key }],
    [500, { url: '/v1/widgets' }],
  ];
  await alter('ALTER TABLE widgets RENAME TO elsewhere');
  for (const [status, request] of requests) {
    const response = await send({ ...request, headers: { ...request.headers, origin: PAGE } });
    t.equal(response.statusCode, status);
    t.equal(response.headers['access-control-allow-origin'], PAGE);
    t.match(response.headers['access-control-expose-headers'], 'Retry-After');
  }
});
