import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import fp from 'fastify-plugin';
import t, { type Test } from 'tap';
import connections from '../../src/http/connections.ts';
import overload from '../../src/http/overload.ts';
import { openStore } from '../helper.ts';
import { openPipeline } from '../support/pipeline.ts';

const SETTINGS = { MAX_EVENT_LOOP_DELAY_MS: '500' };

/** Keeps this process busy, as a flood of requests would. */
async function keepBusy(seconds: number) {
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs) {
    const pauseMs = performance.now() + 700;
    while (performance.now() < pauseMs);
    await wait(1);
  }
}

t.test('rejects requests while there is more work than the process can do', async (t) => {
  const store = await openStore(t, SETTINGS);
  t.equal((await store.send({ url: '/v1/pets' })).statusCode, 200);
  await keepBusy(3);
  const rejected = await store.send({ url: '/v1/pets' });
  t.equal(rejected.statusCode, 503);
  t.same(rejected.json(), {
    code: 'service_unavailable',
    message: 'The service is temporarily unavailable. Please try again later.',
    status: 503,
  });
  t.equal(rejected.headers['retry-after'], '2');
  t.equal(
    (await store.send({ url: '/v1/pets', key: null })).statusCode,
    401,
    'anonymous callers are rejected earlier',
  );
  while ((await store.send({ url: '/v1/pets' })).statusCode !== 200) await wait(50);
});

t.test('rejects nothing after one long task, for which there is no measurement', async (t) => {
  const { send } = await openStore(t, SETTINGS);
  let status = 503;
  // Now and then the delay is measured before the sample is taken.
  for (let attempt = 0; status !== 200 && attempt < 5; attempt += 1) {
    const endMs = performance.now() + 2_500;
    while (performance.now() < endMs);
    // The tick in which the sample is taken.
    await wait(1);
    status = (await send({ url: '/v1/pets' })).statusCode;
  }
  t.equal(status, 200);
});

function countConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

/** Sends requests that arrive together to an application with only the guard and this handler, and waits until it serves again. */
async function flood(
  t: Test,
  count: number,
  handler: () => unknown,
  addresses: readonly string[] = ['127.0.0.1'],
) {
  const app = Fastify();
  await app.register(fp(async () => undefined, { name: 'require-api-key' }));
  await app.register(connections, {});
  await app.register(overload, { maxDelayMs: 500 });
  app.get('/', handler);
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const callers = await Promise.all(
    addresses.map(async (address) => {
      const pipeline = await openPipeline(port, address);
      t.teardown(() => pipeline.close());
      return async () => (await pipeline.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')).status;
    }),
  );
  // So that the requests of all are read in one tick.
  while (app.connections.open.size < callers.length) await wait(1);
  const sent = callers.flatMap((send) => Array.from({ length: count }, send));
  const statuses = await Promise.all(sent);
  const of = (status: number) => statuses.filter((each) => each === status).length;
  while ((await callers[0]?.()) !== 200) await wait(50);
  return { served: of(200), rejected: of(503) };
}

function slow() {
  const endMs = performance.now() + 3;
  while (performance.now() < endMs);
  return {};
}

t.test('admits no more requests in one tick than it serves in time', async (t) => {
  t.same(await flood(t, 300, slow), { served: 100, rejected: 200 });
});

t.test('admits ten more of another caller in such a tick', async (t) => {
  const callers = ['127.0.0.1', '127.0.0.2'];
  t.same(await flood(t, 300, slow, callers), { served: 110, rejected: 490 });
});

/** A handler that finishes when told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { count: 0, release: resolve, handler };
  async function handler() {
    state.count += 1;
    await promise;
    return {};
  }
  return state;
}

t.test('admits no more requests of a caller than leave half of the places free', async (t) => {
  const { handler, ...state } = held();
  const counted = () => {
    // The last admitted request has arrived: leave the others time to arrive too.
    if (++state.count === 125) setTimeout(state.release, 200);
    return handler();
  };
  t.same(await flood(t, 300, counted), { served: 125, rejected: 175 });
});

t.test('admits others while one caller has all that it can get', async (t) => {
  const { app, release, send } = await openHeld(t);
  const hog = Array.from({ length: 200 }, () => send('127.0.0.2'));
  t.equal(
    (await Promise.all(hog.slice(125))).every((status) => status === 503),
    true,
  );
  const other = send('127.0.0.1');
  await wait(100);
  release();
  t.equal(await other, 200);
  t.equal(
    (await Promise.all(hog.slice(0, 125))).every((status) => status === 200),
    true,
  );
  await app.close();
});

t.test('a request whose body has not arrived has no place', async (t) => {
  const { app, release, send, port } = await openHeld(t);
  const head =
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\n';
  const sockets = Array.from({ length: 300 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).write(head);
    return socket;
  });
  while (app.connections.open.size < 300) await wait(5);
  const response = send('127.0.0.1');
  await wait(100);
  release();
  t.equal(await response, 200);
  for (const socket of sockets) socket.destroy();
});

/** An application with only the guard, whose responses are held back. */
async function openHeld(t: Test) {
  const { handler, release } = held();
  const app = Fastify();
  await app.register(fp(async () => undefined, { name: 'require-api-key' }));
  await app.register(connections, {});
  await app.register(overload, { maxDelayMs: 60_000 });
  app.get('/', handler);
  app.post('/', () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const send = async (localAddress: string) => {
    const pipeline = await openPipeline(port, localAddress);
    t.teardown(() => pipeline.close());
    return (await pipeline.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')).status;
  };
  return { app, port, release, send };
}

t.test(
  'closes the connection, and frees the place, of a client with a malformed body',
  async (t) => {
    const { app, key, send } = await openStore(t);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const head = `POST /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n`;
    const body = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n';
    for (let i = 0; i < 250; i += 1) {
      // The client does not end its side when the service ends the other.
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      t.teardown(() => socket.destroy());
      socket.on('error', () => undefined).write(head + body);
      const [response] = await once(socket, 'data');
      t.match(String(response), /^HTTP\/1\.1 400 /);
    }
    while ((await countConnections(app.server)) > 0) await wait(10);
    t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
  },
);

t.test('frees the place of a client that disconnects', async (t) => {
  const { app, key, send } = await openStore(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head = `HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n`;
  const body = 'content-type: application/json\r\ncontent-length: 29\r\n\r\n{"name":';
  const requests = [`GET /v1/pets ${head}\r\n`, `POST /v1/pets ${head}${body}`];
  for (let i = 0; i < 600; i += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const arrived = once(app.server, 'request');
    socket.write(requests[i % 2] ?? '');
    await arrived;
    socket.resetAndDestroy();
  }
  while ((await countConnections(app.server)) > 0) await wait(10);
  t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
});
