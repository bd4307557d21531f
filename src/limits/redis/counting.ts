// Counts in Redis for one caller, and notes whether that has worked.

import type { CountedCaller } from '../counters.ts';
import type { MemoryCounters } from '../memory-counters.ts';
import { describeLimits, type LimitState } from '../windows.ts';
import type { Send } from './commands.ts';
import type { FailingCallers } from './failing-callers.ts';
import type { Outage } from './outage.ts';
import type { Reply } from './script.ts';
import { commandFor, continueWindows, secondsAhead } from './shared-windows.ts';

interface CountingOptions {
  readonly send: Send;
  /** The beginning of each key in Redis. */
  readonly namespace: string;
  /** The windows of this instance. */
  readonly local: MemoryCounters;
  readonly failing: FailingCallers;
  readonly outage: Outage;
}

/** @returns undefined where Redis fails */
export type CountInRedis = (
  caller: CountedCaller,
  /** 1 to count a request, 0 to look, which also tells Redis what was counted here. */
  amount: 0 | 1,
) => Promise<LimitState | undefined>;

export function createCounting({
  send,
  namespace,
  local,
  failing,
  outage,
}: CountingOptions): CountInRedis {
  return async function countInRedis(caller, amount) {
    const nowSeconds = local.currentSeconds();
    const windows = local.openWindows(caller, nowSeconds);
    const command = commandFor(caller, windows, nowSeconds, amount);
    const redisKey = `${namespace}:limits:{${caller.id}}`;
    const reply = await send({ redisKey, command }).catch((error) => {
      failing.add(caller);
      outage.note(error);
      return undefined;
    });
    return reply && adopt(caller, amount, reply);
  };

  function adopt(caller: CountedCaller, amount: 0 | 1, reply: Reply): LimitState {
    const { admitted, lateRejections } = reply;
    const shiftSeconds = secondsAhead(local.currentSeconds(), reply.nowSeconds);
    const nowSeconds = reply.nowSeconds + shiftSeconds;
    const windows = local.openWindows(caller, nowSeconds);
    // Not merged if this instance counted more of the caller while this request was in flight.
    const isMerged = continueWindows(windows, reply, shiftSeconds);
    failing.noteReply(caller, isMerged);
    if (failing.isEmpty()) outage.end();
    const state = describeLimits(windows, caller.limits, nowSeconds);
    return { ...state, isRejected: admitted < amount, lateRejections };
  }
}
