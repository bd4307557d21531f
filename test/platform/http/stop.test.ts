// How the process of the service stops.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { stopOnSignal } from '../../../src/platform/http/index.ts';
import { openSample } from '../../helper.ts';
import { NEEDS_POSTGRES, openMigrated } from '../../support/both-databases.ts';
import { createDatabase } from '../../support/databases.ts';
import { openCustomer, repeatSignal, startServer } from '../../support/processes.ts';
import { startProxy } from '../../support/proxy.ts';
import { isServed, listen, openConnection, requestText } from '../../support/raw-http.ts';
import { NEEDS_REDIS, startRedis } from '../../support/redis.ts';
import { ask, runScript, unlessInstalled } from '../../support/scripts.ts';
import { DATABASE_PATIENCE, type Server } from '../../support/servers/server.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import { until } from '../../support/until.ts';

/** Only Linux changes the limits of a running process. */
const NEEDS_PRLIMIT = {
  skip: process.platform === 'linux' ? unlessInstalled('prlimit') : 'needs Linux',
};

const NEEDS_STORES = { skip: NEEDS_POSTGRES.skip || NEEDS_REDIS.skip };

const BODY = '{"name":"Bolt","groupId":7}';

/** How long clients wait before they send again, where a test needs time and no load. */
const PAUSE_MS = 100;

/** Starts the service with a customer. */
async function startService(t: Test, settings: Record<string, string> = {}) {
  const customer = { plan: 'enterprise', limits: UNLIMITED } as const;
  const { url, client, key } = await openCustomer(t, customer, settings.DATABASE_URL);
  const server = await startServer(t, { DATABASE_URL: url, ...DATABASE_PATIENCE, ...settings });
  return { server, client, key, get: requestText(key, 'GET', '/v1/widgets'), port: server.port };
}

/** The same as a call of a tool. */
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'createWidget', arguments: { name: 'Gear', groupId: 7 } },
});

