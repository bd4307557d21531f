// Starts the limits of an instance: counting in Redis, or in memory with the counts of days in the
// database; bans; and what requests meet of both.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../async/clock.ts';
import type { Closing } from '../async/closing.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import { type Config, currentValue, splitList } from '../config/index.ts';
import type { Database } from '../database/index.ts';
import { createBan } from '../keys/index.ts';
import { createMemoryCounters, type MemoryCounters } from './counting/memory-counters.ts';
import { keepDayCounts } from './day-counts.ts';
import { createPlanLimits, type PlanLimits } from './plan-limits.ts';
import type { RedisCounters } from './redis/index.ts';

interface ClockDifferences {
  /** Takes the time of day of Redis, and when it was asked in monotonic time. */
  note(place: 'redis', redisMs: number, sentAtMs: number): void;
}

interface LimitsContext {
  readonly database: Pick<Database, 'provider' | 'client' | 'query'>;
  readonly clock: Clock;
  readonly background: PeriodicWork;
  readonly closing: Closing;
  readonly config: Pick<
    Config,
    | 'REDIS_URL'
    | 'REDIS_NAMESPACE'
    | 'ANONYMOUS_PER_MINUTE'
    | 'BAN_AFTER_REJECTIONS'
    | 'BAN_SECONDS'
  >;
  readonly clockDifferences: ClockDifferences;
  readonly log: {
    /** The names of its fields. */
    readonly fields: Readonly<Record<'apiKeyId' | 'bannedUntil' | 'redisNode', string>>;
    /** Makes a log of failures that every request may cause. */
    createFailureLog(
      message: string,
    ): (error: unknown, kind: string, log?: FastifyBaseLogger) => void;
    /** The same for failures of work in the background. */
    reportFailure(message: string): (error: unknown) => void;
  };
}

export interface StartedLimits extends PlanLimits {
  /** Undefined without Redis. */
  readonly redis: RedisCounters | undefined;
  /** Calls a function for each ban from now on. */
  onBan(listener: () => void): void;
}

/** @throws UnusableDatabase if the database of Redis cannot be used */
export async function startLimits(
  app: FastifyInstance,
  context: LimitsContext,
): Promise<StartedLimits> {
  const { clock, database, config } = context;
  const { fields: logFields, createFailureLog } = context.log;
  const now = clock.wallMs;
  const local = createMemoryCounters(clock);
  const redis = await openRedis(context, local, app.log);
  // Redis is told what was counted here last.
  if (redis) context.closing.on('writes', redis.close);
  const counters = redis ?? keepDays(context, local, app.log);
  const banListeners: (() => void)[] = [];
  const ban = createBan({
    client: database.client,
    firstBanMs: config.BAN_SECONDS * 1_000,
    logFields,
    onBan() {
      for (const listener of banListeners) listener();
    },
    now,
    logFailure: createFailureLog('a ban could not be stored'),
  });
  const planLimits = await createPlanLimits(app, {
    counters,
    local,
    anonymousPerMinute: config.ANONYMOUS_PER_MINUTE,
    banAfter: config.BAN_AFTER_REJECTIONS,
    ban,
    now,
  });
  return { ...planLimits, redis, onBan: (listener) => void banListeners.push(listener) };
}

/** Imported only if needed: most instances run without Redis. */
async function openRedis(
  { config, clock, clockDifferences, log: { fields } }: LimitsContext,
  local: MemoryCounters,
  log: FastifyBaseLogger,
) {
  const { REDIS_URL: url, REDIS_NAMESPACE: namespace } = config;
  if (!url) return undefined;
  const { createRedisCounters } = await import('./redis/index.ts');
  const options = {
    addresses: () => splitList(currentValue(url)),
    namespace,
    clock,
    onTime: (redisMs: number, sentAtMs: number) =>
      clockDifferences.note('redis', redisMs, sentAtMs),
    nodeField: fields.redisNode,
  };
  return createRedisCounters(options, local, log);
}

function keepDays(
  { database, background, log: { createFailureLog, reportFailure } }: LimitsContext,
  local: MemoryCounters,
  log: FastifyBaseLogger,
) {
  return keepDayCounts(local, {
    database,
    background,
    warn: (message) => log.warn(message),
    onFailure: reportFailure('day counts could not be stored'),
    onLost: createFailureLog('a day count is lost'),
  });
}
