// Bounds of the connections of a client, and of what it sends and leaves unread on each: which
// connections give way to new ones, and which are closed after a time.
// attacks.load.test.ts has all of them together.

import { once } from 'node:events';
import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { createBoundedServer } from '../../../src/platform/http/bounded-server.ts';
import {
  boundConnections,
  openConnectionsOf,
} from '../../../src/platform/http/open-connections.ts';
import { openSample, type Sample } from '../../helper.ts';
import {
  exchange,
  isServed,
  listen,
  listenOn,
  openConnection,
  requestText,
} from '../../support/raw-http.ts';
import { stopTime } from '../../support/stopped-time.ts';
import { until } from '../../support/until.ts';

const [A, B, C] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;
/** Only Linux has many addresses of its own. */
const needsAddresses = { skip: process.platform === 'linux' ? false : 'needs Linux' };
type Connection = Awaited<ReturnType<typeof openConnection>>;

const LARGE_BYTES = 16_000_000;

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const GET = request('/healthz');

async function openService(t: Test, settings: Record<string, string> = {}) {
  const store = await openSample(t, settings);
  const port = await listen(store.app);
  return { ...store, port, open: (address?: string) => openConnection(t, port, address) };
}

/** Opens a server whose response does not fit into the buffers of the system. */
async function openLarge(t: Test) {
  const processed = { count: 0 };
  const app = Fastify({
    serverFactory(handle) {
      const server = createBoundedServer(handle);
      const bounds = { maxConnections: 2, maxConnectionsPerAddress: 0, isProxy: () => true };
      boundConnections(server, { ...bounds, networkOf: String });
      return server;
    },
  });
  app.get('/large', () => {
    processed.count += 1;
    return Buffer.alloc(LARGE_BYTES);
  });
  t.teardown(() => app.close());
  const port = await listen(app);
  return { app, processed, port, open: () => openConnection(t, port) };
}

const countOpen = ({ server }: Pick<Sample, 'app'>['app']) =>
  promisify(server.getConnections.bind(server))();

/** Of twelve connections of each address, how many are served. */
const BOUNDS: { served: Record<string, number>; settings: Record<string, string> }[] = [
  { served: { [A]: 4, [B]: 4 }, settings: { MAX_CONNECTIONS_PER_ADDRESS: '4' } },
  {
    served: { [A]: 12, [B]: 4 },
    settings: { MAX_CONNECTIONS_PER_ADDRESS: '4', TRUST_PROXY: A },
  },
  { served: { [A]: 6, [B]: 6 }, settings: { MAX_CONNECTIONS: '6' } },
  { served: { [A]: 12, [B]: 12 }, settings: { MAX_CONNECTIONS_PER_ADDRESS: '0' } },
];

t.test('serves as many connections as the settings say', needsAddresses, async (t) => {
  for (const { settings, served } of BOUNDS) {
    const { open } = await openService(t, settings);
    for (const [address, count] of Object.entries(served)) {
      const connections: Connection[] = [];
      for (let i = 0; i < 12; i += 1) connections.push(await open(address));
      await until(() => connections.filter(({ socket }) => !socket.closed).length === count);
      const all = await Promise.all(connections.map(isServed));
      t.equal(all.filter(Boolean).length, count, `${JSON.stringify(settings)} ${address}`);
    }
  }
});

/** Sends a request without its body, and waits until it is in progress. */
async function begin({ socket, closed }: Connection, key: string) {
  const fields = ['Content-Type: application/json', 'Content-Length: 27', 'Expect: 100-continue'];
  socket.write(requestText(key, 'POST', '/v1/widgets', ...fields));
  await Promise.race([once(socket, 'data'), closed]);
}

t.test('the connection that is idle longest gives way to a new one', needsAddresses, async (t) => {
  const { open } = await openService(t, {
    MAX_CONNECTIONS_PER_ADDRESS: '3',
    MAX_CONNECTIONS: '5',
  });
  const openUsed = async (address: string) => {
    const connection = await open(address);
    t.ok(await isServed(connection), address);
    return connection;
  };
  const ofA = [await openUsed(A), await openUsed(A), await openUsed(A)] as const;
  const ofB = [await openUsed(B), await openUsed(B)] as const;
  t.ok(await isServed(ofA[0]), 'idle only since now');
  await openUsed(A);
  await ofA[1].closed;
  await openUsed(B);
  await ofB[0].closed;
  await openUsed(C);
  await ofA[2].closed;
  t.ok(await isServed(ofA[0]));
  t.ok(await isServed(ofB[1]));
});

