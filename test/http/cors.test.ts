import type { AddressInfo } from 'node:net';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openStore, type Request, type Store } from '../helper.ts';
import { exchange, readError } from '../support/raw-http.ts';

/*
 * Pages of other origins, as their browsers ask for them. https://fetch.spec.whatwg.org/#http-cors-protocol
 */

const PAGE = 'https://app.example.com';
const LOCAL = 'http://localhost:5173';
const SETTINGS = { CORS_ORIGINS: `${PAGE}, ${LOCAL},http://[::1]:8080` };
/** None of these is in the list. */
const OTHERS = [
  ...['null', 'https://evil.example', 'http://app.example.com', 'https://app.example.com:8443'],
  ...['https://APP.example.com', 'https://app.example.com.evil.example', 'http://localhost', '*'],
  ...['https://app.example.com/', `${PAGE}, ${LOCAL}`, 'https://xapp.example.com'],
];
const CREATE = { 'content-type': 'application/json', 'idempotency-key': 'one' };

t.test('lets a page of a listed origin call the API', async (t) => {
  const { send } = await openStore(t, SETTINGS);
  for (const origin of [PAGE, LOCAL, 'http://[::1]:8080']) {
    const { statusCode, headers } = await send({ url: '/v1/pets', headers: { origin } });
    t.equal(statusCode, 200);
    t.equal(headers['access-control-allow-origin'], origin);
    t.equal(headers.vary, 'Origin');
    t.notOk('access-control-allow-credentials' in headers);
  }
});

t.test('lets the page read every header of the contract', async (t) => {
  const { send } = await openStore(t, SETTINGS);
  const { headers } = await send({ url: '/v1/pets', headers: { origin: PAGE } });
  const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
  const described = contract.operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) => Object.keys(response.headers ?? {})),
  );
  t.strictSame(
    [...exposed].sort(),
    [...new Set(described.map((name) => name.toLowerCase()))].sort(),
  );
  for (const name of ['link', 'location', 'retry-after', 'ratelimit', 'x-ratelimit-remaining']) {
    t.ok(exposed.includes(name), name);
  }
});

t.test('answers no other origin, but processes its request as any', async (t) => {
  const { app, send } = await openStore(t, SETTINGS);
  for (const origin of OTHERS) {
    const { statusCode, headers } = await send({ url: '/v1/pets', headers: { origin } });
    t.equal(statusCode, 200);
    t.notOk('access-control-allow-origin' in headers, origin);
    t.equal(headers.vary, 'Origin');
    const response = await preflight(app, { origin });
    t.equal(response.statusCode, 204);
    t.notOk('access-control-allow-origin' in response.headers, origin);
    t.equal(response.headers.vary, 'Origin');
  }
  const { headers } = await send({ url: '/v1/pets' });
  t.equal(headers.vary, 'Origin', 'a cache must not reuse it for a page');
  t.notOk('access-control-allow-origin' in headers);
});

t.test('lets every page call the API where every origin is allowed', async (t) => {
  const { app, send } = await openStore(t, { CORS_ORIGINS: '*' });
  for (const origin of [PAGE, 'null', undefined]) {
    const headers = origin === undefined ? {} : { origin };
    const response = await send({ url: '/v1/pets', headers });
    t.equal(response.headers['access-control-allow-origin'], '*');
  }
  const { headers } = await preflight(app, {
    origin: 'null',
    'access-control-request-private-network': 'true',
  });
  t.equal(headers['access-control-allow-origin'], '*');
  t.notOk('access-control-allow-private-network' in headers, 'only those that are listed');
  t.match(app.corsHeaders?.('null'), { 'access-control-allow-origin': '*' });
});

t.test('allows no page anything unless CORS_ORIGINS is set', async (t) => {
  const { app, send } = await openStore(t);
  const { headers } = await send({ url: '/v1/pets', headers: { origin: PAGE } });
  t.strictSame(namesOf(headers), []);
  t.notOk('vary' in headers);
  const response = await preflight(app, { origin: PAGE });
  t.equal(response.statusCode, 401);
  t.strictSame(namesOf(response.headers), []);
  t.equal(app.corsHeaders, undefined);
});

