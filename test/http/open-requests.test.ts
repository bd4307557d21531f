import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import connections, { type Connection } from '../../src/http/connections.ts';
import openRequests from '../../src/http/open-requests.ts';

async function openService(t: Test, total: number) {
  const app = Fastify();
  await app.register(connections, {});
  await app.register(openRequests, { total });
  app.get('/', () => Buffer.alloc(16_000_000));
  app.post('/', () => 'x');
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, port };
}

/** Sends a request. @returns the connection, and the status of the response when it begins */
function send(t: Test, port: number, head: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined).write(`${head}\r\nhost: a\r\n\r\n`);
  const status = once(socket, 'data').then(([text]) => {
    socket.pause();
    return Number(String(text).slice(9, 12));
  });
  return { socket, status };
}

const HEADS = {
  'a response is not received': 'GET / HTTP/1.1',
  'a body does not arrive': 'POST / HTTP/1.1\r\ncontent-type: text/plain\r\ncontent-length: 9',
};

for (const [name, head] of Object.entries(HEADS)) {
  t.test(`counts a request as open while ${name}, and until its connection closes`, async (t) => {
    const { app, port } = await openService(t, 4);
    const held = [send(t, port, head), send(t, port, head)];
    const isTaken = ({ reply }: Connection) => reply !== undefined;
    while ([...app.connections.open.values()].filter(isTaken).length < 2) await wait(5);
    if (head.startsWith('GET')) await Promise.all(held.map(({ status }) => status));
    t.equal(await send(t, port, 'GET / HTTP/1.1').status, 503, 'the address has its share');
    for (const { socket } of held) socket.destroy();
    while ((await send(t, port, 'GET / HTTP/1.1').status) !== 200) await wait(5);
  });
}

t.test('counts nothing that has no connection', async (t) => {
  const { app } = await openService(t, 1);
  for (let i = 0; i < 3; i += 1) t.equal((await app.inject('/')).statusCode, 200);
});