t.test('none gives way while its request is in progress', needsAddresses, async (t) => {
  const { open, key } = await openService(t, {
    MAX_CONNECTIONS_PER_ADDRESS: '2',
    MAX_CONNECTIONS: '4',
  });
  const ofA = [await open(A), await open(A)] as const;
  const ofB = [await open(B), await open(B)] as const;
  for (const one of ofB) await begin(one, key);
  t.notOk(await isServed(await open(B)));
  for (const one of ofA) t.ok(await isServed(one), 'an address beyond its bound takes none');
  const ofC = [await open(C), await open(C)] as const;
  await Promise.all(ofA.map(({ closed }) => closed));
  for (const one of ofC) await begin(one, key);
  t.notOk(await isServed(await open(A)), 'all have one');
  for (const { socket } of [...ofB, ...ofC]) socket.write('{"name":"Bolt","groupId":7}');
  for (const one of [...ofB, ...ofC]) {
    await until(() => /^HTTP\/1\.1 201 /m.test(one.received));
  }
  for (const address of [A, B, C]) t.ok(await isServed(await open(address)));
});

t.test('half a head keeps nobody out, but idle connections give way before', async (t) => {
  const { port, open } = await openService(t, { MAX_CONNECTIONS_PER_ADDRESS: '3' });
  const half = [await open(), await open()] as const;
  const idle = await open();
  for (const { socket } of half) socket.write('GET /v1/widgets HTTP/1.1\r\nHost:');
  // Served later than what was sent before.
  await isServed(idle);
  t.match(await exchange(port, GET, /"alive"/), '"alive"');
  await idle.closed;
  const others = [await open(), await open()] as const;
  for (const one of others) t.ok(await isServed(one));
  await half[0].closed;
  for (const one of others) t.ok(await isServed(one));
  half[1].socket.write(' a\r\nConnection: close\r\n\r\n');
  await half[1].closed;
  t.match(half[1].received, /^HTTP\/1\.1 401 /);
  const all = await Promise.all(Array.from({ length: 9 }, () => open()));
  for (const { socket } of all) socket.write('GET /v1/widgets HTTP/1.1\r\nHost:');
  t.ok(await isServed(await open()));
});

t.test('after a burst, the same address and others are served', needsAddresses, async (t) => {
  const { open } = await openService(t);
  const burst = await Promise.all(Array.from({ length: 220 }, () => open(A)));
  await Promise.all(burst.map(isServed));
  for (const address of [A, B]) t.ok(await isServed(await open(address)), address);
  const rest = await Promise.all(burst.map(isServed));
  t.ok(rest.filter(Boolean).length < 200);
});

t.test('a closed connection makes room for another one', async (t) => {
  const { app, open } = await openService(t, { MAX_CONNECTIONS_PER_ADDRESS: '1' });
  for (let i = 0; i < 3; i += 1) {
    const connection = await open();
    t.ok(await isServed(connection));
    connection.socket.destroy();
    await until(async () => (await countOpen(app)) === 0);
  }
});

t.test('responds to five requests that are sent at once, and not to six', async (t) => {
  const { key, port, open } = await openService(t);
  // Each takes a statement. On some versions of Node, shorter ones end before the next is read.
  const request = requestText(key, 'GET', '/v1/widgets');
  const ask = async (count: number, until?: RegExp) =>
    (await exchange(port, request.repeat(count), until)).split('200 OK').length - 1;
  t.equal(await ask(5, /(?:200 OK.*){5}\[\]/s), 5);
  // Also on a connection that has done so before.
  const connection = await open();
  connection.socket.write(request.repeat(5));
  await until(() => /(?:200 OK.*){5}\[\]/s.test(connection.received));
  connection.socket.write(request.repeat(6));
  await Promise.race([connection.closed, wait(10_000)]);
  t.ok(connection.socket.closed);
  // The address has to wait for a moment.
  const untilServed = () => until(async () => isServed(await open()));
  await untilServed();
  t.ok((await ask(6)) < 6);
  await untilServed();
});

