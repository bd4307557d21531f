import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { createKey } from '../../src/keys/administration.ts';
import { createDatabase } from '../support/databases.ts';
import { startProxy } from '../support/proxy.ts';
import { listening, type Running, startScript } from '../support/scripts.ts';
import { startPostgres } from '../support/servers/postgres.ts';

const BODY = '{"name":"Rex","categoryId":7}';

/** The service as a process of its own, and a customer's key. */
async function startService(t: Test, settings: Record<string, string> = {}) {
  const url = settings.DATABASE_URL ?? (await createDatabase(t));
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const { key } = await createKey(database.client, { name: 'A customer', plan: 'business' });
  const server = await startScript(t, 'src/server.ts', [], {
    settings: { PORT: '0', NODE_ENV: 'production', DATABASE_URL: url, ...settings },
  });
  const [, metrics = ''] = settings.METRICS_PORT
    ? await server.waitFor(/Metrics at (http:[^"]+)/)
    : [];
  const origin = await listening(server);
  const { port } = new URL(origin);
  return { server, database, key, port: Number(port), metrics };
}

/** Opens a connection, and collects everything received on it. */
async function open(t: Test, port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  t.teardown(() => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const connection = { socket, received: '', closed };
  socket.on('data', (text: string) => {
    connection.received += text;
  });
  await once(socket, 'connect');
  // A connection that is cut off may end with an error.
  socket.on('error', () => undefined);
  return connection;
}

const get = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** Sends a request without its last byte, and waits until it is accepted. */
async function sendSlowly(t: Test, port: number, key: string) {
  const connection = await open(t, port);
  connection.socket.write(
    `POST /v1/pets HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n` +
      'Expect: 100-continue\r\n\r\n',
  );
  await once(connection.socket, 'data');
  assert.match(connection.received, /^HTTP\/1\.1 100 Continue/);
  connection.socket.write(BODY.slice(0, -1));
  return connection;
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

async function untilRefused(port: number) {
  while (!(await isRefused(port))) await wait(10);
}

const stopping = (server: Running) => server.waitFor(/Stopping because of SIG\w+/);

t.test('answers the requests it has accepted, and accepts no more connections', async (t) => {
  const { server, port, key, database } = await startService(t);
  const slow = await sendSlowly(t, port, key);
  const ended = server.end('SIGTERM');
  await untilRefused(port);
  slow.socket.write(BODY.slice(-1));
  await slow.closed;
  t.match(slow.received, /\r\nHTTP\/1\.1 201 Created\r\n/);
  t.match(slow.received, /\r\nconnection: close\r\n/i);
  t.equal((await ended).code, 0);
  t.match(await database.client.pet.findMany(), [{ name: 'Rex' }]);
});

t.test('stops gracefully when its terminal is closed', async (t) => {
  const { server, database, port, key } = await startService(t);
  const slow = await sendSlowly(t, port, key);
  const ended = server.end('SIGHUP');
  await stopping(server);
  slow.socket.write(BODY.slice(-1));
  await slow.closed;
  t.equal((await ended).code, 0);
  t.match(await database.client.pet.findMany(), [{ name: 'Rex' }]);
});

t.test('warns of a database that others can read', async (t) => {
  const url = await createDatabase(t);
  if (!url.startsWith('file:')) return;
  const path = url.slice('file:'.length);
  await chmod(path, 0o644);
  const { server } = await startService(t, { DATABASE_URL: url });
  const { stdout } = await server.end('SIGTERM');
  t.ok(stdout.includes(`Others can read or write ${path}: restrict it with chmod go-rwx`));
});

t.test('answers connections that wait to be accepted', async (t) => {
  const { server, port, key } = await startService(t, { SHUTDOWN_SECONDS: '60' });
  // The system completes connections for a process that does not run.
  process.kill(server.pid, 'SIGSTOP');
  // No more than one caller may have in flight, however long the database takes.
  const connections = await Promise.all(Array.from({ length: 100 }, () => open(t, port)));
  for (const { socket } of connections) socket.write(get('/v1/pets', key));
  const ended = server.end('SIGTERM');
  process.kill(server.pid, 'SIGCONT');
  await Promise.all(connections.map(({ closed }) => closed));
  const isLast = /^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i;
  t.equal(connections.filter(({ received }) => isLast.test(received)).length, connections.length);
  t.equal((await ended).code, 0);
});

t.test('does not wait for connections without a request', async (t) => {
  const { server, port, key } = await startService(t, { SHUTDOWN_SECONDS: '60' });
  const [used, unused, begun] = await Promise.all([1, 2, 3].map(() => open(t, port)));
  used?.socket.write(get('/v1/pets', key));
  while (!used?.received.endsWith('[]')) await once(used?.socket as Socket, 'data');
  begun?.socket.write('GET /v1/pets HTTP/1.1\r\nHost:');
  await wait(50);
  t.equal((await server.end('SIGTERM')).code, 0, 'nothing had to be cut off');
  await Promise.all([used.closed, unused?.closed, begun?.closed]);
  t.equal(unused?.received, '');
});

t.test('answers a request that arrives on an open connection', async (t) => {
  const { server, port, key } = await startService(t);
  const connection = await open(t, port);
  const ended = server.end('SIGTERM');
  await stopping(server);
  connection.socket.write(get('/v1/pets', key));
  await connection.closed;
  t.match(connection.received, /^HTTP\/1\.1 200 OK\r\n/);
  t.match(connection.received, /\r\nconnection: close\r\n/i);
  t.match(connection.received, /\r\nx-request-id: /i);
  t.equal((await ended).code, 0);
});

t.test('does not close a connection with a request in flight as idle', async (t) => {
  const { server, port, key } = await startService(t);
  const slow = await sendSlowly(t, port, key);
  const ended = server.end('SIGTERM');
  await untilRefused(port);
  // Longer than an idle connection is kept.
  await wait(700);
  slow.socket.write(BODY.slice(-1) + get('/v1/pets', key));
  await slow.closed;
  t.match(slow.received, /HTTP\/1\.1 201 Created\r\n/);
  t.equal((await ended).code, 0);
});

t.test('serves requests while it drains, but is not ready', async (t) => {
  const settings = { DRAIN_SECONDS: '5', METRICS_PORT: '0' };
  const { server, port, key, metrics } = await startService(t, settings);
  const origin = `http://127.0.0.1:${port}`;
  const slow = await sendSlowly(t, port, key);
  t.equal((await fetch(`${origin}/readyz`)).status, 200);
  const start = performance.now();
  const ended = server.end('SIGTERM');
  await stopping(server);
  const readiness = await fetch(`${origin}/readyz`);
  t.strictSame([readiness.status, await readiness.json()], [503, { status: 'stopping' }]);
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${origin}/v1/pets`, { headers });
  t.strictSame([response.status, response.headers.get('connection')], [200, 'close']);
  t.equal((await fetch(metrics)).status, 200);
  slow.socket.write(BODY.slice(-1));
  await slow.closed;
  t.match(slow.received, /\r\nconnection: close\r\n/i, 'also for the request before it');
  t.notOk(await isRefused(port));
  t.equal((await ended).code, 0);
  t.ok(performance.now() - start >= 5_000);
  await t.rejects(fetch(metrics));
});

t.test('stops at once at a later signal, but not at a repetition of the first', async (t) => {
  const { server, port, key } = await startService(t, { SHUTDOWN_SECONDS: '60' });
  const slow = await sendSlowly(t, port, key);
  server.end('SIGINT');
  await stopping(server);
  server.end('SIGINT');
  await wait(1_100);
  t.equal(slow.received.includes('HTTP/1.1 201'), false);
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 1);
  t.match(stdout, /Stopped at once because of another SIGTERM/);
});

t.test('cuts off connections that do not end in time, and stores its counts', async (t) => {
  const service = await startService(t, { SHUTDOWN_SECONDS: '1' });
  const { server, port, key, database } = service;
  const slow = await sendSlowly(t, port, key);
  const start = performance.now();
  const { code, stdout } = await server.end('SIGTERM');
  const seconds = (performance.now() - start) / 1_000;
  t.equal(code, 1);
  t.ok(seconds >= 1, `after ${seconds} s`);
  t.equal(stdout.match(/"severity_text":"ERROR"/g)?.length, 1, 'one line reports it');
  t.match(stdout, /Stopping took more than 1 s: open connections are cut off/);
  await slow.closed;
  t.notMatch(slow.received, /HTTP\/1\.1 201/);
  t.match(await database.client.dayUsage.findMany(), [{ used: 1 }]);
  t.strictSame(await database.client.pet.findMany(), []);
});

t.test('does not wait for a database that hangs', async (t) => {
  const postgres = await startPostgres();
  if (!postgres) {
    if (process.env.CI) throw new Error('CI needs PostgreSQL.');
    t.comment('skipped: there is no PostgreSQL on this machine');
    return;
  }
  t.teardown(() => postgres.stop());
  await applyMigrations(postgres.url);
  const proxy = await startProxy(t, Number(new URL(postgres.url).port));
  const url = postgres.url.replace(/:\d+\//, `:${proxy.port}/`);
  const { server } = await startService(t, { DATABASE_URL: url, SHUTDOWN_SECONDS: '1' });
  proxy.hang();
  const start = performance.now();
  t.equal((await server.end('SIGTERM')).code, 1);
  const seconds = (performance.now() - start) / 1_000;
  t.ok(seconds >= 1, `after ${seconds} s`);
  proxy.resume();
});

t.test('does not hang when starting fails, whatever is connected already', async (t) => {
  const { port } = await startService(t);
  const settings = {
    DATABASE_URL: await createDatabase(t),
    REDIS_URL: 'redis://127.0.0.1:1',
    METRICS_PORT: '0',
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  for (const taken of ['PORT', 'METRICS_PORT']) {
    const failing = { ...settings, [taken]: String(port) };
    const server = await startScript(t, 'src/server.ts', [], { settings: failing });
    const { code, stderr } = await server.ended;
    t.equal(code, 1);
    t.equal(stderr, `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`, taken);
  }
});

t.test('stops although nobody reads its log', async (t) => {
  const { server, port } = await startService(t);
  server.stdout.pause();
  const headers = { 'x-request-id': 'x'.repeat(64) };
  // More than the pipe between the two processes holds.
  for (let i = 0; i < 2_000; i += 1) {
    await (await fetch(`http://127.0.0.1:${port}/nothing`, { headers })).text();
  }
  process.kill(server.pid, 'SIGTERM');
  while (isRunning(server.pid)) await wait(20);
  server.stdout.resume();
  const { code, stdout } = await server.ended;
  t.equal(code, 0);
  t.notMatch(stdout, /cut off/);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
