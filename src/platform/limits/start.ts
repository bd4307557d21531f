// Starts the limits of an instance: counting in Redis, or in memory with the counts of days in the
// database; bans; and what requests meet of both.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../async/clock.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import { type Database, faultKind } from '../database/index.ts';
import { createBan } from '../keys/index.ts';
import { createMemoryCounters, type MemoryCounters } from './counting/memory-counters.ts';
import { keepDayCounts } from './day-counts.ts';
import { createPlanLimits, type PlanLimits } from './plan-limits.ts';
import type { RedisCounters, RedisOptions } from './redis/index.ts';

interface LimitsOptions {
  readonly database: Pick<Database, 'provider' | 'client' | 'query'>;
  readonly clock: Clock;
  readonly background: PeriodicWork;
  /** The Redis in which all instances count together; undefined for memory. */
  readonly redis: Pick<RedisOptions, 'addresses' | 'namespace' | 'onTime'> | undefined;
  readonly anonymousPerMinute: number;
  /** The fewest late rejections within a minute that ban a key. */
  readonly banAfter: number;
  readonly firstBanMs: number;
  /** Is called for each ban. */
  readonly onBan: () => void;
  /** The names of fields of the log. */
  readonly logFields: Readonly<Record<'apiKeyId' | 'bannedUntil' | 'redisNode', string>>;
  /** Makes a log of failures that every request may cause. */
  readonly createFailureLog: (
    message: string,
  ) => (error: unknown, kind: string, log?: FastifyBaseLogger) => void;
}

interface StartedLimits extends PlanLimits {
  /** Undefined without Redis. */
  readonly redis: RedisCounters | undefined;
  /** Tells Redis what was counted here last. */
  close(): Promise<void>;
}

/** @throws UnusableDatabase if the database of Redis cannot be used */
export async function startLimits(
  app: FastifyInstance,
  options: LimitsOptions,
): Promise<StartedLimits> {
  const { clock, database, anonymousPerMinute, banAfter, createFailureLog } = options;
  const local = createMemoryCounters(clock);
  const redis = await openRedis(options, local, app.log);
  const close = async () => redis?.close();
  // Also if the start fails.
  app.addHook('onClose', close);
  const counters = redis ?? keepDays(options, local, app.log);
  const ban = createBan({
    ...options,
    client: database.client,
    now: clock.wallMs,
    logFailure: createFailureLog('a ban could not be stored'),
  });
  const now = clock.wallMs;
  const limits = { counters, local, anonymousPerMinute, banAfter, ban, now };
  return { ...(await createPlanLimits(app, limits)), redis, close };
}

/** Imported only if needed: most instances run without Redis. */
async function openRedis(
  { redis, clock, logFields }: LimitsOptions,
  local: MemoryCounters,
  log: FastifyBaseLogger,
) {
  if (!redis) return undefined;
  const { createRedisCounters } = await import('./redis/index.ts');
  return createRedisCounters({ ...redis, clock, nodeField: logFields.redisNode }, local, log);
}

function keepDays(
  { database, background, createFailureLog }: LimitsOptions,
  local: MemoryCounters,
  log: FastifyBaseLogger,
) {
  const logFailure = createFailureLog('day counts could not be stored');
  return keepDayCounts(local, {
    database,
    background,
    warn: (message) => log.warn(message),
    onFailure: (error) => logFailure(error, faultKind(error)),
    onLost: createFailureLog('a day count is lost'),
  });
}
