// Counts in Redis for one caller, and notes whether that has worked.

import { type Clock, createOffset } from '../../async/clock.ts';
import type { CountedCaller } from '../counting/counters.ts';
import type { MemoryCounters } from '../counting/memory-counters.ts';
import { RESERVE_LIMITS } from '../counting/reserve.ts';
import { describeLimits, type LimitState, type Windows } from '../counting/windows.ts';
import type { Send } from './commands.ts';
import type { FailingCallers } from './failing-callers.ts';
import type { Outage } from './outage.ts';
import { INEXACT_SECONDS, type Reply } from './script.ts';
import { commandFor, continueWindows } from './shared-windows.ts';

/** Checks Redis while it fails for no caller. It writes, since a full Redis rejects only writes. */
export const CHECK: CountedCaller = {
  kind: 'address',
  id: 'check',
  limits: { perMinute: 1, perDay: Number.POSITIVE_INFINITY },
};

interface CountingOptions {
  readonly clock: Clock;
  /** Takes the time of day of Redis, with each check, and when it was asked in monotonic time. */
  readonly onTime: (redisMs: number, sentAtMs: number) => void;
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
  /** Whether Redis forgets the late rejections of the caller's key. */
  options?: { readonly forgetsRejections: true },
) => Promise<LimitState | undefined>;

export function createCounting({
  clock,
  onTime,
  send,
  namespace,
  local,
  failing,
  outage,
}: CountingOptions): CountInRedis {
  // Uncorrected, windows would disagree with the `Date` of responses and with bans.
  const aheadOfRedis = createOffset(INEXACT_SECONDS * 1_000);

  return async function countInRedis(caller, amount, options) {
    const { seconds } = local.now();
    const windows = local.openWindows(caller, seconds);
    const reserve = local.countedReserve(caller, seconds);
    const counting = commandFor(caller, windows, reserve, seconds, amount);
    const command = options ? { ...counting, ...options } : counting;
    const redisKey = `${namespace}:limits:{${caller.id}}`;
    const sentAtMs = clock.monotonicMs();
    const reply = await send({ redisKey, command }).catch((error) => {
      failing.add(caller);
      outage.note(error);
      return undefined;
    });
    if (!reply) return undefined;
    if (caller === CHECK) onTime(reply.nowMs, sentAtMs);
    return adopt(caller, amount, reply);
  };

  function adopt(caller: CountedCaller, amount: 0 | 1, reply: Reply): LimitState {
    const { admitted, lateRejections, nowMs, isOfReserve } = reply;
    const { wallAheadSeconds } = local.now();
    const shiftSeconds = aheadOfRedis(clock.monotonicMs() - nowMs);
    const seconds = Math.floor(nowMs / 1_000) + shiftSeconds;
    const windows = local.openWindows(caller, seconds);
    // Not merged if this instance counted more of the caller while this request was in flight.
    const isMerged = continueWindows(windows, reply, shiftSeconds, isOfReserve ? 0 : admitted);
    const reserve = continueReserve(caller, reply, { shiftSeconds, seconds });
    failing.noteReply(caller, isMerged && reserve.isMerged);
    if (failing.isEmpty()) outage.end();
    const now = { seconds, wallAheadSeconds };
    const state =
      isOfReserve && reserve.windows
        ? describeLimits(reserve.windows, RESERVE_LIMITS, now)
        : describeLimits(windows, caller.limits, now);
    return { ...state, isRejected: admitted < amount, lateRejections };
  }

  /** As above. Without windows if neither Redis nor this instance had to know them. */
  function continueReserve(
    caller: CountedCaller,
    { reserve, isOfReserve, admitted }: Reply,
    { shiftSeconds, seconds }: { readonly shiftSeconds: number; readonly seconds: number },
  ): { readonly windows?: Windows; readonly isMerged: boolean } {
    if (!reserve || caller.kind === 'address') {
      return { isMerged: !local.countedReserve(caller, seconds) };
    }
    const windows = local.openWindows({ kind: 'reserve', id: caller.id }, seconds);
    const counted = isOfReserve ? admitted : 0;
    return { windows, isMerged: continueWindows(windows, reserve, shiftSeconds, counted) };
  }
}
