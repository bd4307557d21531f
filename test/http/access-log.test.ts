import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { createApiKey } from '../../src/keys/api-key.ts';
import { openStore, type Request } from '../helper.ts';

/** Requests, and the fields of their log line. */
const REQUESTS: [fields: object, request: Request][] = [
  [{ operationId: 'listPets', apiKeyId: 1, statusCode: 200 }, { url: '/v1/pets' }],
  [
    { operationId: 'createPet', apiKeyId: 1, statusCode: 201 },
    { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } },
  ],
  [{ operationId: 'getPet', apiKeyId: 1, statusCode: 404 }, { url: '/v1/pets/4711' }],
  [{ operationId: 'listPets', apiKeyId: 1, statusCode: 400 }, { url: '/v1/pets?limit=x' }],
  [{ operationId: 'listOrders', apiKeyId: 1, statusCode: 200 }, { url: '/v1/store/orders' }],
  [
    { operationId: 'listPets', apiKeyId: 1, statusCode: 200 },
    { url: '/v1/pets', method: 'HEAD' },
  ],
  [{ apiKeyId: 1, statusCode: 404 }, { url: '/v1/nothing' }],
  [
    { apiKeyId: 1, statusCode: 405 },
    { url: '/v1/pets', method: 'DELETE' },
  ],
  [{ apiKeyId: 1, statusCode: 400 }, { url: '/v1/%' }],
  [
    { operationId: 'listPets', statusCode: 401 },
    { url: '/v1/pets', key: null },
  ],
  [
    { operationId: 'listPets', statusCode: 401 },
    { url: '/v1/pets', key: createApiKey() },
  ],
  [{ statusCode: 401 }, { url: '/v1/nothing', key: 'x' }],
];

t.test('logs one line for every response, and nothing else', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const [fields, request] of REQUESTS) {
    const { length } = log;
    await send(request);
    t.equal(log.length, length + 1);
    const { time, pid, hostname, reqId, durationMs, ...line } = JSON.parse(log[length] ?? '');
    t.strictSame(line, { level: 30, msg: 'request completed', ...fields });
    t.ok(durationMs > 0 && durationMs < 60_000, `it took ${durationMs} ms`);
    t.match({ time, pid, hostname, reqId }, { time: Number, pid: process.pid, reqId: /./ });
  }
});

t.test('logs requests outside the API too', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const [url, statusCode] of [
    ['/openapi.json', 200],
    ['/nothing', 404],
  ] as const) {
    await app.inject({ url });
    t.match(JSON.parse(log.at(-1) ?? ''), { msg: 'request completed', statusCode });
  }
  t.equal(log.length, 2);
});

t.test('never logs a key, valid or not, nor any other content of a request', async (t) => {
  const { app, send, key, createKey, database, log } = await openStore(t, {
    LOG_LEVEL: 'trace',
    BAN_AFTER_REFUSALS: '1',
  });
  const limits = { perMinute: 1, perDay: 1 };
  const limited = await createKey({ plan: 'enterprise', limits });
  const keys = [key, limited.key, createApiKey(), 'not-a-key'];
  const secret = { 'x-secret': 'not-to-be-logged', cookie: 'not-to-be-logged' };
  const callAll = async () => {
    for (const caller of keys) {
      await send({ url: '/v1/pets', key: caller, headers: secret });
      await send({ url: `/v1/pets?key=${caller}`, key: caller });
      await app.inject({ url: `/v1/${caller}`, headers: { authorization: `Bearer ${caller}` } });
      await send({ url: '/v1/pets', headers: { authorization: `Basic ${caller}` } });
    }
  };
  await callAll();
  for (const table of ['pets', 'api_keys']) {
    await database.client.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO no_${table}`);
    await callAll();
  }
  t.ok(
    log.some((line) => JSON.parse(line).level === 50),
    'faults were logged',
  );
  t.ok(
    log.some((line) => JSON.parse(line).level === 40),
    'a ban was logged',
  );
  for (const text of [...keys, ...keys.map((caller) => caller.slice(4, 20)), 'not-to-be-logged']) {
    t.notOk(
      log.some((line) => line.includes(text)),
      text,
    );
  }
});

t.test('logs no fault when a client disconnects before its request is complete', async (t) => {
  const { app, key, log } = await openStore(t, { LOG_LEVEL: 'warn' });
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /v1/pets HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 29\r\nExpect: 100-continue\r\n\r\n',
  );
  await once(socket, 'data');
  socket.end('{"name":');
  await once(socket, 'close');
  await app.close();
  t.strictSame(log, []);
});
