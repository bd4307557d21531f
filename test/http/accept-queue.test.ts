import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';
import t from 'tap';
import { untilAllAccepted } from '../../src/http/accept-queue.ts';

// stop-process.test.ts has the test of a process with connections that wait.

/** Waits while a connection is accepted in each tick. */
async function waitInFlood(server: Server) {
  let isOver = false;
  const waiting = untilAllAccepted(server, 50).then(() => {
    isOver = true;
  });
  while (!isOver) {
    server.emit('connection');
    await endOfTick();
  }
  await waiting;
}

t.test('does not wait for ever while connections keep coming', async (t) => {
  const server = createServer();
  await waitInFlood(server);
  t.equal(server.listenerCount('connection'), 0);
});

t.test(
  'where connections keep coming, lets no more than one wait that a close would reset',
  async (t) => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await waitInFlood(server);
    // All of them within this tick, in which none is accepted.
    const clients = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    const codes = Promise.all(clients.map(codeOfFailure));
    await new Promise((resolve) => process.nextTick(resolve));
    server.close();
    const reset = (await codes).filter((code) => code !== 'ECONNREFUSED');
    t.ok(reset.length <= 1, `reset: ${reset}`);
  },
);

async function codeOfFailure(client: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    client.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
}
