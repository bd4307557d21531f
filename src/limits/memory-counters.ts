// Counters in the memory of this process. They are exact, since counting is synchronous.

import { LruMap } from 'toad-cache';
import {
  type CountedCaller,
  describeLimits,
  type LimitState,
  shownWindow,
  WINDOW_SECONDS,
  type Window,
  type Windows,
} from './counters.ts';
import { createLateRejections } from './late-rejections.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

/** About 300 bytes each. With more addresses, the one that was silent longest is forgotten. */
const MAX_ADDRESSES = 50_000;
const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Keeps addresses apart from customers, so that no flood of addresses evicts a customer's count.
 *
 * @param now the time of day in milliseconds
 */
export function createMemoryCounters(now: () => number, maxAddresses: number = MAX_ADDRESSES) {
  const customers = new Map<number, Windows>();
  const addresses = new LruMap<Windows>(maxAddresses);
  const lateRejections = createLateRejections();
  /** The customers whose count has changed. They are removed when the count is stored. */
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
    admit(minute);
    admit(day);
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

  function openWindows(caller: CountedCaller, nowSeconds: number): Windows {
    if (caller.kind === 'customer') return customerWindows(caller.id, nowSeconds);
    return refresh(keptIn(addresses, caller.id), nowSeconds);
  }

  /** Returns the current windows of a customer. Once an hour, forgets those that are over. */
  function customerWindows(customerId: number, nowSeconds: number): Windows {
    if (Math.abs(nowSeconds - sweptAtSeconds) >= SWEEP_INTERVAL_SECONDS) sweep(nowSeconds);
    return refresh(keptIn(customers, customerId), nowSeconds);
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

  return { count, look, openWindows, customerWindows, changed, currentSeconds };
}

interface Kept<Id> {
  get(id: Id): Windows | undefined;
  set(id: Id, windows: Windows): unknown;
}

/** The windows of a caller, which are new the first time. */
function keptIn<Id>(kept: Kept<Id>, id: Id): Windows {
  const known = kept.get(id);
  if (known) return known;
  const windows = { minute: newWindow(), day: newWindow() };
  kept.set(id, windows);
  return windows;
}

function newWindow(): Window {
  return { openedAtSeconds: 0, admitted: 0, admittedHere: 0 };
}

function admit(window: Window) {
  window.admitted += 1;
  window.admittedHere += 1;
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
