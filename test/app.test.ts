import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database/database.ts';
import { openStore, type Store } from './helper.ts';
import { createDatabase } from './support/databases.ts';
import { testConfig } from './support/test-config.ts';

t.test('does not start if the port for metrics is in use', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const database = await openDatabase(await createDatabase(t), { isTimed: false });
  t.teardown(() => database.close());
  const config = testConfig({ METRICS_PORT: String(port) });
  await t.rejects(buildApp(config, database), { code: 'EADDRINUSE' });
});

async function listen(t: Test, settings: Record<string, string> = {}) {
  const store = await openStore(t, settings);
  await store.app.listen({ port: 0, host: '127.0.0.1' });
  return store;
}

/** Opens a connection and sends this on it. It reads nothing until it is resumed. */
async function open(t: Test, { app }: Store, text = ''): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1').pause();
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined).write(text);
  await accepted;
  return socket;
}

/** Returns the status of the first response on a connection. */
async function statusOn(socket: Socket): Promise<number> {
  const [data] = await once(socket.resume(), 'data');
  return Number(String(data).slice(9, 12));
}

t.test('an address has half of MAX_CONNECTIONS, and a trusted proxy all of them', async (t) => {
  for (const [settings, size] of [
    [{}, 4],
    [{ TRUST_PROXY: '127.0.0.1' }, 8],
  ] as const) {
    const store = await listen(t, { MAX_CONNECTIONS: '8', ...settings });
    for (let i = 0; i < 12; i += 1) await open(t, store);
    t.equal(store.app.connections.open.size, size);
  }
});

t.test('a customer has half of 500 open requests', async (t) => {
  const store = await listen(t);
  const { app, key } = store;
  const request =
    `POST /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n` +
    'content-type: application/json\r\ncontent-length: 9\r\n\r\n';
  for (let i = 0; i < 250; i += 1) await open(t, store, request);
  const heldCount = () =>
    [...app.connections.open.values()].filter(({ release }) => release).length;
  while (heldCount() < 250) await wait(1);
  t.equal(await statusOn(await open(t, store, request)), 503);
});

t.test('an address has half of 50 open downloads', async (t) => {
  const store = await listen(t);
  const { open: connections } = store.app.connections;
  const file = 'GET /docs HTTP/1.1\r\nhost: a\r\n\r\n';
  for (let i = 0; i < 25; i += 1) {
    // More than the buffers between the service and the client take.
    await open(t, store, file.repeat(38));
  }
  const sockets = [...connections.keys()];
  // Until the buffers are full: a response that fits into them is received, as far as the service knows.
  const taken = () =>
    sockets.map(
      ({ bytesWritten, writableLength }) => writableLength && bytesWritten - writableLength,
    );
  let before = '';
  while (taken().includes(0) || before !== String(taken())) {
    before = String(taken());
    await wait(100);
  }
  t.equal(await statusOn(await open(t, store, file)), 503);
});
