import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import t, { type Test } from 'tap';
import type { PrismaClient } from '../../src/database/database.ts';
import { createCounters } from '../../src/limits/create-counters.ts';
import { createRedisConnections } from '../../src/limits/redis-connections.ts';
import { temporaryFolder } from '../support/databases.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { freePort } from '../support/servers/ports.ts';
import { until } from '../support/until.ts';

/*
 * Why Redis is unavailable, as the log names it.
 */

const LIMITS = { perMinute: 1_000, perDay: 1_000 };
const USED_UP = { perMinute: 0, perDay: 0 };
const SECRET = 'kept/secret';
const ENCODED = encodeURIComponent(SECRET);

t.test('names a wrong password', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  await redis.client.acl('SETUSER', 'counter', 'on', '>right', '~*', '+@all');
  const url = redis.url.replace('//', `//counter:${ENCODED}@`);
  t.match(await reasonsOf(t, url), [/^WRONGPASS /]);
});

t.test('names a missing password', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  await redis.client.config('SET', 'requirepass', 'right');
  t.match(await reasonsOf(t, redis.url), [/^NOAUTH /]);
});

t.test('names what the user may not do', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const allowed = ['+hello', '+auth', '+client', '+ping', '+info'];
  await redis.client.acl('SETUSER', 'counter', 'on', `>${SECRET}`, '~*', ...allowed);
  const url = redis.url.replace('//', `//counter:${ENCODED}@`);
  t.match(await reasonsOf(t, url), [/^NOPERM .*'eval/]);
  await redis.client.acl('SETUSER', 'counter', '+@scripting', '+time', '+hmget', '+hset', '+del');
  t.match(await reasonsOf(t, url), [/user executing the script can't run/]);
});

t.test('names an address where nothing listens', async (t) => {
  const address = `127.0.0.1:${await freePort()}`;
  t.match(await reasonsOf(t, `redis://:${ENCODED}@${address}`), [
    `connect ECONNREFUSED ${address}`,
  ]);
  const cluster = `redis://:${ENCODED}@${address},redis://:${ENCODED}@${address}`;
  t.match(await reasonsOf(t, cluster), [`connect ECONNREFUSED ${address}`]);
});

t.test('names a host that does not exist', async (t) => {
  t.match(await reasonsOf(t, `redis://:${ENCODED}@redis.invalid`), [/ENOTFOUND redis\.invalid/]);
  const cluster = `redis://:${ENCODED}@redis.invalid,redis://redis.invalid:1`;
  t.match(await reasonsOf(t, cluster), [/ENOTFOUND redis\.invalid/]);
});

t.test('names a certificate that cannot be verified', async (t) => {
  const redis = await startRedisWithTls(t);
  if (!redis) return;
  const address = `127.0.0.1:${redis.port}`;
  const reasons = [
    await reasonsOf(t, `rediss://:${ENCODED}@${address}`),
    await reasonsOf(t, `rediss://${address},rediss://${address}`),
  ];
  for (const reason of reasons) {
    t.match(reason, [
      /^127\.0\.0\.1:\d+: self-signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
    ]);
    t.match(reason, [address]);
  }
});

t.test('names TLS on one side alone', async (t) => {
  const redis = await startRedisWithTls(t);
  if (!redis) return;
  const [withoutTls] = await reasonsOf(t, `redis://127.0.0.1:${redis.port}`);
  t.match(withoutTls, /closes the connection without a response, .* rediss:\/\//);
  const [withTls] = await reasonsOf(t, redis.url.replace('redis:', 'rediss:'));
  t.match(withTls, /^127\.0\.0\.1:\d+: no response to the attempt to connect$/);
});

t.test('names a server that is not Redis', async (t) => {
  const http = createHttpServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.teardown(() => http.close());
  const reasons = await reasonsOf(t, `redis://:${ENCODED}@127.0.0.1:${portOf(http)}`);
  // It may also close a connection before its response is read.
  t.ok(reasons.includes('not a Redis server: its response begins with "H"'), String(reasons));
});

for (const [response, reason] of [
  ['', /closes the connection without a response|does not respond$/],
  ['+PONG\r\n', /closed the connection|does not respond$/],
] as const) {
  t.test(`names a server that closes its connections after "${response.trim()}"`, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(response));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => server.close());
    const reasons = await reasonsOf(t, `redis://127.0.0.1:${portOf(server)}`);
    t.match(reasons.at(-1), reason);
  });
}

t.test('names a server that says nothing', async (t) => {
  const mute = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  t.teardown(() => mute.close());
  const reasons = await reasonsOf(t, `redis://127.0.0.1:${portOf(mute)}`);
  t.match(reasons, [/^127\.0\.0\.1:\d+ accepts connections, but does not respond$/]);
});

t.test('a read-only replica is unavailable until it is one no longer', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  await redis.client.replicaof('127.0.0.1', await freePort());
  const { counters, lines } = await openCounters(t, redis.url);
  // Rejected requests leave nothing to be merged, by which the replica would be noticed.
  for (let i = 0; i < 3; i += 1) {
    await counters.customers.count(1, USED_UP, 1);
    await wait(600);
  }
  t.match(lines, [/READONLY/]);
  t.equal(await counters.sharedStore?.isAvailable(), false);
  await redis.client.replicaof('NO', 'ONE');
  while (lines.length < 2) await wait(20);
  t.match(lines[1], /Redis is available again/);
});