/** Sends a body in parts of this size. */
function sendInParts({ key, port }: { key: string; port: number }, size: number, bytes: number) {
  const fields = `authorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const part = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
  const chunks = part.repeat(bytes / size);
  const head = `POST /v1/widgets HTTP/1.1\r\nhost: a\r\n${fields}transfer-encoding: chunked\r\n\r\n`;
  return exchange(port, `${head}${chunks}0\r\n\r\n`, /}$/);
}

t.test('cuts off a body in tiny parts with its address, but none in large ones', async (t) => {
  const service = await openService(t);
  const others = [await service.open(), await service.open()];
  t.match(await sendInParts(service, 20, 60_000), /^HTTP\/1\.1 400 /);
  t.equal(await sendInParts(service, 1, 60_000), '');
  // What they have sent would cost as much to read.
  await Promise.all(others.map(({ closed }) => closed));
  await until(async () => isServed(await service.open()));
});

t.test('cuts off no other connection of a trusted proxy', async (t) => {
  const service = await openService(t, { TRUST_PROXY: A });
  const other = await service.open();
  for (const [size, bytes, isRead] of [
    [1, 500, true],
    [1, 501, false],
    [15, 30_000, false],
    [16, 32_000, true],
  ] as const) {
    const response = await sendInParts(service, size, bytes);
    t.match(response, isRead ? /^HTTP\/1\.1 400 / : /^$/, `${bytes} bytes, ${size} in each part`);
  }
  t.ok(await isServed(other));
  t.ok(await isServed(await service.open()));
});

t.test('warns once of a proxy that is not declared', async (t) => {
  const { send, log } = await openSample(t, { LOG_LEVEL: 'warn', TRUST_PROXY: '10.0.0.1' });
  const forward = (remoteAddress: string) =>
    send({ url: '/v1/widgets', remoteAddress, headers: { 'x-forwarded-for': '192.0.2.1' } });
  await send({ url: '/v1/widgets', remoteAddress: '10.0.0.2' });
  await forward('10.0.0.1');
  t.strictSame(log, []);
  for (let i = 0; i < 2; i += 1) await forward('10.0.0.2');
  t.match(
    log.map((line) => JSON.parse(line).body),
    [/^10\.0\.0\.2 has sent X-Forwarded-For, which is/],
  );
  t.equal(log.length, 1);
});

t.test('an address can connect again a second after it was cut off', async (t) => {
  const { open } = await openService(t);
  const { socket, closed } = await open();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  socket.write(GET.repeat(1_000));
  await closed;
  mock.timers.tick(600);
  t.notOk(await isServed(await open()));
  mock.timers.tick(400);
  t.ok(await isServed(await open()));
});

t.test('cuts off a client that does not receive its response', async (t) => {
  const { app, open } = await openLarge(t);
  t.equal(app.server.timeout, 30_000);
  app.server.timeout = 300;
  const { socket, closed } = await open();
  socket.pause().write(request('/large'));
  await until(async () => (await countOpen(app)) === 0);
  socket.resume();
  await closed;
  t.ok(socket.bytesRead < LARGE_BYTES);
});

t.test('processes a request once the response before it is received', async (t) => {
  const { processed, port, open } = await openLarge(t);
  const { socket } = await open();
  socket.pause().write(request('/large').repeat(3));
  await until(() => processed.count > 0);
  // Served later than what came with the first request would be.
  await exchange(port, GET, /404/);
  t.equal(processed.count, 1);
  socket.resume();
  await until(() => processed.count === 3);
});

t.test('a response that is not received yet keeps its connection', async (t) => {
  const { processed, open } = await openLarge(t);
  const [unread, idle] = [await open(), await open()];
  unread.socket.pause().write(request('/large'));
  await until(() => processed.count === 1);
  const third = await open();
  await idle.closed;
  third.socket.pause().write(request('/large'));
  await until(() => processed.count === 2);
  await (await open()).closed;
  for (const { socket } of [unread, third]) {
    socket.resume();
    await until(() => socket.bytesRead > LARGE_BYTES);
  }
});

t.test('empty lines do not keep a connection that is not used', async (t) => {
  const { app, open } = await openService(t);
  app.server.keepAliveTimeout = 3_000;
  const [used, unused] = [await open(), await open()];
  t.ok(await isServed(unused));
  const timer = setInterval(() => unused.socket.write('\r\n'), 100);
  t.teardown(() => clearInterval(timer));
  while (!unused.socket.closed) {
    used.socket.write(GET);
    await wait(50);
  }
  t.ok(await isServed(used));
});

t.test('an idle connection is closed after 73 s, of which clients are told 72', async (t) => {
  const pass = stopTime(t, 'setInterval');
  const { app, open } = await openService(t);
  const [used, idle] = [await open(), await open()];
  for (const one of [idle, used]) t.ok(await isServed(one));
  t.match(used.received, /\r\nkeep-alive: timeout=72\r\n/i);
  // Node itself would close it later, by the time that passes.
  const isClosed = async ({ socket, closed }: Connection) => {
    await Promise.race([closed, wait(5_000)]);
    return socket.closed;
  };
  await pass(72_999, 500);
  t.ok(await isServed(used), 'idle only since now');
  t.notOk(idle.socket.closed);
  await pass(1, 500);
  t.ok(await isClosed(idle));
  t.ok(await isServed(used));
  // A request may be on its way when a stop begins.
  openConnectionsOf(app.server)?.beginClosing();
  await pass(499, 500);
  t.ok(await isServed(used));
  await pass(500, 500);
  t.ok(await isClosed(used));
});

t.test('idle connections are looked for twice a second, until the end', async (t) => {
  const pass = stopTime(t, 'setInterval');
  const set = mock.method(globalThis, 'setInterval');
  const cleared = mock.method(globalThis, 'clearInterval');
  t.teardown(() => {
    for (const one of [set, cleared]) one.mock.restore();
  });
  const { app, open } = await openService(t);
  app.server.keepAliveTimeout = -1_000;
  const idle = await open();
  await pass(499);
  t.notOk(idle.socket.closed);
  await pass(1);
  await idle.closed;
  await app.close();
  const timers = set.mock.calls.filter((call) => call.arguments[1] === 500);
  t.ok(timers.length > 0);
  const ended = new Set(cleared.mock.calls.map((call) => call.arguments[0]));
  for (const { result } of timers) t.ok(ended.has(result));
});

t.test('an address without a connection is forgotten', async (t) => {
  const bounds = { maxConnections: 9, maxConnectionsPerAddress: 1, networkOf: String };
  let isProxy = true;
  const server = createBoundedServer((_request, response) => response.end('{}'));
  boundConnections(server, { ...bounds, isProxy: () => isProxy });
  const port = await listenOn(t, server);
  const first = await openConnection(t, port);
  t.ok(await isServed(first));
  isProxy = false;
  t.ok(await isServed(await openConnection(t, port)), 'of a proxy there can be any number');
  t.ok(await isServed(first));
  server.closeAllConnections();
  await until(async () => (await promisify(server.getConnections.bind(server))()) === 0);
  const second = await openConnection(t, port);
  t.ok(await isServed(second));
  t.ok(await isServed(await openConnection(t, port)));
  await Promise.race([second.closed, wait(5_000)]);
  t.ok(second.socket.closed, 'as any other address, it has one');
  server.closeAllConnections();
});

t.test('a request that arrives while the service stops is served', async (t) => {
  // Nothing is closed because it has been idle for a time.
  stopTime(t, 'setInterval');
  const { app, open, key } = await openService(t);
  const [busy, late, used] = [await open(), await open(), await open()];
  t.ok(await isServed(used));
  await begin(busy, key);
  const closing = app.close();
  await until(() => !app.server.listening);
  await Promise.race([used.closed, wait(5_000)]);
  t.ok(used.socket.closed, 'its client has its response');
  t.ok(await isServed(late));
  t.match(late.received, /^HTTP\/1\.1 200 /);
  t.match(late.received, /\r\nconnection: close\r\n/i);
  busy.socket.write('{"name":"Bolt","groupId":7}');
  await closing;
});

t.test('a stop does not wait for connections without a request', async (t) => {
  const { app, open } = await openService(t);
  const silent = await open();
  const served = await open();
  t.ok(await isServed(served));
  await Promise.all([app.close(), silent.closed, served.closed]);
});

t.test('a request that is cut off at the end is counted', async (t) => {
  const { app, database, open, key } = await openService(t);
  await begin(await open(), key);
  const closing = app.close();
  openConnectionsOf(app.server)?.cutOff();
  await closing;
  t.match(await database.client.keyUsage.findMany(), [{ requests: 1n }]);
});

t.test('what is cut off is closed, and what is opened later', async (t) => {
  const { app, open, key } = await openService(t);
  const [idle, busy] = [await open(), await open()];
  t.ok(await isServed(idle));
  await begin(busy, key);
  t.equal(openConnectionsOf(app.server)?.cutOff(), 1, 'how many were in use');
  await Promise.all([idle.closed, busy.closed]);
  t.notOk(await isServed(await open()));
});