t.test('responds to a preflight without a key, for any path and method', async (t) => {
  const { app } = await openStore(t, SETTINGS);
  const requests: [url: string, method: string][] = [
    ...[['/v1/pets', 'GET'] as const, ['/v1/pets', 'POST'] as const],
    ...[['/v1/pets/1', 'GET'] as const, ['/v1/store/orders?limit=5', 'GET'] as const],
    ...[['/v1/nothing', 'GET'] as const, ['/v1/pets', 'DELETE'] as const],
    ...[['/v1/', 'PUT'] as const, ['/v1/%', 'GET'] as const, ['/v1//pets', 'PATCH'] as const],
  ].map(([url, method]) => [url, method]);
  for (const [url, method] of requests) {
    const { statusCode, headers, payload } = await preflight(app, { origin: PAGE }, url, method);
    t.equal(statusCode, 204, url);
    t.equal(payload, '');
    t.equal(headers['access-control-allow-origin'], PAGE);
    t.ok(String(headers['access-control-allow-methods']).split(', ').includes(method));
    t.equal(headers['access-control-max-age'], '7200');
    t.equal(headers['cache-control'], 'no-store');
    t.type(headers['x-request-id'], 'string');
    for (const name of ['content-length', 'content-type', 'access-control-allow-credentials']) {
      t.notOk(name in headers, name);
    }
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-request-id']) {
      t.ok(allowed.includes(name), name);
    }
  }
});

t.test(
  'counts a preflight against no limit, and shows what is left of the limit of its address',
  async (t) => {
    const { app, send, createKey } = await openStore(t, { ...SETTINGS, ANONYMOUS_PER_MINUTE: '2' });
    const remaining = async () => {
      const { statusCode, headers } = await preflight(app, { origin: PAGE });
      t.equal(statusCode, 204);
      t.equal(headers['x-ratelimit-limit'], '2');
      t.match(headers['ratelimit-policy'], /^"minute";q=2;w=60$/);
      t.match(headers.ratelimit, /^"minute";r=\d;t=\d+$/);
      t.ok(Number(headers['x-ratelimit-reset']) > 0);
      return headers['x-ratelimit-remaining'];
    };
    for (let i = 0; i < 5; i += 1) t.equal(await remaining(), '2');
    const anonymous: Request = { url: '/v1/pets', key: null, headers: { origin: PAGE } };
    t.equal((await send(anonymous)).statusCode, 401);
    t.equal(await remaining(), '1');
    for (const status of [401, 429, 429]) t.equal((await send(anonymous)).statusCode, status);
    t.equal(await remaining(), '0', 'also over the limit');
    const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
    for (let i = 0; i < 3; i += 1) await preflight(app, { origin: PAGE });
    const own = await send({ url: '/v1/pets', key, headers: { origin: PAGE } });
    t.equal(own.headers['x-ratelimit-remaining'], '0', 'the first request of this customer');
  },
);

t.test('lets the page read why its request is rejected', async (t) => {
  const { send, createKey } = await openStore(t, { ...SETTINGS, BAN_AFTER_REFUSALS: '1' });
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  const create = { url: '/v1/pets', method: 'POST' as const };
  const requests: [status: number, code: string, request: Request][] = [
    [401, 'api_key_missing', { url: '/v1/pets', key: null }],
    [401, 'api_key_invalid', { url: '/v1/nothing', key: 'ask_x' }],
    [400, 'invalid_parameter', { url: '/v1/pets?limit=0' }],
    [400, 'malformed_request', { url: '/v1/%' }],
    [400, 'invalid_body', { ...create, headers: CREATE, payload: '{}' }],
    [404, 'path_not_found', { url: '/v1/nothing' }],
    [404, 'pet_not_found', { url: '/v1/pets/1' }],
    [405, 'method_not_allowed', { url: '/v1/pets', method: 'DELETE' }],
    [413, 'body_too_large', { ...create, headers: CREATE, payload: 'x'.repeat(70_000) }],
    [415, 'unsupported_media_type', { ...create, payload: 'x' }],
    [400, 'malformed_request', { url: '/v1/pets', headers: { host: 'two hosts' } }],
    [429, 'rate_limit_exceeded', { url: '/v1/pets', key }],
    [429, 'api_key_banned', { url: '/v1/pets', key }],
  ];
  await send({ url: '/v1/pets', key });
  for (const [status, code, request] of requests) {
    const headers = { ...request.headers, origin: PAGE };
    const response = await send({ ...request, headers });
    t.equal(response.statusCode, status, code);
    t.equal(response.json().code, code);
    t.equal(response.headers['access-control-allow-origin'], PAGE, code);
    t.match(response.headers['access-control-expose-headers'], 'Retry-After');
    t.equal(response.headers.vary, 'Origin');
  }
});

t.test('lets the page read that the service is unavailable, or has failed', async (t) => {
  const { send, database } = await openStore(t, SETTINGS);
  await send({ url: '/v1/pets' });
  await database.close();
  const { statusCode, headers } = await send({ url: '/v1/pets', headers: { origin: PAGE } });
  t.ok(statusCode >= 500);
  t.equal(headers['access-control-allow-origin'], PAGE);
});

