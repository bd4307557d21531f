// Several processes of the service on one port, and who else may be there.

import fs from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { expectSameService, keepsWaiting } from '../../../src/platform/http/index.ts';
import { NEEDS_POSTGRES, openMigrated } from '../../support/both-databases.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { openCustomer, startServer } from '../../support/processes.ts';
import { listenOn } from '../../support/raw-http.ts';
import { NEEDS_REDIS, startRedis } from '../../support/redis.ts';
import { freePort } from '../../support/servers/ports.ts';
import type { Server } from '../../support/servers/server.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import { service } from '../service/src/service.ts';

const NEEDS_LINUX = process.platform === 'linux' ? false : 'needs Linux';
const NEEDS = { skip: NEEDS_LINUX || NEEDS_POSTGRES.skip || NEEDS_REDIS.skip };

const { product } = service;

t.test('only processes of the same service share a port', async (t) => {
  const asking = (port: number) => expectSameService('127.0.0.1', port, product);
  const respond = (body: string, status = 200) =>
    createServer((_request, response) => response.writeHead(status).end(body));
  const inUse = (port: number, other: string) => ({
    message: `PORT ${port} of 127.0.0.1 is in use by ${other}. Set another PORT.`,
  });
  await asking(await freePort());
  await asking(await listenOn(t, respond(JSON.stringify({ title: product }))));
  for (const [body, other] of [
    [JSON.stringify({ title: 'Another' }), 'another service, Another'],
    [JSON.stringify({ title: 7 }), 'another service'],
    ['null', 'another service'],
    ['<html>', 'another service'],
  ] as const) {
    const port = await listenOn(t, respond(body));
    await t.rejects(asking(port), inUse(port, other));
  }
  const noHttp = await listenOn(
    t,
    net.createServer((socket) => socket.end('220 ready\r\n')),
  );
  await t.rejects(asking(noHttp), inUse(noHttp, 'another service'));
  const stopping = net.createServer((socket) => socket.destroy());
  await asking(await listenOn(t, stopping));
});

t.test('who is silent for two seconds is taken for a process that is busy', async (t) => {
  const limit = new AbortController();
  const timeout = mock.method(AbortSignal, 'timeout', () => limit.signal);
  t.teardown(() => timeout.mock.restore());
  const silent = net.createServer((socket) => {
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
    socket.once('data', () => limit.abort());
  });
  await expectSameService('127.0.0.1', await listenOn(t, silent), product);
  t.strictSame(timeout.mock.calls[0]?.arguments, [2_000]);
});

/**
 * Starts clients that pause between requests, each request on a connection of its own, or on one of
 * many.
 *
 * @returns what they get, and what ends them
 */
function startClients(t: Test, port: number, key: string, agent: Agent | false) {
  const got = { responses: 0, failures: [] as string[], isOver: false };
  const ask = () =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${key}` };
      const request = get({ port, host: '127.0.0.1', path: '/v1/widgets', headers, agent });
      request.once('error', (error: NodeJS.ErrnoException) => {
        got.failures.push(String(error.code));
        resolve();
      });
      request.once('response', (response) => {
        if (response.statusCode === 200) got.responses += 1;
        else got.failures.push(String(response.statusCode));
        response.resume().once('end', resolve);
      });
    });
  const client = async () => {
    while (!got.isOver) {
      await ask();
      await wait(20);
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const end = async () => {
    got.isOver = true;
    await clients;
    if (agent) agent.destroy();
    return got;
  };
  t.teardown(end);
  return { got, end };
}

t.test('it is known whether the kernel moves connections that wait', async (t) => {
  const file = join(await temporaryFolder(t), 'tcp_migrate_req');
  t.equal(keepsWaiting(file), false);
  await writeFile(file, '0\n');
  t.equal(keepsWaiting(file), false);
  await writeFile(file, '1\n');
  t.equal(keepsWaiting(file), true);
  const reading = mock.method(fs, 'readFileSync', () => '1\n');
  syncBuiltinESMExports();
  const isKept = keepsWaiting();
  reading.mock.restore();
  syncBuiltinESMExports();
  t.equal(isKept, true);
  t.equal(reading.mock.calls[0]?.arguments[0], '/proc/sys/net/ipv4/tcp_migrate_req');
});

t.test('processes on one port are restarted one after the other, under load', NEEDS, async (t) => {
  const redis = await startRedis(t);
  const { url } = await openMigrated(t, 'postgresql');
  const customer = { plan: 'enterprise', limits: UNLIMITED } as const;
  const { key, client } = await openCustomer(t, customer, url);
  const port = await freePort();
  const settings = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    PORT: String(port),
    REUSE_PORT: 'true',
    METRICS_PORT: '0',
    // Longer than a client on a busy machine pauses.
    DRAIN_SECONDS: '2',
  };
  const start = () => startServer(t, settings);
  let servers = [await start(), await start()];
  const serving = (all: readonly Server[]) =>
    Promise.all(all.map((server) => server.waitFor(/"http.route":"\/v1\/widgets"/)));

  const loads = [
    startClients(t, port, key, false),
    startClients(t, port, key, new Agent({ keepAlive: true })),
  ];
  await serving(servers);
  for (const server of [...servers]) {
    const { code, stdout } = await server.end('SIGTERM');
    t.equal(code, 0, stdout.slice(-1_000));
    const isWarned = stdout.includes('net.ipv4.tcp_migrate_req = 0');
    t.equal(isWarned, !keepsWaiting());
    servers = [...servers.filter((one) => one !== server), await start()];
    await serving(servers);
  }
  const [fresh, kept] = await Promise.all(loads.map(({ end }) => end()));
  await Promise.all(servers.map((server) => server.end('SIGTERM')));

  t.strictSame(kept?.failures, [], 'no request of a connection that is in use is lost');
  // Otherwise the kernel resets what has not been accepted when a process stops.
  const others = keepsWaiting()
    ? fresh?.failures
    : fresh?.failures.filter((one) => one !== 'ECONNRESET');
  t.strictSame(others, []);
  const usages = await client.keyUsage.findMany();
  const counted = usages.reduce((sum, { requests }) => sum + Number(requests), 0);
  const responses = loads.reduce((sum, { got }) => sum + got.responses, 0);
  t.equal(counted, responses, 'each request that was accepted got its response');
});

t.test('a process does not join another service, which shares its port', NEEDS, async (t) => {
  const redis = await startRedis(t);
  const { url } = await openMigrated(t, 'postgresql');
  const port = await freePort();
  const another = createServer((_request, response) => response.end('{"title":"Another"}'));
  await new Promise<void>((resolve) => {
    another.listen({ port, host: '127.0.0.1', reusePort: true }, resolve);
  });
  t.teardown(() => another.close());
  const settings = { DATABASE_URL: url, REDIS_URL: redis.url, PORT: String(port) };
  const message = `PORT ${port} of 127.0.0.1 is in use by another service, Another.`;
  await t.rejects(startServer(t, { ...settings, REUSE_PORT: 'true' }), new RegExp(message));
  const unshared = new RegExp(`PORT ${port} of 127.0.0.1 is in use. Set another PORT.`);
  await t.rejects(startServer(t, settings), unshared);
});
