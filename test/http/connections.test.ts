import { once } from 'node:events';
import { type AddressInfo, connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import connections from '../../src/http/connections.ts';

const [A, B, C, D] = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
/** Only there a machine has more than one address of its own. */
const needsAddresses = { skip: process.platform === 'linux' ? false : 'needs Linux' };

async function openService(t: Test, options: object) {
  const app = Fastify();
  await app.register(connections, options);
  app.get('/', () => 'x');
  app.get('/large', () => Buffer.alloc(16_000_000));
  app.get('/slow', (_request, reply) => reply.send(Readable.from(slowly())));
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const { open } = app.connections;

  async function open1(localAddress = A): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    t.teardown(() => socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  /** Opens connections, one after the other. */
  async function openAll(addresses: readonly (string | undefined)[]): Promise<Socket[]> {
    const sockets: Socket[] = [];
    for (const address of addresses) {
      const accepted = once(app.server, 'connection');
      sockets.push(await open1(address));
      await accepted;
    }
    return sockets;
  }

  return { app, open, openAll };
}

t.test('a connection that was closed before it is accepted holds nothing', async (t) => {
  const { app, open } = await openService(t, {});
  // As such a one it has no address.
  const socket = new Socket();
  t.teardown(() => socket.destroy());
  app.server.emit('connection', socket);
  t.equal(open.size, 0);
});

async function* slowly() {
  for (let i = 0; i < 4; i += 1) {
    await wait(150);
    yield `${i}`;
  }
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const closed = (socket: Socket | undefined) => socket?.closed || once(socket as Socket, 'close');

async function use(socket: Socket | undefined) {
  socket?.write(request('/'));
  await once(socket as Socket, 'data');
}

t.test('gives an address that has half of all connections a new one for its stalest', async (t) => {
  const { open, openAll } = await openService(t, { maxConnections: 10 });
  const [first, second, third] = await openAll([A, A, A, A, A]);
  await use(first);
  second?.resume();
  await openAll([A]);
  await closed(second);
  third?.resume();
  await openAll([A]);
  await closed(third);
  t.equal(open.size, 5);
  await use(first);
});

t.test('closes a connection with requests that wait before one that is idle', async (t) => {
  const { open, openAll } = await openService(t, { maxConnections: 4 });
  const [idle, busy] = await openAll([A, A]);
  await Promise.all([use(idle), use(busy)]);
  const connection = [...open.values()][1];
  connection?.unanswered.push({} as never, {} as never);
  await openAll([A]);
  await closed(busy);
  await use(idle);
});

t.test('always has a connection for another address', needsAddresses, async (t) => {
  const { open, openAll } = await openService(t, { maxConnections: 7 });
  const [first] = await openAll([A, A, A, A, B, B, C]);
  t.equal(open.size, 7);
  first?.resume();
  const [last] = await openAll([D]);
  await closed(first);
  await use(last);
  t.equal(open.size, 7);
});

t.test(
  'a trusted proxy has no share, and is the last to lose a connection',
  needsAddresses,
  async (t) => {
    const options = { maxConnections: 5, trustedProxies: [A] };
    const { open, openAll } = await openService(t, options);
    const [proxy, , , , other] = await openAll([A, A, A, A, B]);
    other?.resume();
    await openAll([A]);
    await closed(other);
    t.equal(open.size, 5);
    proxy?.resume();
    await openAll([A]);
    await closed(proxy);
    t.equal(open.size, 5);
  },
);

t.test('refuses an address that replaces its connections all the time', async (t) => {
  const { open, openAll } = await openService(t, { maxConnections: 4, receiveTimeoutMs: 30_000 });
  const isRefused = async () => {
    const [socket] = await openAll([A]);
    return ![...open.keys()].some(({ remotePort }) => remotePort === socket?.localPort);
  };
  let count = 0;
  for (; !(await isRefused()); count += 1);
  t.ok(count >= 50, `after ${count} connections`);
  while (await isRefused()) await wait(20);
});

t.test('cuts off a client that does not receive its response', async (t) => {
  const { open, openAll } = await openService(t, { receiveTimeoutMs: 300 });
  const [stalled, idle] = await openAll([A, A]);
  await use(idle);
  stalled?.pause().write(request('/large'));
  while (open.size > 1) await wait(20);
  stalled?.resume();
  await closed(stalled);
  t.ok((stalled?.bytesRead ?? 0) < 16_000_000);
  await use(idle);
});

t.test('gives a client 30 s to receive a part of its response', async (t) => {
  const { setInterval } = globalThis;
  t.teardown(() => {
    globalThis.setInterval = setInterval;
  });
  // A hundred times as fast. The cast leaves out that Node's own can be promisified.
  globalThis.setInterval = ((callback: () => void, ms: number) =>
    setInterval(callback, ms / 100)) as typeof setInterval;
  const { open, openAll } = await openService(t, {});
  const [socket] = await openAll([A]);
  socket?.pause().write(request('/large'));
  const [connection] = open.values();
  while (!connection?.stalledAt) await wait(1);
  const order: string[] = [];
  const cutOff = once([...open.keys()][0] as Socket, 'close').then(() => order.push('cut off'));
  const early = wait(150).then(() => order.push('15 s'));
  const late = wait(15_000, undefined, { ref: false }).then(() => order.push('1,500 s'));
  await Promise.race([Promise.all([cutOff, early]), late]);
  t.strictSame(order, ['15 s', 'cut off']);
});

t.test('waits for a response that is slow to be made', async (t) => {
  const { openAll } = await openService(t, { receiveTimeoutMs: 100 });
  const [socket] = await openAll([A]);
  socket?.setEncoding('utf8').write(request('/slow').replace('1.1', '1.0'));
  let received = '';
  for await (const text of socket ?? []) received += text;
  t.match(received, /0123$/);
});

t.test('knows the reply to the request that is processed', async (t) => {
  const { open, openAll } = await openService(t, {});
  const [socket] = await openAll([A]);
  socket?.write(request('/slow'));
  const [connection] = open.values();
  while (!connection?.reply) await wait(5);
  t.equal(connection.reply.request.url, '/slow');
  while (connection.reply) {
    socket?.resume();
    await wait(20);
  }
  t.ok(connection.receivedAt > 0);
});
