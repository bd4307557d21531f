// Responses: their headers, and faults of the service. request-head.test.ts has the responses to
// requests that cannot be read.

import t from 'tap';
import { errors } from '../../../src/platform/errors/index.ts';
import { openSample, type Request, type Sample } from '../../helper.ts';
import { generateApiKey } from '../../support/key-rules.ts';
import { serve } from '../contract/made-up.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

const REQUESTS: [status: number, request: Request][] = [
  [200, { url: '/v1/widgets' }],
  [200, { url: '/v1/widgets', method: 'HEAD' }],
  [201, { url: '/v1/widgets', method: 'POST', payload: { name: 'Bolt', groupId: 7 } }],
  [400, { url: '/v1/widgets?limit=x' }],
  [400, { url: '/v1/%' }],
  [401, { url: '/v1/widgets', key: null }],
  [404, { url: '/v1/nothing' }],
  [405, { url: '/v1/widgets', method: 'DELETE' }],
];

/** Outside the API. The documentation may run its own scripts. */
const OUTSIDE = ['/', '/%', '/nothing', '/openapi.json', '/openapi.yaml', '/readyz', '/healthz'];
const DOCUMENTATION = ['/docs/', '/docs/static/page.css'];

t.test('every response protects itself, and has an id of its own', async (t) => {
  const { app, send } = await openSample(t, { PUBLIC_URL: 'http://api.example.com/v1' });
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
    t.equal(headers['cache-control'], status === 200 ? 'private, no-cache' : 'no-store');
    check(headers, NOTHING);
  }
  for (const url of OUTSIDE) check((await app.inject(url)).headers, NOTHING);
  for (const url of DOCUMENTATION) check((await app.inject(url)).headers, /^default-src 'self'; /);
  t.equal(ids.size, REQUESTS.length + OUTSIDE.length + DOCUMENTATION.length);
});

t.test('a response is the last of its connection once a stop has begun', async (t) => {
  const { send, stop } = await openSample(t);
  const connection = async () => (await send({ url: '/v1/widgets' })).headers.connection;
  t.equal(await connection(), 'keep-alive');
  stop.abort();
  t.equal(await connection(), 'close');
});

const KEY = generateApiKey();
const ACCEPTED = [
  'x',
  '4bf92f35-77b3.Aa_0',
  'x'.repeat(64),
  'task_4bf92f3577b34da6a3ce929d0e0e4736',
];
const REJECTED = ['', 'x'.repeat(65), 'a b', 'a,b', 'a/b', 'ä', '{"a":1}'];
/** The last one is mistyped. */
const SECRET = [
  KEY,
  `Bearer_${KEY}.1`,
  `${KEY}0`,
  KEY.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
];

t.test('accepts an id from the caller only within the pattern', async (t) => {
  const { send, log } = await openSample(t, { LOG_LEVEL: 'info' });
  for (const id of [...ACCEPTED, ...REJECTED, ...SECRET, ['one', 'two']]) {
    const headers = { 'x-request-id': id };
    const returned = String((await send({ url: '/v1/widgets', headers })).headers['x-request-id']);
    if (ACCEPTED.includes(String(id))) t.equal(returned, id);
    else t.match(returned, UUID, `instead of ${JSON.stringify(id)}`);
    t.equal(JSON.parse(log.at(-1) ?? '')['sample_service.request.id'], returned, 'which is logged');
  }
});

t.test('accepts an id only within the pattern of the contract that it serves', async (t) => {
  const idOf = async (operation: object, id: string) => {
    const paths = { '/x': { get: { operationId: 'read', ...operation } } };
    const { send } = await serve(t, paths, { read: () => undefined });
    return (await send({ url: '/v1/x', headers: { 'x-request-id': id } })).headers['x-request-id'];
  };
  const declaring = (pattern: string) => {
    const schema = { type: 'string', pattern };
    return { responses: { 204: { headers: { 'X-Request-Id': { schema } } } } };
  };
  t.equal(await idOf(declaring('^[a-f0-9-]{36}$|^test-'), 'test-1'), 'test-1');
  t.match(await idOf(declaring('^[a-f0-9-]{36}$|^test-'), 'other-1'), UUID);
  t.match(await idOf(declaring('^'), 'a b'), UUID, 'which is not safe to log');
  t.equal(await idOf({ responses: { 204: {} } }, 'other-1'), 'other-1');
  t.match(await idOf({ responses: { 204: {} } }, 'a b'), UUID);
});

