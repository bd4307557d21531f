import type { Test } from 'tap';
import { missing } from './servers/balancers.ts';
import { type RedisServer, type RedisServerOptions, startRedisServer } from './servers/redis.ts';
import {
  type RedisCluster,
  type RedisClusterOptions,
  startRedisCluster,
} from './servers/redis-cluster.ts';

export type { RedisCluster, RedisServer };

/** Starts a Redis server for a test, or skips it as `orSkip` says. */
export function startRedis(t: Test, ...settings: string[]): Promise<RedisServer | undefined> {
  return startRedisWith(t, { settings });
}

export function startRedisWith(
  t: Test,
  options: RedisServerOptions,
): Promise<RedisServer | undefined> {
  return orSkip(t, () => startRedisServer(options));
}

/** Starts a cluster of Redis for a test, or skips it as `orSkip` says. */
export function startCluster(
  t: Test,
  options: RedisClusterOptions = {},
): Promise<RedisCluster | undefined> {
  return orSkip(t, () => startRedisCluster(options));
}

/**
 * Starts servers, which are stopped when the test ends.
 *
 * @returns undefined, with a comment in the test's output, if Redis is not installed
 * @throws in CI if Redis is not installed
 */
async function orSkip<Servers extends { stop(): Promise<unknown> }>(
  t: Test,
  start: () => Promise<Servers>,
): Promise<Servers | undefined> {
  try {
    const servers = await start();
    t.teardown(() => servers.stop());
    return servers;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return missing(t, 'redis-server');
  }
}