/** Sends a request without its last byte, and waits until it is accepted. */
async function sendSlowly(t: Test, port: number, key: string, path = '/v1/widgets', body = BODY) {
  const connection = await openConnection(t, port);
  const fields = [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  connection.socket.write(requestText(key, 'POST', path, ...fields));
  await once(connection.socket, 'data');
  assert.match(connection.received, /^HTTP\/1\.1 100 Continue/);
  connection.socket.write(body.slice(0, -1));
  return connection;
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return connected === undefined;
}

const stopping = (server: Server) => server.waitFor(/Stopping because of SIG\w+/);

/**
 * Keeps the process of a test from ending with a stop, until the test looks at what has happened:
 * tap ends the process in the same way.
 */
function keepProcess(t: Test) {
  const listeners = () =>
    process.eventNames().map((name) => [name, process.listeners(name as NodeJS.Signals)] as const);
  const before = new Map(listeners());
  const codes: unknown[] = [];
  const exit = mock.method(process, 'exit', (code: unknown) => codes.push(code));
  t.teardown(() => {
    exit.mock.restore();
    for (const [name, all] of listeners()) {
      for (const one of all) {
        if (!before.get(name)?.includes(one)) process.off(name, one as () => void);
      }
    }
  });
  return {
    hasEnded: () => codes.length > 0,
    /** Tells only the service of a signal. */
    signal() {
      const known = before.get('SIGTERM') ?? [];
      const [own] = process.listeners('SIGTERM').filter((one) => !known.includes(one));
      own?.('SIGTERM');
    },
    /** @returns the codes with which the process would have ended */
    release() {
      exit.mock.restore();
      return codes;
    },
  };
}

/** Begins a stop in which time passes when the test says so, of an application without requests. */
function stopWithoutTime(t: Test, drain: number, shutdown: number) {
  const { signal, release } = keepProcess(t);
  const server = new EventEmitter();
  const state = { nowMs: 0, isClosed: false };
  const close = async () => {
    state.isClosed = true;
  };
  const app = { server, log: Fastify().log, close } as unknown as FastifyInstance;
  const config = { DRAIN_SECONDS: drain, SHUTDOWN_SECONDS: shutdown };
  mock.timers.enable({ apis: ['setTimeout'] });
  const now = mock.method(performance, 'now', () => state.nowMs);
  syncBuiltinESMExports();
  t.teardown(() => {
    now.mock.restore();
    mock.timers.reset();
    syncBuiltinESMExports();
  });
  stopOnSignal(app, { stop: new AbortController(), config, close: async () => undefined });
  signal();
  return {
    release,
    /** @returns whether it is closed by then */
    async pass(ms: number) {
      state.nowMs += ms;
      mock.timers.tick(ms);
      for (let i = 0; i < 9; i += 1) await nextTick();
      return state.isClosed;
    },
    /** Lets a connection come in every second tick until it is closed. @returns how many */
    async connect(tickMs: number) {
      const isAccepting = () => server.listenerCount('connection') > 0;
      for (let i = 0; i < 1_000 && !isAccepting(); i += 1) await Promise.resolve();
      let accepted = 0;
      while (!state.isClosed && accepted < 10_000) {
        accepted += 1;
        state.nowMs += tickMs;
        server.emit('connection');
        await nextTick();
        await nextTick();
      }
      return accepted;
    },
  };
}

t.test('a stop accepts requests for half a second, or longer if it drains', async (t) => {
  for (const [drain, acceptingMs] of [
    [0, 500],
    [2, 2_000],
  ] as const) {
    await t.test(`${drain} seconds`, async (t) => {
      const { pass, release } = stopWithoutTime(t, drain, 10);
      const isClosed = [await pass(acceptingMs - 1), await pass(1)];
      t.strictSame([isClosed, release()], [[false, true], [0]]);
    });
  }
});

t.test('as many as can wait are accepted, and none for longer than half of the rest', async (t) => {
  for (const [tickMs, expected] of [
    [0, 4_096],
    // From 500 ms to the middle of the rest of 10 s.
    [5, (5_250 - 500) / 5],
  ] as const) {
    await t.test(`${tickMs} ms for each`, async (t) => {
      const { pass, connect, release } = stopWithoutTime(t, 0, 10);
      await pass(499);
      const passing = pass(1);
      const accepted = await connect(tickMs);
      await passing;
      release();
      t.equal(accepted, expected);
    });
  }
});

t.test('a stop that is over in time is a success, one that cuts off is none', async (t) => {
  for (const [shutdown, expected] of [
    [1, [1, 0]],
    [60, [0]],
  ] as const) {
    await t.test(`${shutdown} seconds`, async (t) => {
      const { app, key, stop, log } = await openSample(t, { LOG_LEVEL: 'error' });
      const slow = await sendSlowly(t, await listen(app), key);
      const { signal, release } = keepProcess(t);
      const config = { DRAIN_SECONDS: 0, SHUTDOWN_SECONDS: shutdown };
      const ended = Promise.withResolvers<void>();
      stopOnSignal(app, { stop, config, close: async () => ended.resolve() });
      signal();
      const isLast = stop.signal.aborted;
      if (shutdown > 1) {
        // Until no more connections are accepted: a stop that cuts off too early has done so by then.
        await wait(600);
        slow.socket.write(BODY.slice(-1));
      }
      await ended.promise;
      for (let i = 0; i < 5; i += 1) await nextTick();
      t.strictSame(release(), expected);
      t.ok(isLast, 'what is accepted meanwhile is the last of its connection');
      t.equal(log.length, expected.length - 1, 'which the log says');
    });
  }
});

t.test('an end that takes too long is cut off 0.9 seconds after its time', async (t) => {
  const { signal, hasEnded, release } = keepProcess(t);
  const said: unknown[] = [];
  const log = { info: () => undefined, error: (message: unknown) => said.push(message) };
  const close = () => new Promise<never>(() => undefined);
  const app = { server: new EventEmitter(), log, close } as unknown as FastifyInstance;
  const config = { DRAIN_SECONDS: 0, SHUTDOWN_SECONDS: 0.1 };
  stopOnSignal(app, { stop: new AbortController(), config, close });
  signal();
  for (let i = 0; i < 50 && !hasEnded(); i += 1) await wait(100);
  t.strictSame([release(), said], [[1], ['killed by timeout (1000ms)']]);
});

t.test('what is closed without a signal begins a stop, too', async (t) => {
  const { app, stop } = await openSample(t);
  await app.close();
  t.ok(stop.signal.aborted);
});

t.test('responds to accepted requests, and accepts no more', async (t) => {
  const { server, port, key, get, client } = await startService(t, { SHUTDOWN_SECONDS: '60' });
  const slow = await sendSlowly(t, port, key);
  const call = await sendSlowly(t, port, key, '/mcp', CALL);
  const idle = await openConnection(t, port);
  const used = await openConnection(t, port);
  const begun = await openConnection(t, port);
  used.socket.write(get);
  begun.socket.write('GET /v1/widgets HTTP/1.1\r\nHost:');
  await until(() => used.received.endsWith('[]'));
  const ended = server.end('SIGTERM');
  await until(() => isRefused(port));
  // What closes the unused one looks at all connections.
  await Promise.all([idle.closed, used.closed, begun.closed]);
  slow.socket.write(BODY.slice(-1));
  await slow.closed;
  t.match(slow.received, /\r\nHTTP\/1\.1 201 Created\r\n/);
  t.match(slow.received, /\r\nconnection: close\r\n/i);
  call.socket.write(CALL.slice(-1));
  await call.closed;
  t.match(call.received, /\r\nconnection: close\r\n.*"structuredContent":{"id":2,"name":"Gear"/is);
  t.equal((await ended).code, 0, 'nothing had to be cut off');
  t.match(await client.widget.findMany(), [{ name: 'Bolt' }, { name: 'Gear' }]);
});

t.test('serves connections that wait to be accepted, and open ones', async (t) => {
  const { server, port, get } = await startService(t, { SHUTDOWN_SECONDS: '60' });
  const opened = await openConnection(t, port);
  // The system completes connections for a process that does not run.
  process.kill(server.pid, 'SIGSTOP');
  // As many as one caller may have in flight.
  const waiting = await Promise.all(Array.from({ length: 20 }, () => openConnection(t, port)));
  for (const { socket } of [opened, ...waiting]) socket.write(get);
  const ended = server.end('SIGTERM');
  process.kill(server.pid, 'SIGCONT');
  await Promise.all([opened, ...waiting].map(({ closed }) => closed));
  for (const { received } of [opened, ...waiting]) t.match(received, /^HTTP\/1\.1 200 OK\r\n/);
  // The first ones may be served before the process has the signal.
  const isLast = /^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i;
  t.match(waiting.at(-1)?.received, isLast);
  t.equal((await ended).code, 0);
});

/** Clients that connect again whenever they are closed, until the service refuses connections. */
function startClients(
  t: Test,
  port: number,
  count: number,
  onConnect: (socket: Socket) => void,
  pauseMs = 0,
) {
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    t.teardown(() => socket.destroy());
    socket.once('connect', () => {
      onConnect(socket);
      socket.once('close', () => setTimeout(open, pauseMs));
    });
  };
  for (let i = 0; i < count; i += 1) open();
}

/** Keeps requests waiting on a connection. */
function pipeline(socket: Socket, request: string) {
  socket.write(request.repeat(4));
  socket.on('data', (text) => {
    const count = String(text).split('HTTP/1.1 ').length - 1;
    socket.write(request.repeat(count));
  });
}

t.test('no client prolongs a stop, or makes it fail', async (t) => {
  const settings = { SHUTDOWN_SECONDS: '10', MAX_CONNECTIONS_PER_ADDRESS: '0' };
  const { server, port, get, client } = await startService(t, settings);
  startClients(t, port, 600, (socket) => {
    socket.write(get);
    // A request after the last one.
    socket.on('data', () => socket.write(get));
  });
  startClients(t, port, 20, (socket) => pipeline(socket, get));
  startClients(t, port, 20, () => undefined);
  startClients(t, port, 20, (socket) => socket.write('GET /v1/widgets HTTP/1.1\r\nHost:'));
  await until(async () => (await client.keyUsage.count()) > 0);
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 0, stdout.slice(-1_000));
  t.notMatch(stdout, /cut off|killed by timeout/);
});