t.test('lets the page read what is wrong with what does not become a request', async (t) => {
  const store = await openStore(t, SETTINGS);
  const port = await listen(store);
  const head = `host: a\r\norigin: ${PAGE}\r\n`;
  const filler = `x-filler: ${'x'.repeat(20_000)}\r\n`;
  const chunked = `authorization: Bearer ${store.key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n`;
  const requests: [status: number, request: string][] = [
    [431, `GET /v1/pets HTTP/1.1\r\n${head}${filler}\r\n`],
    [431, `GET /v1/pets?${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`],
    [400, `GET /v1/pets HTTP/1.1\r\n${head}x y: z\r\n\r\n`],
    [400, `POST /v1/pets HTTP/1.1\r\n${head}${chunked}\r\nno chunk\r\n`],
  ];
  for (const [status, request] of requests) {
    const response = readError(await exchange(port, request));
    t.equal(response.statusCode, status);
    t.equal(response.headers['access-control-allow-origin'], PAGE);
    t.match(response.headers['access-control-expose-headers'], 'X-Request-Id');
    t.equal(response.headers.vary, 'Origin');
    const other = readError(await exchange(port, request.replace(PAGE, 'https://evil.example')));
    t.equal(other.statusCode, status);
    t.notOk('access-control-allow-origin' in other.headers);
  }
});

t.test('lets the page read that its request took too long to arrive', async (t) => {
  const store = await openStore(t, SETTINGS);
  const port = await listen(store);
  store.app.server.headersTimeout = 100;
  store.app.server.requestTimeout = 100;
  const head = `host: a\r\norigin: ${PAGE}\r\nauthorization: Bearer ${store.key}\r\ncontent-type: application/json\r\n`;
  const [body, line] = await Promise.all([
    exchange(port, `POST /v1/pets HTTP/1.1\r\n${head}content-length: 50\r\n\r\n{`),
    exchange(port, 'GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-never'),
  ]);
  t.match(readError(body).headers, { 'access-control-allow-origin': PAGE });
  t.notOk('access-control-allow-origin' in readError(line).headers, 'whose origin never arrived');
});

t.test('takes nothing for a preflight that a browser would not send', async (t) => {
  const { send, key } = await openStore(t, SETTINGS);
  const options = { url: '/v1/pets', method: 'OPTIONS' } as const;
  const asked = { origin: PAGE, 'access-control-request-method': 'GET' };
  const { 'access-control-request-method': _, ...incomplete } = asked;
  const { origin: __, ...anonymous } = asked;
  for (const headers of [{}, incomplete, anonymous, { ...asked, origin: '' }]) {
    const rejected = await send({ ...options, headers, key: null });
    t.equal(rejected.statusCode, 401);
    t.equal(rejected.headers['x-ratelimit-limit'], '60');
    const { statusCode, headers: received } = await send({ ...options, headers });
    t.equal(statusCode, 405);
    t.equal(received.allow, 'GET, HEAD, POST');
  }
  const authorization = `Bearer ${key}`;
  const faulty = { ...asked, authorization, host: 'two hosts' };
  t.equal((await send({ ...options, headers: faulty })).statusCode, 400);
  t.equal((await send({ ...options, headers: asked, payload: 'x' })).statusCode, 405);
  t.equal((await send({ ...options, url: '/v1/nothing' })).statusCode, 404);
});

t.test('lets a listed page call a service in a private network', async (t) => {
  const { app } = await openStore(t, SETTINGS);
  const ask = (origin: string, value: string) =>
    preflight(app, { origin, 'access-control-request-private-network': value });
  const allowed = (await ask(PAGE, 'true')).headers;
  t.equal(allowed['access-control-allow-private-network'], 'true');
  for (const [origin, value] of [[PAGE, 'false'] as const, ['null', 'true'] as const]) {
    t.notOk('access-control-allow-private-network' in (await ask(origin, value)).headers);
  }
});

t.test('leaves everything outside the API as it is', async (t) => {
  const { app } = await openStore(t, SETTINGS);
  for (const url of ['/healthz', '/docs', '/nothing']) {
    const { headers } = await app.inject({ url, headers: { origin: PAGE } });
    t.strictSame(namesOf(headers), [], url);
  }
  const { statusCode } = await app.inject({ url: '/nothing', method: 'OPTIONS' });
  t.equal(statusCode, 404);
});

/** What a browser asks before a request that it would not send for a form. */
function preflight(
  app: Store['app'],
  headers: Record<string, string>,
  url = '/v1/pets',
  method = 'POST',
) {
  const asked = {
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  };
  return app.inject({ url, method: 'OPTIONS', headers: { ...asked, ...headers } });
}

function namesOf(headers: object): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

async function listen({ app }: Store): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
