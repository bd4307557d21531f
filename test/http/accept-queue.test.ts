import { createServer } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';
import t from 'tap';
import { untilAllAccepted } from '../../src/http/accept-queue.ts';

// stop-process.test.ts has the test of a process with connections that wait.

t.test('does not wait for ever while connections keep coming', async (t) => {
  const server = createServer();
  let isOver = false;
  const waiting = untilAllAccepted(server, 50).then(() => {
    isOver = true;
  });
  while (!isOver) {
    server.emit('connection');
    await endOfTick();
  }
  await waiting;
  t.equal(server.listenerCount('connection'), 0);
});
