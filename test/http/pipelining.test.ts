import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';

/** Sends requests on one connection without waiting for responses. Returns how many were answered. */
async function sendAtOnce(t: Test, count: number) {
  const { app } = await openStore(t, { ANONYMOUS_PER_MINUTE: '1000000' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => true);
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(count));
  const answered = () => received.split('HTTP/1.1 200 ').length - 1;
  let isCutOff = false;
  while (!isCutOff && answered() < count) isCutOff = await Promise.race([closed, wait(10, false)]);
  socket.destroy();
  return { isCutOff, answered: answered() };
}

t.test('answers 128 requests that are sent without waiting for responses', async (t) => {
  t.same(await sendAtOnce(t, 128), { isCutOff: false, answered: 128 });
});

t.test('cuts off a client that sends much more than is answered', async (t) => {
  t.match(await sendAtOnce(t, 1_000), { isCutOff: true });
});
