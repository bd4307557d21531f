// Counters in the memory of this process. They are exact, since counting is synchronous.

import { LruMap } from 'toad-cache';
import { type Clock, createOffset } from '../async/clock.ts';
import { createLateRejections } from './bans.ts';
import type { CallerId, CountedCaller } from './counters.ts';
import {
  describeLimits,
  type LimitState,
  type Now,
  shownWindow,
  WINDOW_SECONDS,
  type Window,
  type Windows,
} from './windows.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

/** About 300 bytes each. With more addresses, the one that was silent longest is forgotten. */
const MAX_ADDRESSES = 50_000;
const SWEEP_INTERVAL_SECONDS = 3_600;
/** More than half a second, so that an offset which lies between two stays with one of them. */
const OFFSET_TOLERANCE_MS = 600;

/**
 * Keeps addresses apart from customers, so that no flood of addresses evicts a customer's count.
 * Windows are opened and end by the monotonic time: setting the time of day neither refunds nor
 * prolongs one, and only changes when callers are told that it ends.
 */
export function createMemoryCounters(clock: Clock) {
  const customers = new Map<number, Windows>();
  const addresses = new LruMap<Windows>(MAX_ADDRESSES);
  const lateRejections = createLateRejections();
  /** The customers whose count has changed since it was last taken. */
  const changed = new Set<number>();
  const wallAhead = createOffset(OFFSET_TOLERANCE_MS);
  let sweptAtSeconds = 0;

  function now(): Now {
    const monotonicMs = clock.monotonicMs();
    const wallAheadSeconds = wallAhead(clock.wallMs() - monotonicMs);
    return { seconds: Math.floor(monotonicMs / 1_000), wallAheadSeconds };
  }

  function count(caller: CountedCaller): LimitState {
    const current = now();
    const { limits } = caller;
    const windows = openWindows(caller, current.seconds);
    const { minute, day } = windows;
    const hasRoom = minute.admitted < limits.perMinute && day.admitted < limits.perDay;
    if (!hasRoom) return reject(caller, describeLimits(windows, limits, current));
    for (const window of [minute, day]) {
      window.admitted += 1;
      window.admittedHere += 1;
    }
    if (caller.kind === 'customer') changed.add(caller.id);
    return describeLimits(windows, limits, current);
  }

  function reject(caller: CountedCaller, state: LimitState): LimitState {
    const rejected = { ...state, isRejected: true };
    if (caller.kind === 'address') return rejected;
    const nowMs = clock.monotonicMs();
    const endsAtSeconds = Math.floor(nowMs / 1_000) + shownWindow(rejected).secondsToReset;
    const late = lateRejections.add(caller.apiKeyId, nowMs, endsAtSeconds);
    return { ...rejected, lateRejections: late };
  }

  function look(caller: CountedCaller): LimitState {
    const current = now();
    return describeLimits(openWindows(caller, current.seconds), caller.limits, current);
  }

  /** Returns the current windows of a caller. Once an hour, forgets those that are over. */
  function openWindows(caller: CallerId, nowSeconds: number): Windows {
    if (nowSeconds - sweptAtSeconds >= SWEEP_INTERVAL_SECONDS) sweep(nowSeconds);
    const known = caller.kind === 'customer' ? customers.get(caller.id) : addresses.get(caller.id);
    return refresh(known ?? keep(caller), nowSeconds);
  }

  function keep({ kind, id }: CallerId): Windows {
    const windows = { minute: newWindow(), day: newWindow() };
    if (kind === 'customer') customers.set(id, windows);
    else addresses.set(id, windows);
    return windows;
  }

  /** Forgets windows and rejections that are over, so that memory holds only a day's callers. */
  function sweep(nowSeconds: number) {
    sweptAtSeconds = nowSeconds;
    for (const [customerId, windows] of customers) {
      const { minute, day } = refresh(windows, nowSeconds);
      if (minute.admitted + day.admitted > 0) continue;
      customers.delete(customerId);
      changed.delete(customerId);
    }
    lateRejections.sweep(nowSeconds * 1_000);
  }

  /** @returns the customers whose count has changed since the last call */
  function takeChanged(): number[] {
    const ids = [...changed];
    changed.clear();
    return ids;
  }

  /** Has `takeChanged` return these customers again. */
  function restoreChanged(ids: readonly number[]) {
    for (const id of ids) changed.add(id);
  }

  return { count, look, openWindows, takeChanged, restoreChanged, now };
}

function newWindow(): Window {
  return { openedAtSeconds: 0, sharedAtSeconds: 0, admitted: 0, admittedHere: 0 };
}

/**
 * Empties windows that are over; an empty window opens now. So does one from the future, which was
 * stored or shared by a clock that is ahead, but keeps its counts: otherwise it would last too long.
 */
function refresh(windows: Windows, nowSeconds: number): Windows {
  for (const name of ['minute', 'day'] as const) {
    const window = windows[name];
    const isOver = nowSeconds >= window.openedAtSeconds + WINDOW_SECONDS[name];
    if (isOver) {
      window.admitted = 0;
      window.admittedHere = 0;
      window.sharedAtSeconds = 0;
    }
    if (isOver || window.admitted === 0 || window.openedAtSeconds > nowSeconds) {
      window.openedAtSeconds = nowSeconds;
    }
  }
  return windows;
}
