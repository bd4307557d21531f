import type { FastifyBaseLogger } from 'fastify';
import type { PrismaClient } from '../database/index.ts';
import type { Counters } from './counters.ts';
import { createDurableCounters } from './durable-counters.ts';
import { createFallbackCounters } from './fallback-counters.ts';
import { createMemoryCounters } from './memory-counters.ts';

export interface CountersOptions {
  /** Where all instances count together; without it each counts alone. */
  readonly redisUrl: string | undefined;
  /** The prefix of all keys in Redis. */
  readonly redisNamespace: string;
}

/** Creates the counters of this deployment: shared by all instances in Redis, or in the memory of this one. */
export async function createCounters(
  { redisUrl, redisNamespace }: CountersOptions,
  client: PrismaClient,
  log: FastifyBaseLogger,
): Promise<Counters> {
  const memory = createMemoryCounters();
  if (!redisUrl) return createDurableCounters(memory, client, log);
  // Imported only if needed, since most instances run without Redis.
  const { createRedisCounters } = await import('./redis-counters.ts');
  const shared = createRedisCounters(redisUrl, redisNamespace);
  // Without a connection the first requests would be counted by this instance alone.
  await shared.connected();
  return createFallbackCounters(shared, memory, log);
}
