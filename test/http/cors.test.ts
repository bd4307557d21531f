import type { AddressInfo } from 'node:net';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openStore, type Request, type Store } from '../helper.ts';
import { exchange, readResponses } from '../support/raw-http.ts';

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

t.test('lets a page of a listed origin call the API, and read every header', async (t) => {
  const { send } = await openStore(t, SETTINGS);
  const described = contract.operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) => Object.keys(response.headers ?? {})),
  );
  const names = [...new Set(described.map((name) => name.toLowerCase()))].sort();
  for (const origin of [PAGE, LOCAL, 'http://[::1]:8080']) {
    const { statusCode, headers } = await send({ url: '/v1/pets', headers: { origin } });
    t.equal(statusCode, 200);
    t.equal(headers['access-control-allow-origin'], origin);
    t.equal(headers.vary, 'Origin');
    t.notOk('access-control-allow-credentials' in headers);
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
    t.strictSame(exposed.sort(), names);
  }
});

t.test('answers no other origin, but processes its request as any', async (t) => {
  const { app, send } = await openStore(t, SETTINGS);
  for (const origin of [...OTHERS, undefined]) {
    const headers: Record<string, string> = origin === undefined ? {} : { origin };
    const response = await send({ url: '/v1/pets', headers });
    t.equal(response.statusCode, 200);
    const responses = origin === undefined ? [response] : [response, await preflight(app, headers)];
    for (const { headers } of responses) {
      t.notOk('access-control-allow-origin' in headers, origin ?? 'none');
      t.equal(headers.vary, 'Origin', 'a cache must not reuse it for a page');
    }
  }
});

t.test('lets every page call the API where every origin is allowed', async (t) => {
  const { app, send } = await openStore(t, { CORS_ORIGINS: '*' });
  for (const origin of [PAGE, 'null', undefined]) {
    const { headers } = await send({ url: '/v1/pets', headers: origin ? { origin } : {} });
    t.equal(headers['access-control-allow-origin'], '*');
  }
  const asked = { origin: 'null', 'access-control-request-private-network': 'true' };
  const { headers } = await preflight(app, asked);
  t.equal(headers['access-control-allow-origin'], '*');
  t.notOk('access-control-allow-private-network' in headers, 'only those that are listed');
});

t.test('allows no page anything unless CORS_ORIGINS is set', async (t) => {
  const { app, send } = await openStore(t);
  const { headers } = await send({ url: '/v1/pets', headers: { origin: PAGE } });
  t.notOk('vary' in headers);
  const response = await preflight(app, { origin: PAGE });
  t.equal(response.statusCode, 401);
  t.strictSame([...namesOf(headers), ...namesOf(response.headers)], []);
});

t.test('responds to a preflight without a key, for any path and method', async (t) => {
  const { app } = await openStore(t, SETTINGS);
  for (const [url, method] of [
    ...[['/v1/pets', 'GET'] as const, ['/v1/pets', 'POST'] as const, ['/v1/', 'PUT'] as const],
    ...[['/v1/pets/1', 'GET'] as const, ['/v1/nothing?limit=5', 'GET'] as const],
    ...[['/v1/pets', 'DELETE'] as const, ['/v1/%', 'GET'] as const, ['/v1//a', 'PATCH'] as const],
  ]) {
    const { statusCode, headers, payload } = await preflight(app, { origin: PAGE }, url, method);
    t.strictSame([statusCode, payload], [204, ''], url);
    t.match(headers, {
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': method,
      'access-control-max-age': '7200',
      'cache-control': 'no-store',
      'x-request-id': String,
    });
    for (const name of ['content-length', 'content-type', 'access-control-allow-credentials']) {
      t.notOk(name in headers, name);
    }
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-request-id']) {
      t.ok(allowed.includes(name), name);
    }
  }
});

t.test('counts a preflight against no limit, and shows that of its address', async (t) => {
  const { app, send, createKey } = await openStore(t, { ...SETTINGS, ANONYMOUS_PER_MINUTE: '2' });
  const remaining = async () => {
    const { statusCode, headers } = await preflight(app, { origin: PAGE });
    t.equal(statusCode, 204);
    t.match(headers, {
      'x-ratelimit-limit': '2',
      'x-ratelimit-reset': /^\d+$/,
      'ratelimit-policy': /^"minute";q=2;w=60$/,
      ratelimit: /^"minute";r=\d;t=\d+$/,
    });
    return headers['x-ratelimit-remaining'];
  };
  for (let i = 0; i < 5; i += 1) t.equal(await remaining(), '2');
  const anonymous: Request = { url: '/v1/pets', key: null, headers: { origin: PAGE } };
  t.equal((await send(anonymous)).statusCode, 401);
  t.equal(await remaining(), '1');
  for (const status of [401, 429, 429]) t.equal((await send(anonymous)).statusCode, status);
  t.equal(await remaining(), '0', 'also over the limit');
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  await preflight(app, { origin: PAGE });
  const own = await send({ url: '/v1/pets', key, headers: { origin: PAGE } });
  t.equal(own.headers['x-ratelimit-remaining'], '0', 'the first request of this customer');
});

