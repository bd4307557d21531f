// Counters in the memory of this process. They are exact, since counting is synchronous.

import { type Clock, createWallAhead } from '../../async/clock.ts';
import type { KeyHolder, Limits } from '../../keys/index.ts';
import type { CallerId, CountedCaller } from './counters.ts';
import { createKeptWindows } from './kept-windows.ts';
import { createLateRejections } from './late-rejections.ts';
import { RESERVE_LIMITS } from './reserve.ts';
import {
  describeLimits,
  haveRoom,
  type LimitState,
  type Now,
  newWindows,
  refresh,
  shownWindow,
  type Windows,
} from './windows.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

/** The windows of a request, and whose they are. */
interface CountedWindows {
  readonly owner: CallerId;
  readonly windows: Windows;
  readonly limits: Limits;
}

/**
 * Windows are opened and end by the monotonic time: setting the time of day neither refunds nor
 * prolongs one, and only changes when callers are told that it ends.
 */
export function createMemoryCounters(clock: Clock) {
  const lateRejections = createLateRejections();
  const kept = createKeptWindows(lateRejections.sweep);
  const { known, isKnown, openWindows, noteChange } = kept;
  const wallAheadSeconds = createWallAhead(clock);

  function now(): Now {
    const nowMs = clock.monotonicMs();
    return { seconds: Math.floor(nowMs / 1_000), wallAheadSeconds: wallAheadSeconds(nowMs) };
  }

  function count(caller: CountedCaller): LimitState {
    const current = now();
    const open = (owner: CallerId) => openWindows(owner, current.seconds);
    const { owner, windows, limits } = windowsFor(caller, open);
    if (!haveRoom(windows, limits)) {
      return reject(caller, describeLimits(windows, limits, current));
    }
    for (const window of [windows.minute, windows.day]) {
      window.admitted += 1;
      window.admittedHere += 1;
    }
    noteChange(owner);
    return describeLimits(windows, limits, current);
  }

  /** The windows that a request counts in, or that reject it. */
  function windowsFor(caller: CountedCaller, open: (owner: CallerId) => Windows): CountedWindows {
    const { limits } = caller;
    const windows = open(caller);
    const needsReserve =
      caller.kind === 'customer' && caller.hasReserve && !haveRoom(windows, limits);
    if (!needsReserve) return { owner: caller, windows, limits };
    const owner = { kind: 'reserve', id: caller.id } as const;
    return { owner, windows: open(owner), limits: RESERVE_LIMITS };
  }

  function reject(caller: CountedCaller, state: LimitState): LimitState {
    const rejected = { ...state, isRejected: true };
    if (caller.kind === 'address') return rejected;
    const nowMs = clock.monotonicMs();
    const endsAtSeconds = Math.floor(nowMs / 1_000) + shownWindow(rejected).secondsToReset;
    const late = lateRejections.add(caller.apiKeyId, nowMs, endsAtSeconds);
    return { ...rejected, lateRejections: late };
  }

  /** Keeps nothing of a caller that is not known. */
  function look(caller: CountedCaller): LimitState {
    const current = now();
    const find = (owner: CallerId) => refresh(known(owner) ?? newWindows(), current.seconds);
    const { windows, limits } = windowsFor(caller, find);
    return describeLimits(windows, limits, current);
  }

  /** The current windows of a customer's reserve, if this instance has counted a request there. */
  function countedReserve({ kind, id }: CountedCaller, nowSeconds: number): Windows | undefined {
    if (kind === 'address' || !isKnown({ kind: 'reserve', id })) return undefined;
    const windows = openWindows({ kind: 'reserve', id }, nowSeconds);
    return windows.minute.admittedHere + windows.day.admittedHere > 0 ? windows : undefined;
  }

  function forgetRejections({ apiKeyId }: KeyHolder) {
    lateRejections.forget(apiKeyId);
  }

  return {
    count,
    look,
    forgetRejections,
    isKnown,
    openWindows,
    countedReserve,
    takeChanged: kept.takeChanged,
    addChanged: kept.addChanged,
    addAllChanged: kept.addAllChanged,
    now,
  };
}
