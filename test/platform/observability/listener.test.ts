// The listener of the metrics by itself: what a fault of it says, and that it ends. metrics.test.ts
// and live.test.ts have what it serves.

import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { createListener } from '../../../src/platform/observability/listener.ts';
import { listen, openConnection } from '../../support/raw-http.ts';

t.test('a fault is one of the service unless its status says otherwise', async (t) => {
  const listener = await createListener('127.0.0.1');
  t.teardown(() => listener.close());
  listener.get('/:status', async ({ params }) => {
    const { status } = params as { readonly status: string };
    const error = new Error('not to be told');
    throw status === 'none' ? error : Object.assign(error, { statusCode: Number(status) });
  });
  for (const [status, expected, code] of [
    ['none', 500, 'internal_error'],
    ['500', 500, 'internal_error'],
    ['499', 400, 'malformed_request'],
  ] as const) {
    const { statusCode, headers, payload } = await listener.inject(`/${status}`);
    t.strictSame([statusCode, JSON.parse(payload).code], [expected, code], status);
    t.equal(headers['content-type'], 'application/json');
    t.notMatch(payload, 'told');
  }
});

t.test('no request in progress keeps it open', async (t) => {
  const listener = await createListener('127.0.0.1');
  listener.get('/slow', () => new Promise<never>(() => undefined));
  const { socket, closed } = await openConnection(t, await listen(listener));
  const begun = once(listener.server, 'request');
  socket.write('GET /slow HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await begun;
  const closing = listener.close();
  await Promise.race([closed, wait(5_000)]);
  t.ok(socket.closed);
  socket.destroy();
  await closing;
});
