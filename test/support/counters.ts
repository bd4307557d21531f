import { pino } from 'pino';
import type { Test } from 'tap';
import type { Secret } from '../../src/config/index.ts';
import { createMemoryCounters } from '../../src/limits/memory-counters.ts';
import { createRedisCounters } from '../../src/limits/redis/index.ts';
import type { RedisServer } from './redis.ts';
import { until } from './until.ts';

export type Instance = Awaited<ReturnType<typeof openInstance>>;

/** So that a busy machine causes no outage. */
export const PATIENT = { maxWaitMs: 4_000 };

/** Within a day, so that no window ends during a test, however slow the machine is. */
export const LIMITS = { perMinute: 1_000, perDay: 60 };

/** Opens the counters of an instance, and collects its log. They are closed when the test ends. */
export async function openInstance(
  t: Test,
  redisUrl: Secret,
  options: { readonly maxWaitMs?: number; readonly banAfter?: number } = {},
) {
  const { banAfter = 1_000, maxWaitMs } = options;
  const lines: { readonly msg: string; readonly 'error.message'?: string }[] = [];
  const counters = await createRedisCounters(
    { redisUrl, namespace: 'shop', banAfter, maxWaitMs },
    createMemoryCounters(Date.now, banAfter),
    pino({}, { write: (line) => lines.push(JSON.parse(line)) }),
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

/** Reads how much Redis has counted of a customer's day. */
export async function usedInRedis({ client }: RedisServer, id: number): Promise<number> {
  return Number(await client.hget(`shop:limits:{${id}}`, 'day:used'));
}
