// Counters in the memory of this process. They are exact, since counting is synchronous.

import { LruMap } from 'toad-cache';
import { createLateRejections } from './bans.ts';
import type { CallerId, CountedCaller } from './counters.ts';
import {
  describeLimits,
  type LimitState,
  shownWindow,
  WINDOW_SECONDS,
  type Window,
  type Windows,
} from './windows.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

/** About 300 bytes each. With more addresses, the one that was silent longest is forgotten. */
const MAX_ADDRESSES = 50_000;
const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Keeps addresses apart from customers, so that no flood of addresses evicts a customer's count.
 *
 * @param now the time of day in milliseconds
 */
export function createMemoryCounters(now: () => number) {
  const customers = new Map<number, Windows>();
  const addresses = new LruMap<Windows>(MAX_ADDRESSES);
  const lateRejections = createLateRejections();
  /** The customers whose count has changed since it was last taken. */
  const changed = new Set<number>();
  let sweptAtSeconds = 0;

  const currentSeconds = () => Math.floor(now() / 1_000);

  function count(caller: CountedCaller): LimitState {
    const nowSeconds = currentSeconds();
    const { limits } = caller;
    const windows = openWindows(caller, nowSeconds);
    const { minute, day } = windows;
    const hasRoom = minute.admitted < limits.perMinute && day.admitted < limits.perDay;
    if (!hasRoom) return reject(caller, describeLimits(windows, limits, nowSeconds));
    for (const window of [minute, day]) {
      window.admitted += 1;
      window.admittedHere += 1;
    }
    if (caller.kind === 'customer') changed.add(caller.id);
    return describeLimits(windows, limits, nowSeconds);
  }

  function reject(caller: CountedCaller, state: LimitState): LimitState {
    const rejected = { ...state, isRejected: true };
    if (caller.kind === 'address') return rejected;
    const { resetsAtSeconds } = shownWindow(rejected);
    const late = lateRejections.add(caller.apiKeyId, now(), resetsAtSeconds);
    return { ...rejected, lateRejections: late };
  }

  function look(caller: CountedCaller): LimitState {
    const nowSeconds = currentSeconds();
    return describeLimits(openWindows(caller, nowSeconds), caller.limits, nowSeconds);
  }

  /** Returns the current windows of a caller. Once an hour, forgets those that are over. */
  function openWindows(caller: CallerId, nowSeconds: number): Windows {
    if (Math.abs(nowSeconds - sweptAtSeconds) >= SWEEP_INTERVAL_SECONDS) sweep(nowSeconds);
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
    lateRejections.sweep(now());
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

  return { count, look, openWindows, takeChanged, restoreChanged, currentSeconds };
}

function newWindow(): Window {
  return { openedAtSeconds: 0, admitted: 0, admittedHere: 0 };
}

/**
 * Empties windows that are over; an empty window opens now. After the clock was set back, a window
 * from the future opens now too, but keeps its counts: otherwise it would last too long.
 */
function refresh(windows: Windows, nowSeconds: number): Windows {
  for (const name of ['minute', 'day'] as const) {
    const window = windows[name];
    const isOver = nowSeconds >= window.openedAtSeconds + WINDOW_SECONDS[name];
    if (isOver) {
      window.admitted = 0;
      window.admittedHere = 0;
    }
    if (isOver || window.admitted === 0 || window.openedAtSeconds > nowSeconds) {
      window.openedAtSeconds = nowSeconds;
    }
  }
  return windows;
}