t.test('a stop that cuts off a request stores its counts', NEEDS_STORES, async (t) => {
  const redis = await startRedis(t);
  const { url } = await openMigrated(t, 'postgresql');
  for (const settings of [{}, { DATABASE_URL: url }, { REDIS_URL: redis.url }]) {
    const more = { SHUTDOWN_SECONDS: '3', ...settings };
    const { server, port, key, get, client } = await startService(t, more);
    const slow = await sendSlowly(t, port, key);
    let served = 0;
    const ask = (socket: Socket) => {
      socket.write(get);
      socket.on('data', (text) => {
        served += String(text).split('HTTP/1.1 200 ').length - 1;
        setTimeout(() => socket.write(get), PAUSE_MS);
      });
    };
    startClients(t, port, 50, ask, PAUSE_MS);
    await until(async () => (await client.keyUsage.count()) > 0);
    const { code, stdout } = await server.end('SIGTERM');
    t.equal(code, 1);
    t.match(stdout, /Stopping took more than 3 s: open connections are cut off/);
    t.notMatch(stdout, 'killed by timeout');
    await slow.closed;
    const usages = await client.keyUsage.findMany();
    const stored = usages.reduce((sum, { requests }) => sum + Number(requests), 0);
    t.ok(stored > served, `${stored} stored, ${served} served, and one cut off`);
    const days = await client.dayUsage.findMany();
    if ('REDIS_URL' in settings) t.strictSame(days, []);
    else
      t.strictSame(
        days.map(({ used }) => Number(used)),
        [stored],
      );
  }
});

