// Counts in Redis for one caller, whose windows here, by the monotonic time, and those in Redis
// become the same.

import { type Clock, createOffset } from '../../async/clock.ts';
import type { Limits } from '../../keys/index.ts';
import type { CountedCaller } from '../counting/counters.ts';
import type { MemoryCounters } from '../counting/memory-counters.ts';
import { RESERVE_LIMITS } from '../counting/reserve.ts';
import {
  describeLimits,
  type LimitState,
  newWindows,
  WINDOW_SECONDS,
  type Window,
  type Windows,
} from '../counting/windows.ts';
import type { SendCommand } from './commands.ts';
import { CHECK } from './merging.ts';
import type { Outage } from './outage.ts';
import {
  type Command,
  type Counted,
  INEXACT_SECONDS,
  type RepliedWindow,
  type RepliedWindows,
  type Reply,
} from './script.ts';

interface CountInRedisOptions {
  readonly clock: Clock;
  /** Takes the time of day of Redis, with each check, and when it was asked in monotonic time. */
  readonly onTime: (redisMs: number, sentAtMs: number) => void;
  readonly sendCommand: SendCommand;
  /** The beginning of each key in Redis. */
  readonly namespace: string;
  /** The windows of this instance. */
  readonly local: MemoryCounters;
  readonly outage: Outage;
}

const UNSTEADY = 'The clock of Redis was set twice, or a command has come late twice.';

/** What Redis is asked to do for a caller. It is also told what was counted here. */
interface Task {
  readonly caller: CountedCaller;
  /** 1 to count a request, 0 to look. */
  readonly amount: 0 | 1;
  /** Whether Redis forgets the late rejections of the caller's key. */
  readonly forgetsRejections?: true;
}

/** @returns undefined where Redis fails */
type CountInRedis = (task: Task) => Promise<LimitState | undefined>;

/** A reply of Redis, and how far this clock was ahead of the one that it shows. */
interface TimedReply<Replied> {
  readonly reply: Replied;
  readonly aheadMs: number;
}

