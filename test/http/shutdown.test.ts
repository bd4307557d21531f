import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';

const BODY = '{"name":"Rex","categoryId":7}';
const HEAD = `POST /v1/pets HTTP/1.1\r\nHost: store\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`;

const HALF = 'GET /v1/pets HTTP/1.1\r\nhost: st';

// stop-process.test.ts has the tests of a whole process that stops.

async function openConnection(t: Test, port: number) {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function untilClosed(socket: Socket) {
  return new Promise((resolve) => {
    socket.once('close', resolve);
  });
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await setImmediate();
}

t.test('closes the connection with the response to a request that is in flight', async (t) => {
  const { app, key } = await openStore(t);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = await openConnection(t, port);
  socket.write(`${HEAD}Authorization: Bearer ${key}\r\n\r\n${BODY.slice(0, -1)}`);
  await once(app.server, 'request');
  const closed = app.close();
  socket.write(BODY.slice(-1));
  const [response] = await once(socket.setEncoding('utf8'), 'data');
  t.match(response, /^HTTP\/1\.1 201 /);
  t.match(response, /\r\nconnection: close\r\n/i);
  await closed;
});

t.test('closes connections without a request, or with half of one', async (t) => {
  const { app } = await openStore(t);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const unused = await openConnection(t, port);
  const begun = await openConnection(t, port);
  const closed = Promise.all([unused, begun].map((socket) => untilClosed(socket)));
  begun.write(HALF);
  // Once the server has both, and the half: it would reset what it has not accepted, or not read.
  await until(() => {
    const received = [...app.connections.open.keys()].map(({ bytesRead }) => bytesRead);
    return received.length === 2 && received.includes(HALF.length);
  });
  const late = wait(15_000, 'after 15 s', { ref: false });
  t.equal(await Promise.race([app.close(), late]), undefined);
  await closed;
  await t.rejects(openConnection(t, port), { code: 'ECONNREFUSED' });
});