t.test('lets the page read why its request is rejected, or has failed', async (t) => {
  const { send, createKey, database } = await openStore(t, {
    ...SETTINGS,
    BAN_AFTER_REFUSALS: '1',
  });
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  const create = { url: '/v1/pets', method: 'POST' as const };
  const json = { 'content-type': 'application/json', 'idempotency-key': 'one' };
  const requests: [status: number, code: string, request: Request][] = [
    [401, 'api_key_missing', { url: '/v1/pets', key: null }],
    [401, 'api_key_invalid', { url: '/v1/nothing', key: 'ask_x' }],
    [400, 'invalid_parameter', { url: '/v1/pets?limit=0' }],
    [400, 'malformed_request', { url: '/v1/%' }],
    [400, 'invalid_body', { ...create, headers: json, payload: '{}' }],
    [404, 'path_not_found', { url: '/v1/nothing' }],
    [404, 'pet_not_found', { url: '/v1/pets/1' }],
    [405, 'method_not_allowed', { url: '/v1/pets', method: 'DELETE' }],
    [413, 'body_too_large', { ...create, headers: json, payload: 'x'.repeat(70_000) }],
    [415, 'unsupported_media_type', { ...create, payload: 'x' }],
    [400, 'malformed_request', { url: '/v1/pets', headers: { host: 'two hosts' } }],
    [429, 'rate_limit_exceeded', { url: '/v1/pets', key }],
    [429, 'api_key_banned', { url: '/v1/pets', key }],
    [500, 'internal_error', { url: '/v1/pets' }],
  ];
  await send({ url: '/v1/pets', key });
  for (const [status, code, request] of requests) {
    if (status === 500) await database.client.$executeRaw`ALTER TABLE pets RENAME TO elsewhere`;
    const response = await send({ ...request, headers: { ...request.headers, origin: PAGE } });
    t.strictSame([response.statusCode, response.json().code], [status, code]);
    t.equal(response.headers['access-control-allow-origin'], PAGE, code);
    t.match(response.headers['access-control-expose-headers'], 'Retry-After');
    t.equal(response.headers.vary, 'Origin');
  }
});

t.test('lets the page read what is wrong with what does not become a request', async (t) => {
  const { app, key } = await openStore(t, SETTINGS);
  await app.listen({ port: 0, host: '127.0.0.1' });
  app.server.headersTimeout = 100;
  app.server.requestTimeout = 100;
  const { port } = app.server.address() as AddressInfo;
  const head = `host: a\r\norigin: ${PAGE}\r\n`;
  const body = `authorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const requests: [status: number, request: string][] = [
    [431, `GET /v1/pets HTTP/1.1\r\n${head}x: ${'x'.repeat(20_000)}\r\n\r\n`],
    [431, `GET /v1/pets?${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`],
    [400, `GET /v1/pets HTTP/1.1\r\n${head}x y: z\r\n\r\n`],
    [400, `POST /v1/pets HTTP/1.1\r\n${head}${body}transfer-encoding: chunked\r\n\r\nno chunk\r\n`],
    [408, `POST /v1/pets HTTP/1.1\r\n${head}${body}content-length: 50\r\n\r\n{`],
  ];
  for (const [status, request] of requests) {
    for (const [origin, allowed] of [
      [PAGE, PAGE],
      ['https://evil.example', undefined],
    ] as const) {
      const [response] = readResponses(await exchange(port, request.replace(PAGE, origin)));
      t.equal(response?.statusCode, status);
      t.equal(response?.headers['access-control-allow-origin'], allowed);
      if (allowed) t.match(response?.headers['access-control-expose-headers'], 'X-Request-Id');
      if (allowed) t.equal(response?.headers.vary, 'Origin');
    }
  }
});

t.test('takes nothing for a preflight that a browser would not send', async (t) => {
  const { send, key } = await openStore(t, SETTINGS);
  const options = { url: '/v1/pets', method: 'OPTIONS' } as const;
  const asked = { origin: PAGE, 'access-control-request-method': 'GET' };
  for (const headers of [{}, { origin: PAGE }, { ...asked, origin: '' }]) {
    t.equal((await send({ ...options, headers, key: null })).statusCode, 401);
    t.equal((await send({ ...options, headers })).statusCode, 405);
  }
  const faulty = { ...asked, authorization: `Bearer ${key}`, host: 'two hosts' };
  t.equal((await send({ ...options, headers: faulty })).statusCode, 400);
  t.equal((await send({ ...options, headers: asked, payload: 'x' })).statusCode, 405);
  t.equal((await send({ ...options, url: '/v1/nothing' })).statusCode, 404);
});

t.test('lets a listed page call a service in a private network', async (t) => {
  const { app } = await openStore(t, SETTINGS);
  for (const [origin, value, allowed] of [
    [PAGE, 'true', 'true'],
    [PAGE, 'false', undefined],
    ['null', 'true', undefined],
  ] as const) {
    const asked = { origin, 'access-control-request-private-network': value };
    const { headers } = await preflight(app, asked);
    t.equal(headers['access-control-allow-private-network'], allowed);
  }
});

t.test('leaves everything outside the API as it is', async (t) => {
  const { app } = await openStore(t, SETTINGS);
  for (const url of ['/healthz', '/docs', '/nothing']) {
    const { headers } = await app.inject({ url, headers: { origin: PAGE } });
    t.strictSame(namesOf(headers), [], url);
  }
  t.equal((await preflight(app, { origin: PAGE }, '/nothing')).statusCode, 404);
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
