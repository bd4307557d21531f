// The counters that several instances share in Redis, and how each counts without it.

import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../async/clock.ts';
import type { KeyHolder } from '../../keys/index.ts';
import type { CountedCaller } from '../counting/counters.ts';
import type { MemoryCounters } from '../counting/memory-counters.ts';
import type { LimitState } from '../counting/windows.ts';
import { openClient } from './client.ts';
import { createCommands } from './commands.ts';
import { createCountInRedis } from './count-in-redis.ts';
import { startMerging } from './merging.ts';
import { createOutage } from './outage.ts';
import { countScript, TIME } from './script.ts';

export type RedisCounters = Awaited<ReturnType<typeof createRedisCounters>>;

export interface RedisOptions {
  /** Reads the address of one server, or those of several nodes of a cluster. */
  readonly addresses: () => readonly string[];
  /** The beginning of each key in Redis. */
  readonly namespace: string;
  /** The field of the log for the node of a cluster that is unavailable. */
  readonly nodeField: string;
  readonly clock: Clock;
  /** Takes the time of day of Redis now and then, and when it was asked in monotonic time. */
  readonly onTime: (redisMs: number, sentAtMs: number) => void;
  /** How long a request waits for Redis at most. */
  readonly maxWaitMs?: number | undefined;
  /** What reads the time in Redis, in Lua: that of Redis by default. */
  readonly time?: string | undefined;
}

const MAX_WAIT_MS = 80;

/**
 * Counts in Redis, and in the memory of this instance for a caller for whom Redis fails. What was
 * counted here of a customer, Redis learns by itself; of an address, with its next request.
 *
 * @throws UnusableDatabase
 */
export async function createRedisCounters(
  options: RedisOptions,
  local: MemoryCounters,
  log: FastifyBaseLogger,
) {
  const { addresses, namespace, nodeField, clock, onTime } = options;
  const { maxWaitMs = MAX_WAIT_MS, time = TIME } = options;
  const outage = createOutage(log, nodeField);
  const client = await openClient(addresses, outage.noteConnectionError, countScript(time));
  const { sendCommand, onCommand } = createCommands(client, maxWaitMs);
  const countInRedis = createCountInRedis({
    clock,
    onTime,
    sendCommand,
    namespace,
    local,
    outage,
  });
  const endMerging = await startMerging(outage, (caller) => countInRedis({ caller, amount: 0 }));
  let closing: Promise<void> | undefined;
  let isClosed = false;

  async function count(caller: CountedCaller): Promise<LimitState> {
    const counted = isCountedHere(caller) ? undefined : await countInRedis({ caller, amount: 1 });
    return counted ?? local.count(caller);
  }

  async function look(caller: CountedCaller): Promise<LimitState> {
    const seen = isCountedHere(caller) ? undefined : await countInRedis({ caller, amount: 0 });
    return seen ?? local.look(caller);
  }

  async function forgetRejections(customer: KeyHolder) {
    const { customerId: id, apiKeyId, limits } = customer;
    const caller = { kind: 'customer', id, apiKeyId, limits, hasReserve: false } as const;
    local.forgetRejections(customer);
    if (!isCountedHere(caller)) await countInRedis({ caller, amount: 0, forgetsRejections: true });
  }

  function isCountedHere(caller: CountedCaller): boolean {
    return isClosed || outage.isCountedHere(caller) || isFlood(caller);
  }

  /** A flood of an address over its limit costs Redis nothing. */
  function isFlood(caller: CountedCaller): boolean {
    return caller.kind === 'address' && local.look(caller).windows[0].remaining === 0;
  }

  async function disconnect() {
    await endMerging();
    isClosed = true;
    outage.silence();
    client.disconnect();
  }

  return {
    count,
    look,
    forgetRejections,
    /** Whether Redis counts for all callers, as far as is known. */
    isUp: () => !outage.hasBegun(),
    /** How often Redis became unavailable since the start. */
    outages: outage.count,
    onCommand,
    /** Tells Redis what was counted here. Later requests are counted by this instance alone. */
    close() {
      closing ??= disconnect();
      return closing;
    },
  };
}
