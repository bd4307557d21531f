import type { FastifyBaseLogger } from 'fastify';
import type { PrismaClient } from '../database/index.ts';
import type { Counters } from './counters.ts';
import { createDurableCounters } from './durable-counters.ts';
import { createFallbackCounters } from './fallback-counters.ts';
import { createMemoryCounters } from './memory-counters.ts';

export interface CountersOptions {
  /** Where the instances count together; without it each counts by itself. */
  readonly redisUrl?: string | undefined;
  /** What all keys in Redis begin with. */
  readonly redisNamespace: string;
}

/** The counters of this deployment: shared by all instances in Redis, or this one's own. */
export async function createCounters(
  { redisUrl, redisNamespace }: CountersOptions,
  client: PrismaClient,
  log: FastifyBaseLogger,
): Promise<Counters> {
  const memory = createMemoryCounters();
  if (!redisUrl) return createDurableCounters(memory, client, log);
  // Imported only here, since most instances start without Redis.
  const { createRedisCounters } = await import('./redis-counters.ts');
  const shared = createRedisCounters(redisUrl, redisNamespace);
  // Otherwise the first requests would be counted by this instance alone.
  await shared.connected();
  return createFallbackCounters(shared, memory, log);
}
