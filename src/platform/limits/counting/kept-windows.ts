// The windows that an instance keeps in its memory, those of customers apart from those of addresses,
// and which counts of customers have changed since they were stored.

import { LruMap } from 'toad-cache';
import type { CallerId } from './counters.ts';
import { areOver, newWindows, refresh, type Windows } from './windows.ts';

/** The windows that a customer has: of its plan, and of its reserve. */
const OF_CUSTOMERS = ['customer', 'reserve'] as const;
type OfCustomer = (typeof OF_CUSTOMERS)[number];

/** About 300 bytes each. With more addresses, the one that was silent longest is forgotten. */
const MAX_ADDRESSES = 50_000;
const SWEEP_INTERVAL_SECONDS = 3_600;
/** Less than a millisecond. A million customers at once would stop the process for seconds. */
const SWEPT_TOGETHER = 200;

/**
 * Keeps addresses apart from customers, so that no flood of addresses evicts a customer's count.
 *
 * @param onSweep is called when those that are over begin to be forgotten
 */
export function createKeptWindows(onSweep: (nowSeconds: number) => void) {
  /** Those of customers, by plan and reserve. */
  const kept = {
    customer: new Map<bigint, Windows>(),
    reserve: new Map<bigint, Windows>(),
  };
  const addresses = new LruMap<Windows>(MAX_ADDRESSES);
  /** The customers whose count has changed since it was last taken. */
  const changed = {
    customer: new Set<bigint>(),
    reserve: new Set<bigint>(),
  };
  let sweptAtSeconds = 0;
  let sweeping: Iterator<void> | undefined;

  /** Returns the current windows of a caller. From each hour on, forgets some that are over. */
  function openWindows(caller: CallerId, nowSeconds: number): Windows {
    if (nowSeconds - sweptAtSeconds >= SWEEP_INTERVAL_SECONDS) {
      sweptAtSeconds = nowSeconds;
      onSweep(nowSeconds);
      sweeping = sweep(nowSeconds);
    }
    if (sweeping?.next().done) sweeping = undefined;
    return refresh(known(caller) ?? keep(caller), nowSeconds);
  }

  /** The windows of a caller who has called since the last sweep in which these were over. */
  function known({ kind, id }: CallerId): Windows | undefined {
    return kind === 'address' ? addresses.get(id) : kept[kind].get(id);
  }

  function keep({ kind, id }: CallerId): Windows {
    const windows = newWindows();
    if (kind === 'address') addresses.set(id, windows);
    else kept[kind].set(id, windows);
    return windows;
  }

  /**
   * Forgets windows that are over at a time, so that memory holds only a day's callers. Pauses where
   * a request goes on.
   */
  function* sweep(nowSeconds: number) {
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

  const isKnown = (caller: CallerId) => known(caller) !== undefined;

  /** Notes that the count of a customer has changed, for the next `takeChanged`. */
  function noteChange(owner: CallerId) {
    if (owner.kind !== 'address') changed[owner.kind].add(owner.id);
  }

  return { known, isKnown, openWindows, noteChange, takeChanged, addChanged, addAllChanged };
}
