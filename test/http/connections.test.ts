import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import connections from '../../src/http/connections.ts';
import pipelining from '../../src/http/pipelining.ts';
import { openStore } from '../helper.ts';
import { until } from '../support/until.ts';

/*
 * What bounds the connections of a client, and what it may send and leave unread on each. attacks.test.ts
 * has all of it together.
 */

const [A, B, C, D] = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
/** Only there a machine has more than one address of its own. */
const needsAddresses = { skip: process.platform === 'linux' ? false : 'needs Linux' };
const LARGE_BYTES = 16_000_000;

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const GET = request('/');

async function connectTo(t: Test, port: number, localAddress = A): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** A service with only these plugins, and how many requests it has processed. */
async function openService(t: Test, options: object) {
  const app = Fastify();
  await app.register(connections, options);
  await app.register(pipelining, {});
  const processed = { count: 0 };
  app.addHook('onRequest', async () => {
    processed.count += 1;
  });
  app.get('/', () => 'x');
  app.post('/', () => 'y');
  app.get('/large', () => Buffer.alloc(LARGE_BYTES));
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, processed, open: (address?: string) => connectTo(t, port, address) };
}

async function use(socket: Socket) {
  socket.write(GET);
  await once(socket, 'data');
}

t.test('an address has half of MAX_CONNECTIONS, and a trusted proxy all of them', async (t) => {
  for (const [settings, size] of [
    [{}, 4],
    [{ TRUST_PROXY: A }, 8],
  ] as const) {
    const { app } = await openStore(t, { MAX_CONNECTIONS: '8', ...settings });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    for (let i = 0; i < 12; i += 1) {
      const accepted = once(app.server, 'connection');
      await connectTo(t, port);
      await accepted;
    }
    t.equal(app.connections.open.size, size);
  }
});

t.test('always has a connection for another address', needsAddresses, async (t) => {
  const { app, open } = await openService(t, { maxConnections: 7 });
  for (const address of [A, A, A, A, A, A, B, B, C]) {
    const accepted = once(app.server, 'connection');
    await open(address);
    await accepted;
  }
  const last = await open(D);
  await use(last);
  t.ok(app.connections.open.size <= 7);
});

t.test('cuts off a client that does not receive its response', async (t) => {
  const { app, open } = await openService(t, { receiveTimeoutMs: 300 });
  const [stalled, idle] = [await open(), await open()];
  await use(idle);
  stalled.pause().write(request('/large'));
  await until(() => app.connections.open.size === 1);
  stalled.resume();
  if (!stalled.closed) await once(stalled, 'close');
  t.ok(stalled.bytesRead < LARGE_BYTES);
  await use(idle);
});

t.test('answers five requests that are sent at once, and not a thousand', async (t) => {
  for (const [count, isCutOff] of [
    [5, false],
    [1_000, true],
  ] as const) {
    const { open } = await openService(t, {});
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
});

t.test('takes a body in hundreds of tiny parts, and not in thousands', async (t) => {
  const { open } = await openService(t, {});
  for (const [parts, isCutOff] of [
    [400, false],
    [64_000, true],
  ] as const) {
    const socket = (await open()).setEncoding('utf8');
    let received = '';
    socket.on('data', (text) => {
      received += text;
    });
    const head = 'content-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n';
    const body = `${'1\r\n \r\n'.repeat(parts)}0\r\n\r\n`;
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\n${head}${body}`);
    await until(() => socket.closed || received.endsWith('y'));
    t.equal(socket.closed, isCutOff);
  }
});

t.test('processes a request when the response to the one before is received', async (t) => {
  const { processed, open } = await openService(t, {});
  const socket = (await open()).pause();
  socket.write(request('/large').repeat(3));
  await until(() => processed.count > 0);
  await wait(100);
  t.equal(processed.count, 1);
  socket.resume();
  await until(() => processed.count === 3);
});

t.test('responds to all requests before the last one of a connection', async (t) => {
  const { processed, open } = await openService(t, {});
  const socket = await open();
  const last = GET.replace('host: a', 'host: a\r\nconnection: close');
  socket.resume().write(GET + last);
  await once(socket, 'close');
  t.equal(processed.count, 2);
});
