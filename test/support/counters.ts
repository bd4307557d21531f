import type { FastifyBaseLogger } from 'fastify';
import type { Test } from 'tap';
import { createMemoryCounters } from '../../src/limits/memory-counters.ts';
import { createRedisCounters } from '../../src/redis/index.ts';
import type { Secret } from '../../src/settings/index.ts';
import type { RedisServer } from './redis.ts';
import { until } from './until.ts';

export type Instance = Awaited<ReturnType<typeof openInstance>>;

/** So that a busy machine causes no outage. */
export const PATIENT_MS = 4_000;

/** Within a day, so that no window ends during a test, however slow the machine is. */
export const LIMITS = { perMinute: 1_000, perDay: 60 };

/** The counters of an instance that shares them, and what it logs. They are closed when the test ends. */
export async function openInstance(
  t: Test,
  redisUrl: Secret,
  maxWaitMs?: number,
  banAfter = 1_000,
) {
  const lines: { readonly text: string; readonly 'error.message'?: string }[] = [];
  const write = (details: object | string, text?: string) => {
    lines.push({ ...Object(text === undefined ? {} : details), text: String(text ?? details) });
  };
  const counters = await createRedisCounters(
    { redisUrl, namespace: 'shop', banAfter, maxWaitMs },
    createMemoryCounters(banAfter),
    // The two levels that are used.
    { error: write, info: write } as unknown as FastifyBaseLogger,
  );
  t.teardown(() => counters.close());

  return {
    lines,
    store: counters,
    count: async (id: number, limits = LIMITS, apiKeyId = id) =>
      counters.count({ id, limits, apiKeyId }, 1),
    look: async (id: number, limits = LIMITS) => counters.count({ id, limits }, 0),
    countAddress: async (id: string, perMinute: number) =>
      counters.count({ id, limits: { perMinute, perDay: Number.POSITIVE_INFINITY } }, 1),
    untilAvailable: () => until(counters.isUp, 'Redis is available'),
  };
}

/** What Redis has counted of a customer's day. */
export async function usedInRedis({ client }: RedisServer, id: number): Promise<number> {
  return Number(await client.hget(`shop:limits:{${id}}`, 'day:used'));
}
