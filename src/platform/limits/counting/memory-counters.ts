// Counters in the memory of this process. They are exact, since counting is synchronous.

import { LruMap } from 'toad-cache';
import { type Clock, createWallAhead } from '../../async/clock.ts';
import type { KeyHolder, Limits } from '../../keys/index.ts';
import type { CallerId, CountedCaller } from './counters.ts';
import { createLateRejections } from './late-rejections.ts';
import { RESERVE_LIMITS } from './reserve.ts';
import {
  areOver,
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

/** The windows that a customer has: of its plan, and of its reserve. */
const OF_CUSTOMERS = ['customer', 'reserve'] as const;
type OfCustomer = (typeof OF_CUSTOMERS)[number];

/** The windows of a request, and whose they are. */
interface CountedWindows {
  readonly owner: CallerId;
  readonly windows: Windows;
  readonly limits: Limits;
}

/** About 300 bytes each. With more addresses, the one that was silent longest is forgotten. */
const MAX_ADDRESSES = 50_000;
const SWEEP_INTERVAL_SECONDS = 3_600;
/** Less than a millisecond. A million customers at once would stop the process for seconds. */
const SWEPT_TOGETHER = 200;

/**
 * Keeps addresses apart from customers, so that no flood of addresses evicts a customer's count.
 * Windows are opened and end by the monotonic time: setting the time of day neither refunds nor
 * prolongs one, and only changes when callers are told that it ends.
 */
export function createMemoryCounters(clock: Clock) {
  /** Those of customers, by plan and reserve. */
  const kept = {
    customer: new Map<bigint, Windows>(),
    reserve: new Map<bigint, Windows>(),
  };
  const addresses = new LruMap<Windows>(MAX_ADDRESSES);
  const lateRejections = createLateRejections();
  /** The customers whose count has changed since it was last taken. */
  const changed = {
    customer: new Set<bigint>(),
    reserve: new Set<bigint>(),
  };
  const wallAheadSeconds = createWallAhead(clock);
  let sweptAtSeconds = 0;
  let sweeping: Iterator<void> | undefined;

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
    if (owner.kind !== 'address') changed[owner.kind].add(owner.id);
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

  /** Returns the current windows of a caller. From each hour on, forgets some that are over. */
  function openWindows(caller: CallerId, nowSeconds: number): Windows {
    if (nowSeconds - sweptAtSeconds >= SWEEP_INTERVAL_SECONDS) {
      sweptAtSeconds = nowSeconds;
      sweeping = sweep(nowSeconds);
    }
    if (sweeping?.next().done) sweeping = undefined;
    return refresh(known(caller) ?? keep(caller), nowSeconds);
  }

  /** The windows of a caller who has called since the last sweep in which these were over. */
  function known({ kind, id }: CallerId): Windows | undefined {
    return kind === 'address' ? addresses.get(id) : kept[kind].get(id);
  }

  /** The current windows of a customer's reserve, if this instance has counted a request there. */
  function countedReserve({ kind, id }: CountedCaller, nowSeconds: number): Windows | undefined {
    if (kind === 'address' || !kept.reserve.has(id)) return undefined;
    const windows = openWindows({ kind: 'reserve', id }, nowSeconds);
    return windows.minute.admittedHere + windows.day.admittedHere > 0 ? windows : undefined;
  }

  function keep({ kind, id }: CallerId): Windows {
    const windows = newWindows();
    if (kind === 'address') addresses.set(id, windows);
    else kept[kind].set(id, windows);
    return windows;
  }

  /**
   * Forgets rejections and windows that are over at a time, so that memory holds only a day's
   * callers. Pauses where a request goes on.
   */
  function* sweep(nowSeconds: number) {
    lateRejections.sweep(nowSeconds);
    let swept = 0;
    for (const kind of OF_CUSTOMERS) {
      for (const [customerId, windows] of kept[kind]) {
        swept += 1;
        if (swept % SWEPT_TOGETHER === 0) yield;
        if (!areOver(windows, nowSeconds)) continue;
        kept[kind].delete(customerId);
        changed[kind].delete(customerId);
      }
    }
  }

  /** @returns the customers whose count of that kind has changed since the last call */
  function takeChanged(kind: OfCustomer): bigint[] {
    const ids = [...changed[kind]];
    changed[kind].clear();
    return ids;
  }

  /** Has `takeChanged` return these customers, too. */
  function addChanged(kind: OfCustomer, ids: Iterable<bigint>) {
    for (const id of ids) changed[kind].add(id);
  }

  /** Has `takeChanged` return all customers that are known. */
  const addAllChanged = (kind: OfCustomer) => addChanged(kind, kept[kind].keys());

  function forgetRejections({ apiKeyId }: KeyHolder) {
    lateRejections.forget(apiKeyId);
  }

  const isKnown = (caller: CallerId) => known(caller) !== undefined;

  return {
    count,
    look,
    forgetRejections,
    isKnown,
    openWindows,
    countedReserve,
    takeChanged,
    addChanged,
    addAllChanged,
    now,
  };
}
