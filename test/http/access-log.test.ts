import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../src/contract/handler.ts';
import { createApiKey } from '../../src/keys/api-key.ts';
import { responding, serve } from '../contract/made-up.ts';
import { openStore, type Request } from '../helper.ts';
import { exchange } from '../support/raw-http.ts';

const PETS = { 'http.route': '/v1/pets', 'animal_store.operation.id': 'listPets' };
const KEY = { 'animal_store.customer.id': 1, 'animal_store.api_key.id': 1 };
const OK = { 'http.response.status_code': 200 };
const UNKNOWN = { 'error.type': 'path_not_found', 'http.response.status_code': 404 };

/** Requests, and the fields of their log line that differ. */
const REQUESTS: [fields: object, request: Request][] = [
  [{ ...PETS, ...KEY, ...OK }, { url: '/v1/pets' }],
  [
    {
      ...{ ...PETS, ...KEY, 'animal_store.operation.id': 'createPet' },
      'http.response.status_code': 201,
    },
    { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } },
  ],
  [
    {
      ...KEY,
      'http.route': '/v1/pets/{petId}',
      'animal_store.operation.id': 'getPet',
      'error.type': 'pet_not_found',
      'http.response.status_code': 404,
    },
    { url: '/v1/pets/4711' },
  ],
  [
    { ...PETS, ...KEY, 'error.type': 'invalid_parameter', 'http.response.status_code': 400 },
    { url: '/v1/pets?limit=x' },
  ],
  [
    { ...PETS, ...KEY, ...OK },
    { url: '/v1/pets', method: 'HEAD' },
  ],
  [{ ...KEY, ...UNKNOWN }, { url: '/v1/nothing' }],
  [
    { ...KEY, 'error.type': 'method_not_allowed', 'http.response.status_code': 405 },
    { url: '/v1/pets', method: 'DELETE' },
  ],
  [
    { ...KEY, 'error.type': 'malformed_request', 'http.response.status_code': 400 },
    { url: '/v1/%' },
  ],
  [
    { ...PETS, 'error.type': 'api_key_missing', 'http.response.status_code': 401 },
    { url: '/v1/pets', key: null },
  ],
  [
    { ...PETS, 'error.type': 'api_key_invalid', 'http.response.status_code': 401 },
    { url: '/v1/pets', key: createApiKey() },
  ],
  [
    { 'error.type': 'api_key_invalid', 'http.response.status_code': 401 },
    { url: '/v1/nothing', key: 'x' },
  ],
];

t.test('logs one line for every response, and nothing else', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const [fields, request] of REQUESTS) {
    const { length } = log;
    const { method = 'GET' } = request;
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
      'http.request.method': method,
      'http.response.body.size': Buffer.byteLength(payload),
      body: 'request completed',
    });
    t.ok(seconds > 0 && seconds < 60, `it took ${seconds} s`);
    t.equal(new Date(timestamp).toISOString(), timestamp);
    t.match([trace_id, span_id], [/^[\da-f]{32}$/, /^[\da-f]{16}$/]);
  }
});

t.test('logs requests outside the API too, but no probes', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const [url, status, route] of [
    ['/openapi.json', 200, '/openapi.json'],
    ['/nothing', 404, undefined],
  ] as const) {
    await app.inject({ url });
    t.match(JSON.parse(log.at(-1) ?? ''), {
      body: 'request completed',
      'http.response.status_code': status,
      'http.route': route,
    });
  }
  for (const url of ['/healthz', '/readyz']) await app.inject({ url });
  t.equal(log.length, 2);
});

/** The address that a client claims, and the one that is logged of a proxy's request. */
const FORWARDED: [field: string | undefined, address: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::a:1]:4711', '2001:db8::a:1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['unknown', '127.0.0.1'],
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

