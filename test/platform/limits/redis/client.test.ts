// The connections to Redis: how long a start waits for one, what is sent on it, and what happens
// when it is lost.

import { createServer, type Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import type { Cluster, RedisOptions } from 'ioredis';
import t, { type Test } from 'tap';
import { openClient } from '../../../../src/platform/limits/redis/client.ts';
import { openInstance, PATIENT } from '../../../support/counters.ts';
import { listenOn } from '../../../support/raw-http.ts';
import { NEEDS_REDIS, startRedis } from '../../../support/redis.ts';
import { freePort } from '../../../support/servers/ports.ts';
import { eventually, until } from '../../../support/until.ts';

t.test('a command that cannot be sent, or has no reply, fails at once', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const open = (port: number) =>
    openClient(
      () => [`redis://127.0.0.1:${port}`],
      () => undefined,
      'return {}',
    );
  const unconnected = await open(await freePort());
  t.teardown(() => unconnected.disconnect());
  await t.rejects(unconnected.countRequests(1, 'key'), { message: /isn't writeable/ });
  const client = await open(redis.port);
  t.teardown(() => client.disconnect());
  redis.freeze();
  const sent = t.rejects(
    client.countRequests(1, 'key'),
    { message: /retries per request limit \(which is 0\)/ },
    'and is not sent again',
  );
  await redis.kill();
  await sent;
  t.match(client.options, { autoResendUnfulfilledCommands: false });
});

t.test('a lost connection is opened again soon, and at least once a second', async (t) => {
  const unused = `redis://127.0.0.1:${await freePort()}`;
  const client = await openClient(
    () => [unused],
    () => undefined,
    'return {}',
  );
  t.teardown(() => client.disconnect());
  const { retryStrategy, reconnectOnError } = client.options as RedisOptions;
  t.strictSame(
    [1, 2, 19, 20, 21, 1_000].map((attempt) => retryStrategy?.(attempt)),
    [50, 100, 950, 1_000, 1_000, 1_000],
  );
  const isLeft = (message: string) => reconnectOnError?.(new Error(message));
  t.equal(isLeft("READONLY You can't write against a read only replica."), true);
  t.equal(isLeft("OOM command not allowed when used memory > 'maxmemory'."), false);
});

t.test('a start waits 2.5 s for a Redis that does not respond, and no longer', async (t) => {
  const sockets: Socket[] = [];
  const mute = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  const port = await listenOn(t, mute);
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const errors: Error[] = [];
  const opened = openClient(
    // Which begins TLS, and gets no reply.
    () => [`rediss://127.0.0.1:${port}`],
    (error) => errors.push(error),
    'return {}',
  );
  while (sockets.length === 0) await tick();
  mock.timers.tick(2_499);
  for (let i = 0; i < 10; i += 1) await tick();
  t.equal(await Promise.race([opened, tick('waits')]), 'waits');
  mock.timers.tick(1);
  const client = await opened;
  client.disconnect();
  t.strictSame(errors, []);
});

t.test('a server is asked for nothing but what counts', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  await redis.client.config('RESETSTAT');
  const client = await openClient(
    () => [redis.url],
    (error) => t.error(error),
    'return {}',
  );
  t.teardown(() => client.disconnect());
  await client.countRequests(1, 'key');
  const stats = await redis.client.info('commandstats');
  t.notMatch(stats, /cmdstat_(?:info|ping|select):/, 'one that is loading says so by itself');
});

t.test('a client whose database cannot be used is closed', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t, { settings: ['--databases 2'] });
  const connections = async () =>
    String(await redis.client.client('LIST'))
      .trim()
      .split('\n').length;
  t.equal(await connections(), 1);
  const opened = openClient(
    () => [`${redis.url}/2`],
    () => undefined,
    'return {}',
  );
  await t.rejects(opened, { message: /^REDIS_URL names the database 2: ERR / });
  await eventually(t, connections, 1);
});

t.test('further errors of a connection end no process', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const errors: string[] = [];
  const client = await openClient(
    () => [redis.url],
    ({ message }) => errors.push(message),
    'return {}',
  );
  t.teardown(() => client.disconnect());
  const { stream } = client as { readonly stream?: Socket };
  for (const message of ['one', 'two']) {
    t.doesNotThrow(() => stream?.emit('error', new Error(message)), message);
  }
  t.strictSame(errors, ['one']);
});

t.test('a cluster sends no command again by itself, and looks for moved slots', async (t) => {
  const nodes = [await freePort(), await freePort()].map((port) => `redis://127.0.0.1:${port}`);
  const errors = new Set<string | undefined>();
  const client = await openClient(
    () => nodes,
    (_error, node) => errors.add(node),
    'return {}',
  );
  t.teardown(() => client.disconnect());
  await until(() => errors.size === 2, 'each node has failed');
  const { options } = client as Cluster;
  t.match(options, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: 5_000,
    redisOptions: { enableOfflineQueue: false, maxRetriesPerRequest: 0, enableReadyCheck: false },
  });
  await t.rejects(client.countRequests(1, 'key'));
});

t.test('what a cluster says of all its nodes is written nowhere', NEEDS_REDIS, async (t) => {
  const { url } = await startRedis(t);
  const written = t.capture(console, 'error');
  const errors: string[] = [];
  const client = await openClient(
    () => [url, url.replace('127.0.0.1', 'localhost')],
    ({ message }) => errors.push(message),
    'return {}',
  );
  t.teardown(() => client.disconnect());
  const message = 'ERR This instance has cluster support disabled';
  t.strictSame(new Set(errors), new Set([message]), 'each node says more');
  t.strictSame(written(), []);
});

/** Starts a cluster of one master, whose addresses are two. */
async function startMaster(t: Test) {
  const busPort = await freePort();
  const cluster = `--cluster-enabled yes --cluster-port ${busPort}`;
  const settings = [cluster, '--cluster-announce-ip 127.0.0.1'];
  const redis = await startRedis(t, { settings });
  const { client, url } = redis;
  await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  const isUp = async () => String(await client.call('CLUSTER', 'INFO')).includes('state:ok');
  await until(isUp, 'the cluster is up');
  return { ...redis, addresses: [url, url.replace('127.0.0.1', 'localhost')] };
}

t.test(
  'a start waits for all masters, and for no node that is connected',
  NEEDS_REDIS,
  async (t) => {
    const { addresses } = await startMaster(t);
    // So that it does not end by its limit.
    mock.timers.enable({ apis: ['setTimeout'] });
    t.teardown(() => mock.timers.reset());
    const client = await openClient(
      () => addresses,
      (error) => t.error(error),
      'return {}',
    );
    t.teardown(() => client.disconnect());
    const masters = (client as Cluster).nodes('master');
    t.ok(masters.length > 0);
    for (const { status } of masters) t.equal(status, 'ready');
  },
);

t.test(
  'callers of a cluster share no call, and its nodes get the password',
  NEEDS_REDIS,
  async (t) => {
    const { addresses, client, setConfig } = await startMaster(t);
    await client.acl('SETUSER', 'counter', 'on', '>right', '~*', '+@all');
    const urls = addresses.map((url) => url.replace('//', '//counter:right@'));
    await setConfig('requirepass', 'another');
    const { count, lines, store } = await openInstance(t, urls.join(), PATIENT);
    const ids = Array.from({ length: 20 }, (_, id) => id);
    await Promise.all(ids.map((id) => count(id)));
    t.strictSame([lines, store.isUp()], [[], true]);
    const kept = await client.keys('shop:limits:*');
    t.equal(kept.length, ids.length + 1, 'each in a place of its own, and the check');
  },
);
