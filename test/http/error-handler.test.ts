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

/** A request for every operation, a table that it needs, and what is logged. */
const FAULTS: [table: string, request: Request, logged: object][] = [
  ['pets', { url: '/v1/pets' }, FAILED],
  ['pets', { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } }, FAILED],
  ['pets', { url: '/v1/pets/1' }, FAILED],
  ['orders', { url: '/v1/store/orders' }, FAILED],
  ['api_keys', { url: '/v1/pets' }, NOT_LOOKED_UP],
  ['customers', { url: '/v1/pets' }, NOT_LOOKED_UP],
];

for (const [table, request, logged] of FAULTS) {
  const name = `${request.method ?? 'GET'} ${request.url}`;
  t.test(`does not expose the cause when ${name} fails without the table ${table}`, async (t) => {
    const { send, database, log } = await openStore(t, { LOG_LEVEL: 'error' });
    await database.client.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO elsewhere`);
    const response = await send(request);
    t.strictSame([response.statusCode, response.json()], [500, INTERNAL]);
    t.notMatch(
      JSON.stringify(response.headers),
      new RegExp(`table|prisma|select|main\\.${table}`, 'i'),
    );
    t.type(response.headers['x-ratelimit-remaining'], 'string');

    t.equal(log.length, 1, 'the cause is logged, once');
    const line = JSON.parse(log[0] ?? '');
    t.match(line, logged);
    t.match(
      line['exception.message'],
      new RegExp(`\\b${table}\\b.* does not exist|no such table: ${table}`),
    );
    t.match(line['exception.stacktrace'], /\n +at /);
  });
}

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

t.test('recovers from a fault', async (t) => {
  const { send, database } = await openStore(t);
  await database.client.$executeRawUnsafe('ALTER TABLE pets RENAME TO elsewhere');
  t.equal((await send({ url: '/v1/pets' })).statusCode, 500);
  await database.client.$executeRawUnsafe('ALTER TABLE elsewhere RENAME TO pets');
  t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
});

t.test('logs no error for a mistake of the caller', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'warn' });
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
  t.strictSame(log, []);
});

t.test('returns 404 outside the API, whatever the body, and logs no error', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'warn' });
  const paths = [
    '/index.html',
    '/nothing',
    '/v1x',
    '/v2/pets',
    '/docs/nothing',
    '/docs/static/nothing.js',
  ];
  for (const url of [...paths, '/docs/static/..%2f..%2fpackage.json', '/openapi', '//v1/pets']) {
    const response = await app.inject({ url });
    t.strictSame([response.statusCode, response.json()], [404, PATH_NOT_FOUND], url);
    t.equal(response.headers['content-type'], 'application/json');
  }
  const bodies: [type: string, payload: string][] = [
    ['application/json', '{}'],
    ['application/json', '{'],
    ['application/json', ''],
    ['application/json', '{"__proto__":1}'],
    ['application/json', 'x'.repeat(100_000)],
    ['text/plain', 'x'],
    ['application/xml', '<x/>'],
    ['nonsense', 'x'],
  ];
  for (const [type, payload] of bodies) {
    for (const url of ['/', '/nothing', '/openapi.json', '/docs']) {
      const headers = { 'content-type': type };
      const response = await app.inject({ url, method: 'POST', headers, payload });
      const name = `${type} ${payload.slice(0, 20)} to ${url}`;
      t.strictSame([response.statusCode, response.json()], [404, PATH_NOT_FOUND], name);
    }
  }
  t.strictSame(log, []);
});
