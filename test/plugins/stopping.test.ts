import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { openStore } from '../helper.js';

// What becomes of requests while a whole process stops, test/stop.test.ts shows.

async function openConnection(t: Test, port: number) {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

t.test('closes connections on which nothing, or half a request, has come', async (t) => {
  const { app } = await openStore(t);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const [silent, halting] = [await openConnection(t, port), await openConnection(t, port)];
  const closed = Promise.all([once(silent, 'close'), once(halting, 'close')]);
  halting.write('GET /v1/pets HTTP/1.1\r\nhost: st');
  await app.close();
  await closed;
  await t.rejects(openConnection(t, port), { code: 'ECONNREFUSED' });
});
