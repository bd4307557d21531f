import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../src/contract/handler.ts';
import { createApiKey } from '../../src/keys/api-key.ts';
import { responding, serve } from '../contract/made-up.ts';
import { openStore, type Request } from '../helper.ts';
import { exchange } from '../support/raw-http.ts';
import { until } from '../support/until.ts';

const PETS = { 'http.route': '/v1/pets', 'animal_store.operation.id': 'listPets' };
const KEY = { 'animal_store.customer.id': 1, 'animal_store.api_key.id': 1 };
const status = (code: number, error?: string) => ({
  'http.response.status_code': code,
  ...(error && { 'error.type': error }),
});

/** Requests, and the fields of their log line that differ. */
const REQUESTS: [fields: object, request: Request][] = [
  [{ ...PETS, ...KEY, ...status(200) }, { url: '/v1/pets' }],
  [
    { ...PETS, ...KEY, ...status(200) },
    { url: '/v1/pets', method: 'HEAD' },
  ],
  [
    { ...PETS, ...KEY, ...status(201), 'animal_store.operation.id': 'createPet' },
    { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } },
  ],
  [
    {
      ...{ ...KEY, ...status(404, 'pet_not_found'), 'http.route': '/v1/pets/{petId}' },
      'animal_store.operation.id': 'getPet',
    },
    { url: '/v1/pets/4711' },
  ],
  [{ ...PETS, ...KEY, ...status(400, 'invalid_parameter') }, { url: '/v1/pets?limit=x' }],
  [{ ...KEY, ...status(404, 'path_not_found') }, { url: '/v1/nothing' }],
  [
    { ...KEY, ...status(405, 'method_not_allowed') },
    { url: '/v1/pets', method: 'DELETE' },
  ],
  [{ ...KEY, ...status(400, 'malformed_request') }, { url: '/v1/%' }],
  [
    { ...PETS, ...status(401, 'api_key_missing') },
    { url: '/v1/pets', key: null },
  ],
  [
    { ...PETS, ...status(401, 'api_key_invalid') },
    { url: '/v1/pets', key: createApiKey() },
  ],
  [status(401, 'api_key_invalid'), { url: '/v1/nothing', key: 'x' }],
];

t.test('logs one line for every response, and nothing else', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const [fields, request] of REQUESTS) {
    const { length } = log;
    const { payload, headers } = await send(request);
    t.equal(log.length, length + 1);
    const line = JSON.parse(log[length] ?? '');
    const { timestamp, trace_id, span_id, 'http.server.request.duration': seconds, ...rest } = line;
    t.strictSame(rest, {
      ...fields,
      severity_text: 'INFO',
      severity_number: 9,
      'process.pid': process.pid,
      'host.name': hostname(),
      trace_flags: '00',
      'animal_store.request.id': headers['x-request-id'],
      'client.address': '127.0.0.1',
      'network.protocol.version': '1.1',
      'http.request.method': request.method ?? 'GET',
      'http.response.body.size': Buffer.byteLength(payload),
      body: 'request completed',
    });
    t.ok(seconds > 0, `it took ${seconds} s`);
    t.equal(new Date(timestamp).toISOString(), timestamp);
    t.match([trace_id, span_id], [/^[\da-f]{32}$/, /^[\da-f]{16}$/]);
  }
});

t.test('logs requests outside the API and 429 too, but no probes', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info', ANONYMOUS_PER_MINUTE: '1' });
  const logged = [
    ['/openapi.json', { ...status(200), 'http.route': '/openapi.json' }],
    ['/nothing', status(404)],
    ['/v1/pets', status(401)],
    ['/v1/pets', { ...status(429, 'rate_limit_exceeded'), 'client.address': '127.0.0.1' }],
  ] as const;
  for (const [url, fields] of logged) {
    await app.inject({ url });
    t.match(JSON.parse(log.at(-1) ?? ''), { body: 'request completed', ...fields });
  }
  for (const url of ['/healthz', '/readyz']) await app.inject({ url });
  t.equal(log.length, logged.length);
});

/** The address that a client claims, and the one that is logged of a proxy's request. */
const FORWARDED: [field: string | undefined, address: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
  ['[2001:db8::a:1]:4711', '2001:db8::a:1'],
  ['"\\\n{}', '127.0.0.1'],
  ['fe80::1%"', '127.0.0.1'],
  [undefined, '127.0.0.1'],
];

