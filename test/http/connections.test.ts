import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { createBoundedServer } from '../../src/http/connections.ts';
import { openStore } from '../helper.ts';
import { until } from '../support/until.ts';

/*
 * What bounds the connections of a client, and what it may send and leave unread on each. attacks.test.ts
 * has all of it together.
 */

const [A, B] = ['127.0.0.1', '127.0.0.2'] as const;
/** Only there a machine has more than one address of its own. */
const needsAddresses = { skip: process.platform === 'linux' ? false : 'needs Linux' };
const LARGE_BYTES = 16_000_000;

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const GET = request('/healthz');

async function connectTo(t: Test, port: number, localAddress: string = A): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function openService(t: Test, settings: Record<string, string> = {}) {
  const store = await openStore(t, settings);
  await store.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = store.app.server.address() as AddressInfo;
  return { ...store, port, open: (address?: string) => connectTo(t, port, address) };
}

/** A server with a response that is larger than what the system takes of one, and how many requests it has processed. */
async function openLarge(t: Test) {
  const processed = { count: 0 };
  const app = Fastify({
    serverFactory: (handle) => createBoundedServer(handle, {}),
  });
  app.get('/', () => 'x');
  app.get('/large', () => {
    processed.count += 1;
    return Buffer.alloc(LARGE_BYTES);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, processed, open: () => connectTo(t, port) };
}

/** Whether a connection is served, and not closed at once. */
function isServed(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve(false);
    socket.once('close', () => resolve(false)).once('data', () => resolve(true));
    socket.write(GET);
  });
}

async function countServed(sockets: readonly Socket[]): Promise<number> {
  return (await Promise.all(sockets.map(isServed))).filter(Boolean).length;
}

/** What may be open, and from which addresses how many connections are served. */
const BOUNDS: [settings: Record<string, string>, served: Record<string, number>][] = [
  [{ MAX_CONNECTIONS_PER_ADDRESS: '4' }, { [A]: 4, [B]: 4 }],
  [
    { MAX_CONNECTIONS_PER_ADDRESS: '4', TRUST_PROXY: A },
    { [A]: 12, [B]: 4 },
  ],
  [{ MAX_CONNECTIONS: '6' }, { [A]: 6, [B]: 0 }],
];

for (const [settings, served] of BOUNDS) {
  t.test(
    `serves as many connections as ${JSON.stringify(settings)} says`,
    needsAddresses,
    async (t) => {
      const { open } = await openService(t, settings);
      for (const [address, count] of Object.entries(served)) {
        const sockets: Socket[] = [];
        for (let i = 0; i < 12; i += 1) sockets.push(await open(address));
        t.equal(await countServed(sockets), count, address);
      }
    },
  );
}

t.test('a connection that is closed leaves its place to another one', async (t) => {
  const { app, open } = await openService(t, { MAX_CONNECTIONS_PER_ADDRESS: '1' });
  for (let i = 0; i < 3; i += 1) {
    const socket = await open();
    t.ok(await isServed(socket));
    socket.destroy();
    await until(async () => (await promisify(app.server.getConnections.bind(app.server))()) === 0);
  }
});

t.test('responds to five requests that are sent at once, and not to a thousand', async (t) => {
  const { open } = await openService(t);
  for (const [count, isCutOff] of [
    [5, false],
    [1_000, true],
  ] as const) {
    const socket = (await open()).setEncoding('utf8');
    let received = '';
    socket.on('data', (text) => {
      received += text;
    });
    socket.write(GET.repeat(count));
    const answered = () => received.split('HTTP/1.1 200 ').length - 1;
    await until(() => socket.closed || answered() === count);
    t.equal(socket.closed, isCutOff);
  }
  // Its address has to wait for a moment.
  await until(async () => isServed(await open()));
});

t.test('cuts off a body in tiny parts, and not one in large ones', async (t) => {
  const { key, open } = await openService(t);
  const head = `POST /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const name = 'x'.repeat(60_000);
  for (const [size, isCutOff] of [
    [20, false],
    [1, true],
  ] as const) {
    const socket = (await open()).setEncoding('utf8');
    const parts = `{"name":"${name}"}`.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
    const data = new Promise((resolve) => socket.once('data', resolve));
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    t.match(await Promise.race([data, closed]), isCutOff ? 'closed' : /^HTTP\/1\.1 400 .*name/s);
  }
  await until(async () => isServed(await open()));
});

t.test('cuts off a client that does not receive its response', async (t) => {
  const { app, open } = await openLarge(t);
  t.equal(app.server.timeout, 30_000);
  app.server.timeout = 300;
  const stalled = await open();
  stalled.pause().write(request('/large'));
  const count = promisify(app.server.getConnections.bind(app.server));
  await until(async () => (await count()) === 0);
  stalled.resume();
  if (!stalled.closed) await once(stalled, 'close');
  t.ok(stalled.bytesRead < LARGE_BYTES);
});

t.test('processes a request when the response to the one before is received', async (t) => {
  const { processed, open } = await openLarge(t);
  const socket = (await open()).pause();
  socket.write(request('/large').repeat(3));
  await until(() => processed.count > 0);
  await wait(100);
  t.equal(processed.count, 1);
  socket.resume();
  await until(() => processed.count === 3);
});

t.test('responds to all requests before the last one of a connection', async (t) => {
  const { open } = await openService(t);
  const socket = (await open()).setEncoding('utf8');
  const last = GET.replace('host: a', 'host: a\r\nconnection: close');
  socket.write(GET + last + GET);
  let received = '';
  for await (const text of socket) received += text;
  t.equal(received.split('HTTP/1.1 200 ').length - 1, 2);
});

t.test('a stop does not wait for connections without a request', async (t) => {
  const { app, open } = await openService(t);
  const [silent, served] = [await open(), await open()];
  t.ok(await isServed(served));
  await Promise.all([app.close(), once(silent, 'close'), once(served, 'close')]);
});
