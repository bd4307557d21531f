import t from 'tap';
import { openStore, type Request } from '../helper.ts';

/*
 * What every response has, and what none has. connection-errors.test.ts has those to what is no request.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const A_YEAR = 'max-age=31536000';

const REQUESTS: [status: number, request: Request][] = [
  [200, { url: '/v1/pets' }],
  [200, { url: '/v1/pets', method: 'HEAD' }],
  [201, { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } }],
  [400, { url: '/v1/pets?limit=x' }],
  [400, { url: '/v1/%' }],
  [401, { url: '/v1/pets', key: null }],
  [404, { url: '/v1/nothing' }],
  [405, { url: '/v1/pets', method: 'DELETE' }],
];

/** Outside the API; those of the documentation may run its own scripts. */
const OUTSIDE = ['/', '/%', '/nothing', '/openapi.json', '/openapi.yaml', '/readyz', '/healthz'];
const DOCUMENTATION = ['/docs/', '/docs/static/page.css'];

t.test('every response protects itself, and has an id of its own', async (t) => {
  const { app, send } = await openStore(t);
  const ids = new Set<unknown>();
  const check = (headers: Readonly<Record<string, unknown>>, policy: string | RegExp) => {
    t.match(headers['x-request-id'], UUID);
    ids.add(headers['x-request-id']);
    t.equal(headers['x-content-type-options'], 'nosniff');
    t.match(headers['content-security-policy'], policy);
    t.notOk('strict-transport-security' in headers, 'RFC 6797 forbids it without https');
    t.notMatch(JSON.stringify(headers), /fastify|node|"server"|x-powered-by/i);
  };
  for (const [status, request] of REQUESTS) {
    const { statusCode, headers } = await send(request);
    t.equal(statusCode, status);
    t.equal(headers['cache-control'], 'no-store');
    check(headers, NOTHING);
  }
  for (const url of OUTSIDE) check((await app.inject(url)).headers, NOTHING);
  for (const url of DOCUMENTATION) check((await app.inject(url)).headers, /^default-src 'self'; /);
  t.equal(ids.size, REQUESTS.length + OUTSIDE.length + DOCUMENTATION.length);
  const { headers } = await app.inject('/docs/static/page.js');
  t.match(headers, { 'cache-control': /^public/, etag: String });
});

t.test('requires https for a year where the service is published over https', async (t) => {
  const https = await openStore(t, { PUBLIC_URL: 'https://api.example.com/v1' });
  const http = await openStore(t, { PUBLIC_URL: 'http://api.example.com/v1' });
  for (const url of ['/v1/pets', '/v1/nothing', '/docs/']) {
    const security = (await https.app.inject(url)).headers['strict-transport-security'];
    t.equal(security, A_YEAR, url);
    t.notOk('strict-transport-security' in (await http.app.inject(url)).headers);
  }
});

const ACCEPTED = ['x', '4bf92f35-77b3.Aa_0', 'x'.repeat(64), '-', '...'];
const REJECTED = ['', 'x'.repeat(65), 'a b', 'a,b', 'a\tb', 'a/b', 'ä', '<b>', '"a"', '{"a":1}'];

t.test('accepts an id from the caller only within the pattern', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const id of [...ACCEPTED, ...REJECTED, ['one', 'two']]) {
    const headers = { 'x-request-id': id };
    const returned = String((await send({ url: '/v1/pets', headers })).headers['x-request-id']);
    if (ACCEPTED.includes(String(id))) t.equal(returned, id);
    else t.match(returned, UUID, `instead of ${JSON.stringify(id)}`);
    t.equal(JSON.parse(log.at(-1) ?? '')['animal_store.request.id'], returned, 'which is logged');
  }
});
