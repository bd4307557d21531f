import type { FastifyBaseLogger } from 'fastify';
import type { PrismaClient } from '../database/index.ts';
import type { Counters } from './counters.ts';
import { createDurableCounters } from './durable-counters.ts';
import { createFallbackCounters } from './fallback-counters.ts';
import { createMemoryCounters } from './memory-counters.ts';

/**
 * Creates the counters of this deployment.
 *
 * @param redis where all instances count together; without a URL each counts in its own memory
 */
export async function createCounters(
  redis: { readonly redisUrl: string | undefined; readonly redisNamespace: string },
  client: PrismaClient,
  log: FastifyBaseLogger,
): Promise<Counters> {
  const memory = createMemoryCounters();
  if (!redis.redisUrl) return createDurableCounters(memory, client, log);
  // Imported only if needed, since most instances run without Redis.
  const { createRedisCounters } = await import('./redis-counters.ts');
  const shared = createRedisCounters(redis.redisUrl, redis.redisNamespace);
  // Without a connection the first requests would be counted by this instance alone.
  await shared.connected();
  return createFallbackCounters(shared, memory, log);
}
