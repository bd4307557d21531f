import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { mountSecret } from '../support/rotation.ts';

/*
 * The password of Redis is changed while the service runs.
 */

async function startService(t: Test, path: string) {
  const settings = { DATABASE_URL: await createDatabase(t), REDIS_URL_FILE: path };
  const service = await startServer(t, settings);
  const untilRedisIs = async (state: string) => {
    for (;;) {
      const response = await fetch(`${service.origin}/readyz`);
      const { checks } = (await response.json()) as { checks: { redis: string } };
      if (checks.redis === state) return t.pass(state);
      await wait(50);
    }
  };
  return { service, untilRedisIs };
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
  const { service, untilRedisIs } = await startService(t, secret.path);
  await service.waitFor(new RegExp(`Redis ${new URL(url).host}"`));
  await untilRedisIs('ok');

  await client.config('SET', 'requirepass', 'second-secret');
  await untilRedisIs('ok');
  await endConnections(redis);
  await untilRedisIs('degraded');
  await service.waitFor(/WRONGPASS/);
  await secret.replace(withPassword(redis, ':second-secret'));
  await untilRedisIs('ok');
  await service.waitFor(/REDIS_URL_FILE: new connections use what \S+ holds now/);

  await client.call('ACL', 'SETUSER', 'keeper', 'on', '>third-secret', '~*', '&*', '+@all');
  await secret.replace(withPassword(redis, 'keeper:third-secret'));
  await endConnections(redis);
  await untilRedisIs('ok');
  while (!String(await client.client('LIST')).includes('user=keeper')) await wait(50);

  await secret.replace('');
  await endConnections(redis);
  await untilRedisIs('ok');
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
  const { service, untilRedisIs } = await startService(t, secret.path);
  await untilRedisIs('degraded');
  await secret.replace(withPassword(redis, ':first-secret'));
  await untilRedisIs('ok');
  t.match((await service.end('SIGTERM')).stdout, /"NOAUTH /);
});
