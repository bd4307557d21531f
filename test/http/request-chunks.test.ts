import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import connections from '../../src/http/connections.ts';
import pipelining from '../../src/http/pipelining.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\n';
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

/** A service that returns the length of a body, and knows how many parts its stream has given. */
async function openService(t: Test, options: object = {}) {
  const app = Fastify({ bodyLimit: 10_000_000 });
  await app.register(connections, options);
  await app.register(pipelining, {});
  const service = { app, partCount: 0, open: () => open(t, app) };
  app.addHook('preParsing', (_request, _reply, payload, next) => {
    payload.on('data', () => {
      service.partCount += 1;
    });
    next(null, payload);
  });
  app.post('/', ({ body }) => `${String(body).length} bytes`);
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  return service;
}

function open(t: Test, app: FastifyInstance): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  return socket.on('error', () => undefined).setEncoding('utf8');
}

/** Waits for the end of a connection, with or without an error. */
async function closed(socket: Socket) {
  socket.resume();
  while (!socket.closed) await wait(5);
}

t.test('parts that arrive together are one', async (t) => {
  const service = await openService(t);
  const socket = service.open();
  socket.write(`${CHUNKED}${'1\r\nx\r\n'.repeat(400)}0\r\n\r\n`);
  t.match((await once(socket, 'data'))[0], /400 bytes$/);
  t.equal(service.partCount, 1);
});

t.test('a part is given on when it arrives', async (t) => {
  const service = await openService(t);
  const socket = service.open();
  socket.write(`${CHUNKED}1\r\nx\r\n`);
  while (service.partCount === 0) await wait(5);
  socket.write('1\r\nx\r\n0\r\n\r\n');
  t.match((await once(socket, 'data'))[0], /2 bytes$/);
  t.equal(service.partCount, 2);
});

t.test('a large body arrives in full, whatever its parts', async (t) => {
  const service = await openService(t);
  const large = `${'x'.repeat(9_999)}`;
  for (const body of [
    `${HEAD}content-length: 9000000\r\n\r\n${'x'.repeat(9_000_000)}`,
    `${CHUNKED}${`270f\r\n${large}\r\n`.repeat(900)}${'1\r\nx\r\n'.repeat(900)}0\r\n\r\n`,
  ]) {
    const socket = service.open();
    socket.write(body);
    t.match((await once(socket, 'data'))[0], /\r\n\r\n\d{7} bytes$/);
  }
});

t.test('cuts off a client that sends many tiny parts, and its other connections', async (t) => {
  const service = await openService(t, { receiveTimeoutMs: 60_000 });
  const used = service.open();
  used.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n');
  await once(used, 'data');
  const unused = service.open();
  while (service.app.connections.open.size < 2) await wait(5);
  const socket = service.open();
  socket.write(CHUNKED + '1\r\nx\r\n'.repeat(20_000));
  await Promise.all([closed(socket), closed(unused)]);
  t.equal(service.partCount, 0);
  await closed(service.open());
  used.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n');
  await once(used, 'data');
});

t.test('accepts its connections again after a while, and always those of a proxy', async (t) => {
  for (const options of [{ receiveTimeoutMs: 1_500 }, { trustedProxies: ['127.0.0.1'] }]) {
    const service = await openService(t, options);
    const socket = service.open();
    socket.write(CHUNKED + '1\r\nx\r\n'.repeat(20_000));
    await closed(socket);
    await wait(60);
    const next = service.open();
    next.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n');
    await once(next, 'data');
  }
});
