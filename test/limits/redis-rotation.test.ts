import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { type RedisServer, startCluster, startRedis } from '../support/redis.ts';
import { mountSecret } from '../support/rotation.ts';
import { until } from '../support/until.ts';

/*
 * The password of Redis is changed while the service runs.
 */

/** Waits until /readyz says so of Redis. */
async function untilRedisIs(t: Test, state: string, ready: () => Promise<Readiness>) {
  const isSo = async () => (await ready()).checks.redis === state;
  await until(isSo, `Redis is ${state}`);
  t.pass(state);
}

interface Readiness {
  readonly checks: { readonly redis: string };
}

const endConnections = ({ client }: RedisServer) => client.call('CLIENT', 'KILL', 'SKIPME', 'yes');
const withPassword = ({ url }: RedisServer, credentials: string) =>
  url.replace('//', `//${credentials}@`);

t.test('a password in a file is changed without a restart', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { client, url } = redis;
  await client.config('SET', 'requirepass', 'first-secret');
  const secret = await mountSecret(t, withPassword(redis, ':first-secret'));
  const settings = { DATABASE_URL: await createDatabase(t), REDIS_URL_FILE: secret.path };
  const service = await startServer(t, settings);
  const untilReady = (state: string) =>
    untilRedisIs(t, state, async () => {
      const response = await fetch(`${service.origin}/readyz`);
      return (await response.json()) as Readiness;
    });
  await service.waitFor(new RegExp(`Redis ${new URL(url).host}"`));
  await untilReady('ok');

  await client.config('SET', 'requirepass', 'second-secret');
  await untilReady('ok');
  await endConnections(redis);
  await untilReady('degraded');
  await service.waitFor(/WRONGPASS/);
  await secret.replace(withPassword(redis, ':second-secret'));
  await untilReady('ok');
  await service.waitFor(/REDIS_URL_FILE: new connections use what \S+ holds now/);

  await client.call('ACL', 'SETUSER', 'keeper', 'on', '>third-secret', '~*', '&*', '+@all');
  await secret.replace(withPassword(redis, 'keeper:third-secret'));
  await endConnections(redis);
  await untilReady('ok');
  const isKnown = async () => String(await client.client('LIST')).includes('user=keeper');
  await until(isKnown, 'the other user is connected');

  await secret.replace('');
  await endConnections(redis);
  await untilReady('ok');
  await service.waitFor(/is empty\. Its last content is used/);

  const { code, stdout } = await service.end('SIGTERM');
  t.equal(code, 0);
  t.notMatch(stdout, /-secret/);
});

t.test('a password that is required of an open connection is read from the file', async (t) => {
  // As before version 6: what a connection may do is found out with the first command.
  const redis = await startRedis(t, '--rename-command', 'HELLO', '');
  if (!redis) return;
  await redis.client.config('SET', 'requirepass', 'first-secret');
  const secret = await mountSecret(t, redis.url);
  const { app, log } = await openStore(t, { REDIS_URL_FILE: secret.path, LOG_LEVEL: 'error' });
  const untilReady = (state: string) =>
    untilRedisIs(t, state, async () => (await app.inject('/readyz')).json());
  await untilReady('degraded');
  await until(() => log.some((line) => line.includes('"NOAUTH ')), 'the reason is logged');
  await secret.replace(withPassword(redis, ':first-secret'));
  await untilReady('ok');
});

t.test('every node of a cluster is given the password that is in the file', async (t) => {
  const cluster = await startCluster(t, { password: 'first-secret' });
  if (!cluster) return;
  const { masters } = cluster;
  const addresses = (password: string) =>
    masters.map(({ port }) => `redis://:${password}@127.0.0.1:${port}`).join();
  const secret = await mountSecret(t, addresses('first-secret'));
  const { app } = await openStore(t, { REDIS_URL_FILE: secret.path });
  const untilReady = (state: string) =>
    untilRedisIs(t, state, async () => (await app.inject('/readyz')).json());
  await untilReady('ok');
  for (const { client } of masters) await client.config('SET', 'requirepass', 'second-secret');
  for (const { client } of masters) await client.call('CLIENT', 'KILL', 'SKIPME', 'yes');
  await untilReady('degraded');
  await secret.replace(addresses('second-secret'));
  await untilReady('ok');
});
