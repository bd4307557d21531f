import t from 'tap';
import { openStore, type Request } from '../helper.ts';

const INTERNAL = {
  code: 'internal_error',
  message: 'An internal error occurred. Please try again later.',
  status: 500,
};
const PATH_NOT_FOUND = {
  code: 'path_not_found',
  message: 'This path does not exist.',
  status: 404,
};

const FAILED = {
  severity_text: 'ERROR',
  body: 'request failed',
  'animal_store.request.id': String,
  trace_id: String,
  'animal_store.count': Number,
};
const NOT_LOOKED_UP = {
  severity_text: 'ERROR',
  body: 'API keys could not be looked up',
  'animal_store.count': 1,
};

/** Requests, a table that each needs, and what is logged. */
const FAULTS: [table: string, request: Request, logged: object][] = [
  ['pets', { url: '/v1/pets' }, FAILED],
  ['pets', { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } }, FAILED],
  ['pets', { url: '/v1/pets/1' }, FAILED],
  ['orders', { url: '/v1/store/orders' }, FAILED],
  ['api_keys', { url: '/v1/pets' }, NOT_LOOKED_UP],
  ['customers', { url: '/v1/pets' }, NOT_LOOKED_UP],
];

t.test('logs the cause of a fault, once, and does not expose it', async (t) => {
  for (const [table, request, logged] of FAULTS) {
    const { app, send, database, log } = await openStore(t, { LOG_LEVEL: 'error' });
    const rename = (from: string, to: string) =>
      database.client.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename(table, 'elsewhere');
    const response = await send(request);
    t.strictSame([response.statusCode, response.json()], [500, INTERNAL], table);
    t.notMatch(JSON.stringify(response.headers), /table|prisma|select|elsewhere/i);
    t.type(response.headers['x-ratelimit-remaining'], 'string');

    t.equal(log.length, 1);
    const line = JSON.parse(log[0] ?? '');
    t.match(line, logged);
    const cause = new RegExp(`\\b${table}\\b.* does not exist|no such table: ${table}`);
    t.match(line['exception.message'], cause);
    t.match(line['exception.stacktrace'], /\n +at /);
    await rename('elsewhere', table);
    t.ok((await send(request)).statusCode < 500, 'it is over with its cause');
    await app.close();
  }
});

t.test('logs a fault that every request has once a second, with its count', async (t) => {
  const { app, send, database, log } = await openStore(t, { LOG_LEVEL: 'error' });
  await database.client.$executeRawUnsafe('ALTER TABLE pets RENAME TO elsewhere');
  // No more than one caller may send in a tick, however long it takes.
  const [lists, gets] = [60, 30];
  await Promise.all([
    ...Array.from({ length: lists }, () => send({ url: '/v1/pets' })),
    ...Array.from({ length: gets }, () => send({ url: '/v1/pets/1' })),
  ]);
  await app.close();
  const lines = log.map((line) => JSON.parse(line));
  t.ok(lines.length < 20, `${lines.length} lines`);
  const sum = lines.reduce((total, line) => total + line['animal_store.count'], 0);
  t.equal(sum, lists + gets);
  for (const line of lines) t.match(line, { ...FAILED, 'exception.stacktrace': /\n +at / });
});

const OUTSIDE = ['/index.html', '/nothing', '/v1x', '/v2/pets', '/docs/nothing', '/openapi'];
const OUTSIDE_FILES = [
  '/docs/static/nothing.js',
  '/docs/static/..%2f..%2fpackage.json',
  '//v1/pets',
];
const BODIES: [type: string, payload: string][] = [
  ...['{}', '{', '', '{"__proto__":1}', 'x'.repeat(100_000)].map((payload): [string, string] => [
    'application/json',
    payload,
  ]),
  ['text/plain', 'x'],
  ['nonsense', 'x'],
];

t.test('a mistake of the caller is no error in the log, and 404 outside the API', async (t) => {
  const { app, send, log } = await openStore(t, { LOG_LEVEL: 'warn' });
  const requests: Request[] = [
    { url: '/v1/pets', key: null },
    { url: '/v1/pets', key: 'x' },
    { url: '/v1/pets?limit=x' },
    { url: '/v1/pets/1' },
    { url: '/v1/%' },
    { url: '/v1/pets', method: 'DELETE' },
    { url: '/v1/pets', method: 'POST', payload: '{', headers: { 'content-type': 'text/plain' } },
    { url: '/v1/pets', method: 'POST', payload: 'x'.repeat(70_000) },
  ];
  for (const request of requests) await send(request);
  for (const url of [...OUTSIDE, ...OUTSIDE_FILES]) {
    const response = await app.inject({ url });
    t.strictSame([response.statusCode, response.json()], [404, PATH_NOT_FOUND], url);
    t.equal(response.headers['content-type'], 'application/json');
  }
  for (const [type, payload] of BODIES) {
    for (const url of ['/', '/nothing', '/openapi.json', '/docs']) {
      const headers = { 'content-type': type };
      const response = await app.inject({ url, method: 'POST', headers, payload });
      const name = `${type} ${payload.slice(0, 20)} to ${url}`;
      t.strictSame([response.statusCode, response.json()], [404, PATH_NOT_FOUND], name);
    }
  }
  t.strictSame(log, []);
});
