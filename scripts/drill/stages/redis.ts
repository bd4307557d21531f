import { openDatabases, QUICK } from '../../testbed/databases.ts';
import { startProxy } from '../../testbed/proxy.ts';
import { type RedisServer, startRedisServer } from '../../testbed/redis.ts';
import { startService } from '../service.ts';
import type { Fault, StageKind } from '../stage.ts';
import { UNNOTICED } from './expected.ts';

/* Two instances on PostgreSQL, with Redis at an address that can lead to its replica. */

const FAULTS = [
  'redis-killed',
  'redis-frozen',
  'redis-full',
  'redis-read-only',
  'redis-failed-over',
] as const;
type Name = (typeof FAULTS)[number];

export const redis: StageKind<Name> = {
  faults: FAULTS,
  needs: 'PostgreSQL and Redis',
  async open() {
    const databases = await openDatabases('postgresql', QUICK);
    if (!databases) return undefined;
    const primary = await startRedisServer();
    const replica = await startRedisServer({
      settings: ['--replicaof', '127.0.0.1', String(primary.port)],
    });
    const proxy = await startProxy(primary.port);
    const url = await databases.create('store');
    const settings = { DATABASE_URL: url, REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
    const { kill, ...service } = await startService(url, settings, 2);
    return {
      ...service,
      url: () => url,
      faults: redisFaults(primary, replica, (port) => proxy.leadTo(port)),
      async close() {
        await kill();
        proxy.close();
        await Promise.all([primary.stop(), replica.stop(), databases.close()]);
      },
    };
  },
};

function redisFaults(
  primary: RedisServer,
  replica: RedisServer,
  leadTo: (port: number) => void,
): Record<Name, Fault> {
  const fault = (inject: Fault['inject'], heal: Fault['heal']) => ({
    expected: UNNOTICED,
    inject,
    heal,
  });
  return {
    'redis-killed': fault(primary.kill, primary.start),
    'redis-frozen': fault(
      async () => primary.freeze(),
      async () => primary.thaw(),
    ),
    'redis-full': fault(
      () => primary.client.config('SET', 'maxmemory', '1'),
      () => primary.client.config('SET', 'maxmemory', '0'),
    ),
    // The replica of a primary that does not respond.
    'redis-read-only': fault(
      () => primary.client.replicaof('127.0.0.1', 1),
      () => primary.client.replicaof('NO', 'ONE'),
    ),
    'redis-failed-over': fault(primary.kill, async () => {
      await replica.client.replicaof('NO', 'ONE');
      leadTo(replica.port);
    }),
  };
}