t.test('logs where a request comes from that was rejected with 429', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'info', ANONYMOUS_PER_MINUTE: '1' });
  for (let i = 0; i < 2; i += 1) await send({ url: '/v1/pets', key: null });
  t.match(JSON.parse(log[1] ?? ''), {
    'client.address': '127.0.0.1',
    'http.response.status_code': 429,
    'error.type': 'rate_limit_exceeded',
  });
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
    log.some((line) => JSON.parse(line).severity_text === 'ERROR'),
    'faults were logged',
  );
  t.ok(
    log.some((line) => JSON.parse(line).severity_text === 'WARN'),
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

/** A store with one operation, whose handler a test controls, and its connections. */
async function openSlow(t: Test, handler: AnyHandlers['it'], mediaType = 'text/plain') {
  const paths = { '/x': { get: { operationId: 'it', ...responding({}, mediaType) } } };
  const store = await serve(t, paths, { it: handler }, { LOG_LEVEL: 'info' });
  await store.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = store.app.server.address() as AddressInfo;
  const fields = `host: a\r\nauthorization: Bearer ${store.key}\r\ntraceparent: ${TRACEPARENT}\r\n`;
  const request = `GET /v1/x HTTP/1.1\r\n${fields}\r\n`;
  const lines = () =>
    store.log.map((line) => JSON.parse(line)).filter(({ body }) => body.startsWith('request'));

  /** Waits for so many lines of the access log. */
  async function linesOnce(count: number) {
    while (lines().length < count) await wait(5);
    return lines();
  }

  return { ...store, port, request, lines, linesOnce };
}

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
/** What is known of every request that is aborted. */
const ABORTED_REQUEST = {
  body: 'request aborted',
  trace_id: '0af7651916cd43dd8448eb211c80319c',
  parent_span_id: 'b7ad6b7169203331',
  'client.address': '127.0.0.1',
  'http.request.method': 'GET',
  'http.route': '/v1/x',
  'animal_store.customer.id': 1,
  'http.server.request.duration': Number,
};

/** How a client hangs up. */
const HANG_UPS: Record<string, (socket: Socket) => void> = {
  'closes the connection': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'ends its process': (socket) => socket.destroy(),
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
    const [line] = await store.linesOnce(1);
    t.match(line, { ...ABORTED_REQUEST, 'error.type': 'client_disconnected' });
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
  const lines = await store.linesOnce(1);
  t.match(lines, [
    { ...ABORTED_REQUEST, 'error.type': 'client_disconnected', 'http.response.status_code': 200 },
  ]);
  t.notOk('http.response.body.size' in lines[0], 'what of it was received is not known');
});

t.test('does not blame the client for a connection that the service closes', async (t) => {
  const store = await openSlow(t, () => {
    store.app.server.closeAllConnections();
    return 'x';
  });
  t.equal(await exchange(store.port, store.request), '');
  t.match(await store.linesOnce(1), [{ ...ABORTED_REQUEST, 'error.type': 'connection_closed' }]);
});

t.test('logs how much was sent of a response whose length was not known before', async (t) => {
  async function* pieces() {
    yield Buffer.from('a');
    yield Buffer.from('bc');
  }
  const store = await openSlow(t, pieces, 'application/octet-stream');
  const received = await exchange(store.port, store.request.repeat(2), /(0\r\n\r\n.*){2}$/s);
  const lines = await store.linesOnce(2);
  for (const line of lines) {
    t.equal(line['http.response.size'], received.length / 2, 'with the head');
    t.notOk('http.response.body.size' in line);
  }
  const { payload } = await store.send({ url: '/v1/x' });
  t.equal(payload, 'abc');
});

t.test('logs one line for a body that cannot be read, with what its head says', async (t) => {
  const { app, key, log } = await openStore(t, { LOG_LEVEL: 'info' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const fields = `host: a\r\nauthorization: Bearer ${key}\r\ntraceparent: ${TRACEPARENT}\r\n`;
  const post = `POST /v1/pets HTTP/1.1\r\n${fields}content-type: application/json\r\n`;
  const unreadable = `${post}transfer-encoding: chunked\r\nx-request-id: mine\r\n\r\nno chunk\r\n`;
  const expected = {
    body: 'request completed',
    trace_id: ABORTED_REQUEST.trace_id,
    'client.address': '127.0.0.1',
    'http.request.method': 'POST',
    'network.protocol.version': '1.1',
    'http.response.status_code': 400,
    'error.type': 'malformed_request',
  };

  const lines = () => log.slice(1).map((line) => JSON.parse(line));

  const received = await exchange(port, unreadable);
  const size = received.split('\r\n\r\n')[1]?.length;
  t.equal(lines().length, 1);
  t.match(lines()[0], { ...expected, 'http.response.body.size': size });

  // On a connection that is in use the request is begun at once.
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(`GET /v1/pets HTTP/1.1\r\n${fields}\r\n`);
  await once(socket, 'data');
  socket.write(unreadable);
  const [response] = await once(socket, 'data');
  await once(socket, 'close');
  t.match(response, /^HTTP\/1\.1 400 .*\r\nx-request-id: mine\r\n/s);
  await app.close();
  t.equal(lines().length, 3);
  t.match(lines()[2], {
    ...expected,
    'animal_store.request.id': 'mine',
    'animal_store.operation.id': 'createPet',
    'animal_store.customer.id': 1,
  });
});

t.test('logs no responses at a higher level', async (t) => {
  const { app, send, log } = await openStore(t, { LOG_LEVEL: 'warn' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  await send({ url: '/v1/pets' });
  await exchange(port, 'HELLO\r\n\r\n');
  t.strictSame(log, []);
});
