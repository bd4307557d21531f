import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openStore, type Request, type Store } from '../helper.ts';

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

/** What a browser asks before a request that it would not send for a form. */
function preflight(
  { app }: Pick<Store, 'app'>,
  headers: Record<string, string> = { origin: PAGE },
  url = '/v1/pets',
  method = 'POST',
) {
  const asked = {
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  };
  return app.inject({ url, method: 'OPTIONS', headers: { ...asked, ...headers } });
}

const namesOf = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const listOf = (header: unknown) => String(header).toLowerCase().split(', ').sort();

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
    t.strictSame(listOf(headers['access-control-expose-headers']), names);
  }
});

t.test('allows no other origin, but processes its request as any', async (t) => {
  const store = await openStore(t, SETTINGS);
  for (const origin of [...OTHERS, '']) {
    const headers: Record<string, string> = origin ? { origin } : {};
    const response = await store.send({ url: '/v1/pets', headers });
    t.equal(response.statusCode, 200);
    for (const { headers: received } of [
      response,
      ...(origin ? [await preflight(store, headers)] : []),
    ]) {
      t.notOk('access-control-allow-origin' in received, origin || 'none');
      t.equal(received.vary, 'Origin', 'a cache must not reuse it for a page');
    }
  }
  const unset = await openStore(t);
  const { headers } = await unset.send({ url: '/v1/pets', headers: { origin: PAGE } });
  const response = await preflight(unset);
  t.notOk('vary' in headers);
  t.equal(response.statusCode, 401);
  t.strictSame([...namesOf(headers), ...namesOf(response.headers)], [], 'without CORS_ORIGINS');
});

t.test('lets every page call the API where every origin is allowed', async (t) => {
  const store = await openStore(t, { CORS_ORIGINS: '*' });
  for (const origin of [PAGE, 'null', '']) {
    const { headers } = await store.send({ url: '/v1/pets', headers: origin ? { origin } : {} });
    t.equal(headers['access-control-allow-origin'], '*');
  }
  const { headers } = await preflight(store, { origin: 'null' });
  t.equal(headers['access-control-allow-origin'], '*');
});

const PREFLIGHTS = [
  ...['GET /v1/pets', 'POST /v1/pets', 'PUT /v1/', 'GET /v1/pets/1', 'GET /v1/nothing?limit=5'],
  ...['DELETE /v1/pets', 'GET /v1/%', 'PATCH /v1//a'],
];

t.test('responds to a preflight without a key, for any path and method', async (t) => {
  const store = await openStore(t, SETTINGS);
  for (const request of PREFLIGHTS) {
    const [method = '', url = ''] = request.split(' ');
    const { statusCode, headers, payload } = await preflight(store, { origin: PAGE }, url, method);
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
    const allowed = listOf(headers['access-control-allow-headers']);
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-request-id']) {
      t.ok(allowed.includes(name), name);
    }
  }
  for (const url of ['/healthz', '/docs', '/nothing']) {
    const { headers } = await store.app.inject({ url, headers: { origin: PAGE } });
    t.strictSame(namesOf(headers), [], `${url}, outside the API`);
  }
  t.equal((await preflight(store, { origin: PAGE }, '/nothing')).statusCode, 404);
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

t.test('counts a preflight against no limit, and shows that of its address', async (t) => {
  const store = await openStore(t, { ...SETTINGS, ANONYMOUS_PER_MINUTE: '2' });
  const { send, createKey } = store;
  const remaining = async () => {
    const { statusCode, headers } = await preflight(store);
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
  await preflight(store);
  const own = await send({ url: '/v1/pets', key, headers: { origin: PAGE } });
  t.equal(own.headers['x-ratelimit-remaining'], '0', 'the first request of this customer');
});

t.test('lets the page read why its request is rejected, or has failed', async (t) => {
  const settings = { ...SETTINGS, BAN_AFTER_REFUSALS: '1' };
  const { send, createKey, database } = await openStore(t, settings);
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 1, perDay: 10 } });
  await send({ url: '/v1/pets', key });
  const create = { url: '/v1/pets', method: 'POST' as const };
  const json = { 'content-type': 'application/json', 'idempotency-key': 'one' };
  const requests: [status: number, request: Request][] = [
    [401, { url: '/v1/pets', key: null }],
    [401, { url: '/v1/nothing', key: 'ask_x' }],
    [400, { url: '/v1/pets?limit=0' }],
    [400, { url: '/v1/%' }],
    [400, { ...create, headers: json, payload: '{}' }],
    [404, { url: '/v1/nothing' }],
    [404, { url: '/v1/pets/1' }],
    [405, { url: '/v1/pets', method: 'DELETE' }],
    [413, { ...create, headers: json, payload: 'x'.repeat(70_000) }],
    [415, { ...create, payload: 'x' }],
    [400, { url: '/v1/pets', headers: { host: 'two hosts' } }],
    [429, { url: '/v1/pets', key }],
    [500, { url: '/v1/pets' }],
  ];
  for (const [status, request] of requests) {
    if (status === 500) await database.client.$executeRaw`ALTER TABLE pets RENAME TO elsewhere`;
    const response = await send({ ...request, headers: { ...request.headers, origin: PAGE } });
    t.equal(response.statusCode, status);
    t.equal(response.headers['access-control-allow-origin'], PAGE);
    t.match(response.headers['access-control-expose-headers'], 'Retry-After');
    t.equal(response.headers.vary, 'Origin');
  }
});
