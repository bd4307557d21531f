import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import connections from '../../src/http/connections.ts';

/** A service that admits every request, and answers `/held` when told to. */
async function openService(t: Test) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const app = Fastify();
  await app.register(connections);
  app.addHook('onRequest', async (request) => app.connections.admit(request));
  app.get('/', () => ({}));
  app.get('/held', async () => {
    await released;
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  return { app, release };
}

async function openConnection(t: Test, port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket.setEncoding('utf8');
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

t.test('counts what is unanswered on a connection, and nothing once it is written', async (t) => {
  const { app, release } = await openService(t);
  const socket = await openConnection(t, (app.server.address() as AddressInfo).port);
  socket.write(get('/held') + get('/').repeat(2));
  while (app.connections.admittedCount < 3) await wait(5);
  const [connection] = app.connections.open.values();
  t.match(connection, { unansweredCount: 3, unansweredReply: { request: { url: '/' } } });
  release();
  let received = '';
  while (received.split('HTTP/1.1 200').length <= 3) received += (await once(socket, 'data'))[0];
  while (app.connections.admittedCount > 0) await wait(5);
  t.match(connection, { unansweredCount: 0, unansweredReply: undefined, unwrittenCount: 0 });
});

t.test('counts a request of a closed connection until it is processed', async (t) => {
  const { app, release } = await openService(t);
  const socket = await openConnection(t, (app.server.address() as AddressInfo).port);
  socket.write(get('/held') + get('/').repeat(2));
  while (app.connections.admittedCount < 3) await wait(5);
  socket.resetAndDestroy();
  while (app.connections.open.size > 0) await wait(5);
  t.equal(app.connections.admittedCount, 1, 'the responses to the others can no longer be written');
  release();
  while (app.connections.admittedCount > 0) await wait(5);
  t.equal(app.connections.admittedCount, 0);
});

t.test('counts a request without a connection until it is processed', async (t) => {
  const { app } = await openService(t);
  t.equal((await app.inject('/')).statusCode, 200);
  t.equal(app.connections.admittedCount, 0);
});