t.test('serves requests while it drains, but is not ready', async (t) => {
  const { server, port, get } = await startService(t, { DRAIN_SECONDS: '5', METRICS_PORT: '0' });
  const { origin } = server;
  t.equal((await fetch(`${origin}/readyz`)).status, 200);
  // As when its terminal is closed.
  const ended = server.end('SIGHUP');
  await stopping(server);
  const readiness = await fetch(`${origin}/readyz`);
  t.strictSame([readiness.status, await readiness.json()], [503, { status: 'stopping' }]);
  // Longer than without DRAIN_SECONDS.
  await wait(1_000);
  const connection = await openConnection(t, port);
  connection.socket.write(get);
  await connection.closed;
  t.match(connection.received, /^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i);
  const { code, stdout } = await ended;
  t.equal(code, 0);
  const [metrics = ''] = /http:[^"]+(?=")/.exec(stdout.slice(stdout.indexOf('Metrics at'))) ?? [];
  await t.rejects(fetch(metrics));
});

t.test('stops at once at a later signal, but not at a repeated one', async (t) => {
  // Several times as long as a signal counts as repeated.
  const { server, port, key } = await startService(t, { SHUTDOWN_SECONDS: '8' });
  const slow = await sendSlowly(t, port, key);
  // The process receives both as soon as it goes on.
  process.kill(server.pid, 'SIGSTOP');
  process.kill(server.pid, 'SIGINT');
  process.kill(server.pid, 'SIGHUP');
  process.kill(server.pid, 'SIGCONT');
  await stopping(server);
  const { code, stdout } = await repeatSignal(server, 'SIGTERM');
  t.equal(code, 1);
  t.match(stdout, /Stopped at once because of another SIGTERM/);
  t.notMatch(slow.received, /HTTP\/1\.1 201/);
});

t.test('cuts off connections that take too long, and stores its counts', async (t) => {
  const { server, port, key, client } = await startService(t, { SHUTDOWN_SECONDS: '1' });
  const slow = await sendSlowly(t, port, key);
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 1);
  t.equal(stdout.match(/"severity_text":"ERROR"/g)?.length, 1, 'one line reports it');
  t.match(stdout, /Stopping took more than 1 s: open connections are cut off/);
  t.match(stdout, '"error.type":"connection_closed"', 'each request has its line');
  await slow.closed;
  t.notMatch(slow.received, /HTTP\/1\.1 201/);
  t.match(await client.dayUsage.findMany(), [{ used: 1 }]);
  t.strictSame(await client.widget.findMany(), []);
});