const FAILED = {
  severity_text: 'ERROR',
  body: 'request failed',
  'sample_service.request.id': String,
  'sample_service.count': Number,
  'exception.stacktrace': /\n +at /,
};
/** Requests, the table that each needs, and its log line. */
const FAULTS: [table: string, request: Request, logged: object][] = [
  ['widgets', { url: '/v1/widgets' }, FAILED],
  [
    'widgets',
    { url: '/v1/widgets', method: 'POST', payload: { name: 'Bolt', groupId: 7 } },
    FAILED,
  ],
  ['shipments', { url: '/v1/store/shipments' }, FAILED],
  ['api_keys', { url: '/v1/widgets' }, { ...FAILED, body: 'API keys could not be looked up' }],
];

const rename = ({ alter }: Sample, from: string, to: string) =>
  alter(`ALTER TABLE ${from} RENAME TO ${to}`);

t.test('logs the cause of a fault, once, and does not expose it', async (t) => {
  for (const [table, request, logged] of FAULTS) {
    const store = await openSample(t, { LOG_LEVEL: 'error' });
    await rename(store, table, 'elsewhere');
    const { statusCode, payload, headers } = await store.send(request);
    t.strictSame([statusCode, payload], [500, errors.internalError.body], table);
    t.notMatch(JSON.stringify(headers), /table|prisma|select|elsewhere/i);
    t.type(headers['x-ratelimit-remaining'], 'string');
    t.equal(store.log.length, 1);
    const line = JSON.parse(store.log[0] ?? '');
    t.match(line, logged);
    const cause = new RegExp(`\\b${table}\\b.* does not exist|no such table: ${table}`);
    t.match(line['exception.message'], cause);
    await rename(store, 'elsewhere', table);
    t.ok((await store.send(request)).statusCode < 500, 'it is over with its cause');
    await store.app.close();
  }
});

t.test('logs a frequent fault once a second, with its count', async (t) => {
  const store = await openSample(t, { LOG_LEVEL: 'error' });
  await rename(store, 'widgets', 'elsewhere');
  // No more than one caller may send in a tick, however long it takes.
  const urls = [...Array(60).fill('/v1/widgets'), ...Array(30).fill('/v1/widgets/1')];
  await Promise.all(urls.map((url) => store.send({ url })));
  await store.app.close();
  let count = 0;
  for (const line of store.log.map((line) => JSON.parse(line))) {
    t.match(line, FAILED);
    count += line['sample_service.count'];
  }
  t.ok(store.log.length < 20, `${store.log.length} lines`);
  t.equal(count, urls.length);
});

const POST = { url: '/v1/widgets', method: 'POST' } as const;
const MISTAKES: Request[] = [
  ...REQUESTS.map(([, request]) => request),
  { url: '/v1/widgets', key: 'x' },
  { ...POST, payload: '{', headers: { 'content-type': 'text/plain' } },
  { ...POST, payload: 'x'.repeat(70_000) },
];
const NO_PATHS = [
  '/index.html',
  '/v1x',
  '/v2/widgets',
  '/docs/nothing',
  '/openapi',
  '//v1/widgets',
];
const NO_FILES = ['nothing.js', '..%2f..%2fpackage.json', ''].map((it) => `/docs/static/${it}`);

t.test('does not log mistakes of callers, and returns 404 outside the API', async (t) => {
  const { app, send, log } = await openSample(t, { LOG_LEVEL: 'warn' });
  for (const request of MISTAKES) await send(request);
  const large = { method: 'POST', payload: 'x'.repeat(100_000) } as const;
  for (const request of [...NO_PATHS, ...NO_FILES].flatMap((url) => [{ url }, { ...large, url }])) {
    const { statusCode, payload, headers } = await app.inject(request);
    t.strictSame([statusCode, payload], [404, errors.pathNotFound.body], request.url);
    t.equal(headers['content-type'], 'application/json');
  }
  t.strictSame(log, []);
});