t.test('names that Redis is loading', async (t) => {
  const redis = await startRedis(
    t,
    ...['--enable-debug-command', 'yes', '--key-load-delay', '2000'],
    ...['--loading-process-events-interval-bytes', '1024'],
  );
  if (!redis) return;
  // Far longer than the instance takes, also where the machine is so busy that Redis responds late at first.
  await redis.client.call('DEBUG', 'POPULATE', 20_000, 'key', 200);
  redis.client.call('DEBUG', 'RELOAD').catch(() => undefined);
  const { lines } = await openCounters(t, redis.url);
  await until(() => lines.some((line) => line.includes('"LOADING ')), 'the reason is logged');
});

t.test('names each reason once in an outage, and again in the next', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { counters, lines } = await openCounters(t, redis.url);
  const untilLogged = async (text: RegExp) => {
    while (!lines.some((line) => text.test(line))) {
      await counters.customers.count(1, LIMITS, 1);
      await wait(20);
    }
  };
  const outage = async () => {
    lines.length = 0;
    await redis.kill();
    await untilLogged(/ECONNREFUSED/);
    await wait(1_200);
    await redis.start();
    await untilLogged(/Redis is available again/);
    t.match(lines, [
      /has closed the connection.* Redis is unavailable/,
      /ECONNREFUSED.* Redis is still unavailable/,
      /Redis is available again/,
    ]);
  };
  await outage();
  await outage();
});

t.test('a connection that fails twice does not end the process', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { Connector } = createRedisConnections(['redis://127.0.0.1']);
  const connector = new Connector({ host: '127.0.0.1', port: portOf(server) });
  const stream = await connector.connect(() => undefined);
  const failures: Error[] = [];
  // As ioredis listens.
  stream.once('error', (error) => failures.push(error));
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy(new Error('the first'));
  await closed;
  t.equal(failures.length, 1);
  stream.emit('error', new Error('an alert of the server, which arrives after that'));
});

t.test('shows no password in a reason', async (t) => {
  const { reasonFor } = createRedisConnections([
    `redis://:${ENCODED}@a`,
    'redis://b?password=word',
  ]);
  const text = `unknown command 'AUTH', with args beginning with: '${SECRET}' 'word'`;
  t.equal(reasonFor(new Error(text)), text.replace(SECRET, '***').replace('word', '***'));
  t.equal(reasonFor(new Error('x'.repeat(1_000))).length, 300, 'and no more than fits into a line');
});

t.test('names all addresses of a host that nothing listens at', async (t) => {
  const { reasonFor } = createRedisConnections([]);
  const refused = (address: string) => {
    const error = new Error(`connect ECONNREFUSED ${address}`);
    return Object.assign(error, { code: 'ECONNREFUSED' });
  };
  t.equal(
    reasonFor(new AggregateError([refused('::1:6379'), refused('127.0.0.1:6379')])),
    'connect ECONNREFUSED ::1:6379, connect ECONNREFUSED 127.0.0.1:6379',
  );
});

/** Counts for a while, and closes. @returns the reasons in the log */
async function reasonsOf(t: Test, url: string): Promise<string[]> {
  const { counters, lines } = await openCounters(t, url);
  t.ok(lines.length > 0, 'it is logged at the start');
  for (let i = 0; i < 3; i += 1) {
    await counters.customers.count(1, LIMITS, 1);
    await wait(600);
  }
  t.equal(counters.sharedStore?.outages(), 1);
  for (const line of lines) t.notMatch(line, /secret/, 'the password is not logged');
  return lines.map((line) => String(JSON.parse(line.slice(0, line.lastIndexOf('}') + 1)).reason));
}

/** The counters of an instance, and what they log: details in JSON, and the message. */
async function openCounters(t: Test, redisUrl: string) {
  const lines: string[] = [];
  const write = (details: object | string, text?: string) => {
    lines.push(text ? `${JSON.stringify(details)} ${text}` : String(details));
  };
  const counters = await createCounters(
    { redisUrl, redisNamespace: 'animal-store', banAfter: 1_000 },
    // Only needed without Redis.
    undefined as unknown as PrismaClient,
    { error: write, info: write } as unknown as FastifyBaseLogger,
  );
  t.teardown(() => counters.close());
  return { counters, lines };
}

/** A Redis with a certificate of its own, which nobody trusts. */
async function startRedisWithTls(t: Test): Promise<(RedisServer & { port: number }) | undefined> {
  const folder = await temporaryFolder(t);
  const [key, certificate] = [join(folder, 'redis.key'), join(folder, 'redis.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate, '-days', '1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...files, ...subject]);
  const port = await freePort();
  const redis = await startRedis(
    t,
    ...['--tls-port', String(port), '--tls-auth-clients', 'no'],
    ...['--tls-cert-file', certificate, '--tls-key-file', key],
  );
  return redis && { ...redis, port };
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  // Of a server that listens on TCP.
  return (server.address() as AddressInfo).port;
}