export function createCountInRedis({
  clock,
  onTime,
  sendCommand,
  namespace,
  local,
  outage,
}: CountInRedisOptions): CountInRedis {
  // Uncorrected, windows would disagree with the `Date` of responses and with bans.
  const aheadOfRedis = createOffset(INEXACT_SECONDS * 1_000);
  /** How far this clock was ahead of that of Redis by the last reply, to the millisecond. */
  let lastAheadMs = 0;

  return async function countInRedis(task) {
    const counted = await send(task).catch((error) => {
      outage.noteFailure(task.caller, error);
      return undefined;
    });
    return counted && adopt(task, counted);
  };

  /** Asks once more if only the reply has told the time of Redis. @throws if that is not enough */
  async function send(task: Task): Promise<TimedReply<Counted>> {
    const { reply, aheadMs } = await sendOnce(task, lastAheadMs);
    if (reply.kind === 'counted') return { reply, aheadMs };
    // Not by the last reply of all: nodes of a cluster have clocks of their own.
    const second = await sendOnce(task, aheadMs);
    if (second.reply.kind === 'notCounted') throw new Error(UNSTEADY);
    return { reply: second.reply, aheadMs: second.aheadMs };
  }

  async function sendOnce(
    { caller, amount, ...others }: Task,
    knownAheadMs: number,
  ): Promise<TimedReply<Reply>> {
    const { seconds } = local.now();
    const windows = local.openWindows(caller, seconds);
    const reserve = local.countedReserve(caller, seconds);
    const sentAtMs = clock.monotonicMs();
    const command: Command = {
      ...commandFor(caller, windows, reserve, seconds, amount),
      sentAtMs: sentAtMs - knownAheadMs,
      ...others,
    };
    const redisKey = `${namespace}:limits:{${caller.id}}`;
    const reply = await sendCommand({ redisKey, command });
    const aheadMs = clock.monotonicMs() - reply.nowMs;
    lastAheadMs = aheadMs;
    if (caller === CHECK) onTime(reply.nowMs, sentAtMs);
    return { reply, aheadMs };
  }

  function adopt({ caller, amount }: Task, { reply, aheadMs }: TimedReply<Counted>): LimitState {
    const { admitted, lateRejections, nowMs, isOfReserve } = reply;
    const { wallAheadSeconds } = local.now();
    const shiftSeconds = aheadOfRedis(aheadMs);
    const seconds = Math.floor(nowMs / 1_000) + shiftSeconds;
    const windows = local.openWindows(caller, seconds);
    // Not merged if this instance counted more of the caller while this request was in flight.
    const isMerged = continueWindows(windows, reply, shiftSeconds, isOfReserve ? 0 : admitted);
    const reserve = continueReserve(caller, reply, { shiftSeconds, seconds });
    outage.noteReply(caller, isMerged && reserve.isMerged);
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
    { reserve, isOfReserve, admitted }: Counted,
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

/**
 * The command that tells Redis of a caller's windows. With `amount` 1 it counts a request.
 *
 * @param reserve the customer's reserve, if this instance has counted in it
 */
function commandFor(
  caller: CountedCaller,
  windows: Windows,
  reserve: Windows | undefined,
  nowSeconds: number,
  amount: 0 | 1,
): Omit<Command, 'sentAtMs'> {
  const localWindow = (window: Window, limit: number) => {
    const { openedAtSeconds, sharedAtSeconds, admittedHere, receipt } = window;
    const ageSeconds = nowSeconds - openedAtSeconds;
    return { limit, ageSeconds, sharedAtSeconds, admittedHere, receipt };
  };
  const localWindows = ({ minute, day }: Windows, { perMinute, perDay }: Limits) => ({
    minute: localWindow(minute, perMinute),
    day: localWindow(day, Number.isFinite(perDay) ? perDay : 0),
  });
  const isCustomer = caller.kind === 'customer';
  const isUsable = isCustomer && caller.hasReserve;
  return {
    amount,
    apiKeyId: isCustomer ? String(caller.apiKeyId) : '',
    ...localWindows(windows, caller.limits),
    ...((reserve || isUsable) && {
      reserve: { isUsable, ...localWindows(reserve ?? newWindows(), RESERVE_LIMITS) },
    }),
  };
}

/**
 * Continues the windows of this instance from what Redis says, and from what this instance has
 * admitted since it sent the command.
 *
 * @param shiftSeconds how far this clock is ahead of the clock of Redis
 * @param admitted how many requests the command has counted in them
 * @returns whether Redis knows all that this instance has admitted
 */
function continueWindows(
  windows: Windows,
  { minute, day }: RepliedWindows,
  shiftSeconds: number,
  admitted: 0 | 1,
): boolean {
  const isMinuteKnown = continueWindow(windows.minute, minute, shiftSeconds, admitted);
  const isDayKnown = continueWindow(windows.day, day, shiftSeconds, admitted);
  return isMinuteKnown && isDayKnown;
}

function continueWindow(
  window: Window,
  reply: RepliedWindow,
  shiftSeconds: number,
  admitted: number,
): boolean {
  const openedAtSeconds = reply.openedAtSeconds + shiftSeconds;
  // Clocks and rounding move a window by less than this.
  const isNext = openedAtSeconds > window.openedAtSeconds + WINDOW_SECONDS.minute / 2;
  const admittedHere = isNext ? 0 : window.admittedHere + admitted;
  window.openedAtSeconds = openedAtSeconds;
  window.sharedAtSeconds = reply.openedAtSeconds;
  window.receipt = reply.receipt;
  window.admittedHere = Math.max(admittedHere, reply.admittedHere);
  window.admitted = reply.admitted + window.admittedHere - reply.admittedHere;
  return window.admittedHere === reply.admittedHere;
}
