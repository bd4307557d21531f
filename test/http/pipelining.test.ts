import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import connections from '../../src/http/connections.ts';
import pipelining from '../../src/http/pipelining.ts';

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

/** A service that responds with one body, and counts how many requests it gets. */
async function openService(t: Test, body: string | Buffer, options: object = {}) {
  const app = Fastify();
  await app.register(connections, {});
  await app.register(pipelining, options);
  const service = { app, port: 0, requestCount: 0 };
  app.get('/', async () => {
    service.requestCount += 1;
    return body;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  service.port = (app.server.address() as AddressInfo).port;
  return service;
}

/** Sends requests on one connection without waiting for responses. Returns how many were answered. */
async function sendAtOnce(t: Test, count: number) {
  const { port } = await openService(t, 'x');
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => true);
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.write(GET.repeat(count));
  const answered = () => received.split('HTTP/1.1 200 ').length - 1;
  let isCutOff = false;
  while (!isCutOff && answered() < count) isCutOff = await Promise.race([closed, wait(10, false)]);
  socket.destroy();
  return { isCutOff, answered: answered() };
}

t.test('does not process what has arrived behind the end of its connection', async (t) => {
  const service = await openService(t, 'x');
  const { app, port } = service;
  const arrived = once(app.server, 'request');
  const socket = connect(port, '127.0.0.1');
  socket.write(GET);
  const [request, response] = await arrived;
  socket.destroy();
  while (app.connections.open.size > 0) await wait(1);
  app.server.emit('request', request, response);
  await wait(10);
  t.equal(service.requestCount, 1);
});

t.test('answers 128 requests that are sent without waiting for responses', async (t) => {
  t.same(await sendAtOnce(t, 128), { isCutOff: false, answered: 128 });
});

t.test('cuts off a client that sends much more than is answered', async (t) => {
  t.match(await sendAtOnce(t, 1_000), { isCutOff: true });
});

t.test('processes a request when the response to the one before is received', async (t) => {
  const service = await openService(t, Buffer.alloc(16_000_000));
  const socket = connect(service.port, '127.0.0.1').pause();
  t.teardown(() => socket.destroy());
  socket.write(GET.repeat(3));
  while (service.requestCount === 0) await wait(5);
  await wait(100);
  t.equal(service.requestCount, 1);
  socket.resume();
  while (service.requestCount < 3) await wait(5);
});

t.test('bounds how many requests wait on all connections of an address', async (t) => {
  const { app, port } = await openService(t, Buffer.alloc(16_000_000), { maxWaiting: 400 });
  const sockets = Array.from({ length: 30 }, () => {
    const socket = connect(port, '127.0.0.1').pause();
    t.teardown(() => socket.destroy());
    socket.on('error', () => undefined).write(GET.repeat(100));
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  while (app.connections.open.size > 2) await wait(5);
  const modest = connect(port, '127.0.0.1');
  t.teardown(() => modest.destroy());
  modest.write(GET.repeat(4));
  await once(modest, 'data');
  t.equal(app.connections.open.size, 3, 'a client that sends few requests is served');
  for (const socket of sockets) socket.destroy();
  while (app.connections.open.size > 1) await wait(5);
  const next = connect(port, '127.0.0.1').pause();
  t.teardown(() => next.destroy());
  next.write(GET.repeat(100));
  while (app.connections.open.size < 2) await wait(5);
  await wait(50);
  t.equal(app.connections.open.size, 2, 'and when most have gone, also one that sends many');
});

t.test(
  'lets a thousand requests of an address wait, and then four of each connection',
  async (t) => {
    const { app, port } = await openService(t, Buffer.alloc(16_000_000));
    /** Opens a connection with so many requests. Returns whether it is still open when they were read. */
    const admits = async (count: number) => {
      const socket = connect(port, '127.0.0.1').pause();
      t.teardown(() => socket.destroy());
      socket.on('error', () => undefined).write(GET.repeat(count));
      const [accepted] = await once(app.server, 'connection');
      while (
        !accepted.destroyed &&
        app.connections.open.get(accepted)?.unanswered.length !== count
      ) {
        await wait(1);
      }
      return !accepted.destroyed;
    };
    // One of them is processed.
    for (let i = 0; i < 10; i += 1) t.equal(await admits(100), true);
    t.equal(await admits(10), true);
    t.equal(await admits(5), false);
    t.equal(await admits(4), true);
  },
);

/** Who calls: from an address of its own, or through a proxy that names it. */
const CALLERS = {
  'with an address of its own': {
    trustedProxies: [],
    from: (address: string) => ({ localAddress: address, forwarded: '' }),
    // Only there a machine has more than one address of its own.
    skip: process.platform === 'linux' ? false : 'needs Linux',
  },
  'behind the same proxy': {
    trustedProxies: ['127.0.0.1'],
    from: (address: string) => ({
      localAddress: '127.0.0.1',
      forwarded: `x-forwarded-for: 192.0.2.9, ${address}:4711\r\n`,
    }),
    skip: false,
  },
};

for (const [name, { trustedProxies, from, skip }] of Object.entries(CALLERS)) {
  t.test(`a caller ${name} does not wait for all that another one sends`, { skip }, async (t) => {
    const app = Fastify();
    await app.register(connections, { trustedProxies });
    await app.register(pipelining, {});
    let busyCount = 0;
    app.get('/busy', () => {
      busyCount += 1;
      const endMs = performance.now() + 2;
      while (performance.now() < endMs);
      return 'x';
    });
    app.get('/', () => `after ${busyCount}`);
    await app.listen({ port: 0, host: '127.0.0.1' });
    t.teardown(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    const open = (address: string, request: string) => {
      const { localAddress, forwarded } = from(address);
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      t.teardown(() => socket.destroy());
      socket.on('error', () => undefined).setEncoding('utf8');
      socket.write(request.replace('host: a\r\n', `host: a\r\n${forwarded}`));
      return socket;
    };

    for (let i = 0; i < 400; i += 1) open('127.0.0.2', GET.replace('/', '/busy'));
    const [text] = await once(open('127.0.0.3', GET), 'data');
    t.ok(Number(/after (\d+)$/.exec(text)?.[1]) < 200, text);
  });
}

t.test('drops what waits behind the last response of a connection', async (t) => {
  const service = await openService(t, 'x');
  const last = GET.replace('host: a', 'host: a\r\nconnection: close');
  const socket = connect(service.port, '127.0.0.1');
  socket.write(GET + last);
  socket.resume();
  await once(socket, 'close');
  t.equal(service.requestCount, 2);
});
