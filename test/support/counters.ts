// Counters in Redis, as instances of the service have them.

import { pino } from 'pino';
import type { Test } from 'tap';
import type { Clock } from '../../src/platform/async/clock.ts';
import { splitList } from '../../src/platform/config/index.ts';
import type { CountedCaller } from '../../src/platform/limits/counting/counters.ts';
import { createMemoryCounters } from '../../src/platform/limits/counting/memory-counters.ts';
import { type LimitState, shownWindow } from '../../src/platform/limits/counting/windows.ts';
import { createRedisCounters } from '../../src/platform/limits/redis/index.ts';
import { createClock } from './clock.ts';
import type { RedisServer } from './redis.ts';
import { until } from './until.ts';

export type Instance = Awaited<ReturnType<typeof openInstance>>;

/** So that a busy machine causes no outage. */
export const PATIENT = { maxWaitMs: 4_000 };

/** Within a day, so that no window ends during a test, however slow the machine is. */
export const LIMITS = { perMinute: 1_000, perDay: 60 };

/** A customer, who has one key by default. */
export function customer(
  id: number,
  limits = LIMITS,
  apiKeyId = id,
  hasReserve = false,
): CountedCaller {
  return { kind: 'customer', id: BigInt(id), apiKeyId: BigInt(apiKeyId), limits, hasReserve };
}

export function address(id: string, perMinute: number): CountedCaller {
  return { kind: 'address', id, limits: { perMinute, perDay: Number.POSITIVE_INFINITY } };
}

/** A state, and the window that has rejected the request. */
export function described(state: LimitState) {
  return { ...state, rejectedBy: state.isRejected ? shownWindow(state) : undefined };
}

/** Opens the counters of an instance, and collects its log. They are closed when the test ends. */
export async function openInstance(
  t: Test,
  redisUrl: string | (() => string),
  {
    maxWaitMs,
    clock = createClock(),
    time,
  }: { readonly maxWaitMs?: number; readonly clock?: Clock; readonly time?: string } = {},
) {
  const lines: { readonly msg: string; readonly 'error.message'?: string }[] = [];
  const addresses = () => splitList(typeof redisUrl === 'string' ? redisUrl : redisUrl());
  const local = createMemoryCounters(clock);
  const counters = await createRedisCounters(
    {
      addresses,
      namespace: 'shop',
      nodeField: 'node',
      clock,
      onTime: () => undefined,
      maxWaitMs,
      time,
    },
    local,
    pino({}, { write: (line) => lines.push(JSON.parse(line)) }),
  );
  t.teardown(() => counters.close());

  return {
    lines,
    store: counters,
    local,
    count: async (...caller: Parameters<typeof customer>) =>
      described(await counters.count(customer(...caller))),
    look: (...caller: Parameters<typeof customer>) => counters.look(customer(...caller)),
    countAddress: async (id: string, perMinute: number) =>
      described(await counters.count(address(id, perMinute))),
    untilAvailable: () => until(counters.isUp, 'Redis is available'),
  };
}

/** Counts the commands from now on. @param onChange gets 1 when one begins, and -1 when it ends */
export function countCommands(
  { onCommand }: Instance['store'],
  onChange: (change: 1 | -1) => void = () => undefined,
) {
  let commands = 0;
  onCommand(() => {
    commands += 1;
    onChange(1);
    return () => onChange(-1);
  });
  return () => commands;
}

/** Reads how much Redis has counted of a customer's day. */
export async function usedInRedis({ client }: RedisServer, id: number): Promise<number> {
  return Number(await client.hget(`shop:limits:{${id}}`, 'day:used'));
}
