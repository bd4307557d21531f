import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from '../../testbed/execute.ts';
import { type Postgres, serverAccount, startPostgres } from '../../testbed/postgres.ts';
import { startProxy } from '../../testbed/proxy.ts';
import { type RedisServer, startRedisServer } from '../../testbed/redis.ts';
import { mountSmallDisk, type SmallDisk } from '../../testbed/small-disk.ts';
import { startService } from '../service.ts';
import type { Fault, StageKind } from '../stage.ts';
import { READ_ONLY, UNAVAILABLE, UNNOTICED } from './expected.ts';

/* Two instances on PostgreSQL, with Redis. */

const FAULTS = [
  'database-killed',
  'database-frozen',
  'database-full',
  'database-read-only',
  'redis-killed',
  'redis-frozen',
  'redis-full',
  'redis-read-only',
  'redis-failed-over',
] as const;
type Name = (typeof FAULTS)[number];

const DISK_MB = 32;

export const store: StageKind<Name> = {
  faults: FAULTS,
  needs: 'PostgreSQL and Redis',
  async open() {
    const postgres = await startPostgres();
    if (!postgres) return undefined;
    const redis = await startRedisServer();
    const replica = await startRedisServer({
      settings: ['--replicaof', '127.0.0.1', String(redis.port)],
    });
    const proxy = await startProxy(redis.port);
    const disk = await mountSmallDisk(DISK_MB);
    const url = await createStore(postgres, disk);
    const settings = { DATABASE_URL: url, REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
    const { kill, ...service } = await startService(url, settings, 2);
    return {
      ...service,
      url: () => url,
      faults: {
        ...databaseFaults(postgres, disk),
        ...redisFaults(redis, replica, (port) => proxy.leadTo(port)),
      },
      async close() {
        await kill();
        proxy.close();
        await Promise.all([redis.stop(), replica.stop(), postgres.stop()]);
        await disk?.remove();
      },
    };
  },
};

/** Creates the database, on the small disk if there is one. @returns its URL */
async function createStore(postgres: Postgres, disk: SmallDisk | undefined): Promise<string> {
  if (!disk) {
    await execute(postgres.url, 'CREATE DATABASE store');
  } else {
    const folder = join(disk.path, 'tables');
    await mkdir(folder);
    const account = serverAccount();
    if (account) await chown(folder, account.uid, account.gid);
    await execute(
      postgres.url,
      `CREATE TABLESPACE small LOCATION '${folder}'`,
      'CREATE DATABASE store TABLESPACE small',
    );
  }
  return new URL('store', postgres.url).href;
}

function databaseFaults(postgres: Postgres, disk: SmallDisk | undefined) {
  const set = (setting: string) =>
    execute(postgres.url, `ALTER SYSTEM ${setting}`, 'SELECT pg_reload_conf()');
  return {
    'database-killed': { expected: UNAVAILABLE, inject: postgres.kill, heal: postgres.start },
    'database-frozen': {
      expected: UNAVAILABLE,
      inject: async () => postgres.freeze(),
      heal: async () => postgres.thaw(),
    },
    'database-full': disk && { expected: READ_ONLY, inject: disk.fill, heal: disk.free },
    'database-read-only': {
      expected: READ_ONLY,
      inject: () => set('SET default_transaction_read_only = on'),
      heal: () => set('RESET default_transaction_read_only'),
    },
  } satisfies Partial<Record<Name, Fault | undefined>>;
}

function redisFaults(redis: RedisServer, replica: RedisServer, leadTo: (port: number) => void) {
  const fault = (inject: Fault['inject'], heal: Fault['heal']) => ({
    expected: UNNOTICED,
    inject,
    heal,
  });
  return {
    'redis-killed': fault(redis.kill, redis.start),
    'redis-frozen': fault(
      async () => redis.freeze(),
      async () => redis.thaw(),
    ),
    'redis-full': fault(
      () => redis.client.config('SET', 'maxmemory', '1'),
      () => redis.client.config('SET', 'maxmemory', '0'),
    ),
    // The replica of a primary that does not respond.
    'redis-read-only': fault(
      () => redis.client.replicaof('127.0.0.1', 1),
      () => redis.client.replicaof('NO', 'ONE'),
    ),
    'redis-failed-over': fault(redis.kill, async () => {
      await replica.client.replicaof('NO', 'ONE');
      leadTo(replica.port);
    }),
  } satisfies Partial<Record<Name, Fault>>;
}