t.test('refuses connections while no file is free, and goes on', NEEDS_PRLIMIT, async (t) => {
  const settings = { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const { server, port, get, client } = await startService(t, settings);
  const limitFiles = (count: number) =>
    spawnSync('prlimit', [`--pid=${server.pid}`, `--nofile=${count}:`]);
  const open = await openConnection(t, port);
  open.socket.write(get);
  await until(() => open.received.endsWith('[]'));
  const stored = async () => (await client.keyUsage.findFirst())?.requests;
  // What a start loads after the first responses is there once a count is stored.
  await until(async () => (await stored()) === 1n);
  limitFiles(readdirSync(`/proc/${server.pid}/fd`).length);
  // A few numbers of files below the limit may be free.
  const others = await Promise.all(Array.from({ length: 30 }, () => openConnection(t, port)));
  await Promise.any(others.map(({ closed }) => closed));
  open.socket.write(get);
  await until(() => open.received.match(/\[\]/g)?.length === 2);
  // What happens once a second has happened, and ended nothing.
  await until(async () => (await stored()) === 2n);
  for (const { socket } of others) socket.destroy();
  limitFiles(1_024);
  t.ok(await isServed(await openConnection(t, port)));
  t.equal((await server.end('SIGTERM')).code, 0);
});

t.test('does not wait for a database that hangs', NEEDS_POSTGRES, async (t) => {
  const { url: direct } = await openMigrated(t, 'postgresql');
  const proxy = await startProxy(t, Number(new URL(direct).port));
  const url = direct.replace(/:\d+\//, `:${proxy.port}/`);
  const limits = { DATABASE_CONNECT_TIMEOUT_MS: '1500', DATABASE_STATEMENT_TIMEOUT_MS: '1500' };
  const { server, key } = await startService(t, { DATABASE_URL: url, ...limits });
  const call = () => ask(`${server.origin}/v1/nothing`, `Bearer ${key}`);
  const reported = server.waitFor(/the usage of API keys is not stored/).then(() => true);
  let isReported = false;
  // On a busy machine, a call may be stored before the database hangs.
  while (!isReported) {
    proxy.resume();
    await call();
    proxy.hang();
    isReported = await Promise.race([reported, wait(5_000, false)]);
  }
  await call();
  const { code, stdout } = await server.end('SIGTERM');
  // Otherwise it would be cut off after SHUTDOWN_SECONDS.
  t.equal(code, 0);
  t.match(stdout, /the last counts before the stop may not be stored/);
  proxy.resume();
});

t.test('does not hang when starting fails, whatever is connected already', async (t) => {
  const { port } = await startService(t);
  const url = await createDatabase();
  const settings = { DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'warn' };
  for (const [taken, other] of [
    ['PORT', 'METRICS_PORT'],
    ['METRICS_PORT', 'PORT'],
  ] as const) {
    const failing = { ...settings, [taken]: String(port), [other]: '0' };
    const { code, stderr } = await runScript(t, 'src/server.ts', [], { settings: failing });
    t.equal(code, 1);
    const message = `${taken} ${port} of 127.0.0.1 is in use. Set another ${taken}.\n`;
    t.equal(stderr, message);
  }
});

t.test('stops although nobody reads its log, and warns of a file that others read', async (t) => {
  const url = await createDatabase();
  const path = url.replace(/^file:/, '');
  const isFile = path !== url;
  if (isFile) await chmod(path, 0o644);
  const { server } = await startService(t, { DATABASE_URL: url });
  server.stdout.pause();
  const headers = { 'x-request-id': 'x'.repeat(64) };
  // More than the pipe between the two processes holds.
  for (let i = 0; i < 1_500; i += 1) {
    await (await fetch(`${server.origin}/nothing`, { headers })).text();
  }
  process.kill(server.pid, 'SIGTERM');
  // While nobody reads.
  await t.rejects(
    until(() => !process.kill(server.pid, 0)),
    { code: 'ESRCH' },
  );
  server.stdout.resume();
  const { code, stdout } = await server.ended;
  t.equal(code, 0);
  t.notMatch(stdout, /cut off/);
  const warning = `Other users can read or write ${path}: restrict it with chmod go-rwx`;
  t.equal(stdout.includes(warning), isFile);
});
