import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { PrismaClient } from '../database.ts';
import type { Counters } from './counters.ts';
import { createDurableCounters } from './durable-days.ts';
import { createFallbackCounters } from './fallback.ts';
import { createMemoryCounters } from './memory.ts';

/** The counters of this deployment: shared by all instances in Redis, or this one's own. */
export async function createCounters(
  { REDIS_URL, REDIS_NAMESPACE }: Config,
  client: PrismaClient,
  log: FastifyBaseLogger,
): Promise<Counters> {
  const memory = createMemoryCounters();
  if (!REDIS_URL) return createDurableCounters(memory, client, log);
  // Imported only here, since most instances start without Redis.
  const { createRedisCounters } = await import('./redis.ts');
  const shared = createRedisCounters(REDIS_URL, REDIS_NAMESPACE);
  // Otherwise the first requests would be counted by this instance alone.
  await shared.connected();
  return createFallbackCounters(shared, memory, log);
}