t.test('logs the address of the client as trusted', async (t) => {
  const behindProxy = await openStore(t, { LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' });
  const alone = await openStore(t, { LOG_LEVEL: 'info' });
  for (const [field, address] of FORWARDED) {
    const headers = field === undefined ? {} : { 'x-forwarded-for': field };
    for (const [{ send, log }, expected] of [
      [behindProxy, address],
      [alone, '127.0.0.1'],
    ] as const) {
      await send({ url: '/v1/pets', key: null, headers });
      t.equal(JSON.parse(log.at(-1) ?? '')['client.address'], expected, field ?? 'none');
    }
  }
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
  const levels = log.map((line) => JSON.parse(line).severity_text);
  t.ok(levels.includes('ERROR'), 'faults were logged');
  t.ok(levels.includes('WARN'), 'a ban was logged');
  const all = log.join('');
  for (const text of [...keys, ...keys.map((caller) => caller.slice(4, 20)), 'not-to-be-logged']) {
    t.notOk(all.includes(text), text);
  }
});

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
/** What is known of every request that is aborted. */
const ABORTED = {
  body: 'request aborted',
  trace_id: '0af7651916cd43dd8448eb211c80319c',
  parent_span_id: 'b7ad6b7169203331',
  'client.address': '127.0.0.1',
  'http.request.method': 'GET',
  'http.route': '/v1/x',
  'animal_store.customer.id': 1,
  'http.server.request.duration': Number,
};

/** A store with one operation, whose handler a test controls. */
async function openSlow(t: Test, handler: AnyHandlers['it']) {
  const paths = { '/x': { get: { operationId: 'it', ...responding({ type: 'string' }) } } };
  const store = await serve(t, paths, { it: handler }, { LOG_LEVEL: 'info' });
  await store.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = store.app.server.address() as AddressInfo;
  const fields = `host: a\r\nauthorization: Bearer ${store.key}\r\ntraceparent: ${TRACEPARENT}\r\n`;
  const request = `GET /v1/x HTTP/1.1\r\n${fields}\r\n`;
  const lines = () =>
    store.log.map((line) => JSON.parse(line)).filter(({ body }) => body.startsWith('request'));
  const firstLine = async () => {
    await until(() => lines().length > 0, 'it is logged');
    return lines()[0];
  };
  return { ...store, port, request, lines, firstLine };
}

/** How a client hangs up. */
const HANG_UPS: Record<string, (socket: Socket) => void> = {
  'closes the connection': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
};

for (const [name, hangUp] of Object.entries(HANG_UPS)) {
  t.test(`logs one line, without a status, when a client ${name} too early`, async (t) => {
    const began = Promise.withResolvers<void>();
    const response = Promise.withResolvers<string>();
    const store = await openSlow(t, () => {
      began.resolve();
      return response.promise;
    });
    const socket = connect(store.port, '127.0.0.1');
    socket.on('error', () => undefined);
    // The second one is waiting for the first, and never begun.
    socket.write(store.request.repeat(2));
    await began.promise;
    hangUp(socket);
    const line = await store.firstLine();
    t.match(line, { ...ABORTED, 'error.type': 'client_disconnected' });
    t.notOk('http.response.status_code' in line);
    response.resolve('too late');
    await store.app.close();
    t.equal(store.lines().length, 1);
  });
}

t.test('logs the status of a response that is not received to its end', async (t) => {
  const store = await openSlow(t, () => 'x'.repeat(50_000_000));
  const socket = connect(store.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(store.request);
  await once(socket, 'readable');
  socket.resetAndDestroy();
  const line = await store.firstLine();
  t.match(line, { ...ABORTED, 'error.type': 'client_disconnected', ...status(200) });
  t.notOk('http.response.body.size' in line, 'what of it was received is not known');
});

t.test('does not blame the client for a connection that the service closes', async (t) => {
  const store = await openSlow(t, () => {
    store.app.server.closeAllConnections();
    return 'x';
  });
  t.equal(await exchange(store.port, store.request), '');
  t.match(await store.firstLine(), { ...ABORTED, 'error.type': 'connection_closed' });
});

t.test('logs one line for a body that cannot be read, with what its head says', async (t) => {
  const { app, key, log } = await openStore(t, { LOG_LEVEL: 'info' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const fields = `host: a\r\nauthorization: Bearer ${key}\r\ntraceparent: ${TRACEPARENT}\r\n`;
  const received = await exchange(
    port,
    `POST /v1/pets HTTP/1.1\r\n${fields}content-type: application/json\r\n` +
      'transfer-encoding: chunked\r\nx-request-id: mine\r\n\r\nno chunk\r\n',
  );
  const lines = log.slice(1).map((line) => JSON.parse(line));
  t.equal(lines.length, 1);
  t.match(lines[0], {
    ...status(400, 'malformed_request'),
    body: 'request completed',
    trace_id: ABORTED.trace_id,
    'client.address': '127.0.0.1',
    'http.request.method': 'POST',
    'network.protocol.version': '1.1',
    'http.response.body.size': received.split('\r\n\r\n')[1]?.length,
  });
  const garbage = await exchange(port, 'HELLO\r\n\r\n');
  t.equal(log.length, 3);
  t.match(JSON.parse(log[2] ?? ''), {
    ...status(400, 'malformed_request'),
    'animal_store.request.id': /\r\nx-request-id: (\S+)/i.exec(garbage)?.[1],
    'client.address': '127.0.0.1',
  });
});

t.test('logs no fault when a client disconnects, nor responses at a higher level', async (t) => {
  const { app, send, key, log } = await openStore(t, { LOG_LEVEL: 'warn' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  await send({ url: '/v1/pets' });
  await exchange(port, 'HELLO\r\n\r\n');
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n` +
      'content-type: application/json\r\ncontent-length: 29\r\nexpect: 100-continue\r\n\r\n',
  );
  await once(socket, 'data');
  socket.end('{"name":');
  await once(socket, 'close');
  await app.close();
  t.strictSame(log, []);
});
