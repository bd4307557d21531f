import { LruMap } from 'toad-cache';
import {
  type Count,
  type CountedCaller,
  describeCount,
  type Usage,
  WINDOW_SECONDS,
  type Window,
} from './counters.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

/** About 300 bytes each. With more addresses, the one that was silent longest is forgotten. */
const MAX_ADDRESSES = 50_000;
const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Counters in the memory of this process. They are exact, since counting is synchronous. Addresses
 * are kept apart from customers: no flood of them evicts a customer's count.
 *
 * @param now the time of day in milliseconds
 * @param banAfter how many rejected requests of a key within a minute lead to a ban
 */
export function createMemoryCounters(
  now: () => number,
  banAfter: number = Number.POSITIVE_INFINITY,
  maxAddresses: number = MAX_ADDRESSES,
) {
  const customers = new Map<number | string, Usage>();
  const addresses = new LruMap<Usage>(maxAddresses);
  /** How many requests were rejected: by API key, then by second. */
  const rejections = new Map<number, Map<number, number>>();
  /** The customers whose count has changed. They are removed when the count is stored. */
  const changed = new Set<number>();
  let sweptAtSeconds = 0;

  const currentSeconds = () => Math.floor(now() / 1_000);

  /** Returns the current windows of a caller. Once an hour, forgets those that are over. */
  function openWindows(id: CountedCaller['id'], nowSeconds: number): Usage {
    if (Math.abs(nowSeconds - sweptAtSeconds) >= SWEEP_INTERVAL_SECONDS) sweep(nowSeconds);
    const kept = typeof id === 'number' ? customers : addresses;
    const usage = kept.get(id) ?? { minute: newWindow(), day: newWindow() };
    kept.set(id, usage);
    return refresh(usage, nowSeconds);
  }

  function count(caller: CountedCaller, amount: 0 | 1): Count {
    const { id, limits } = caller;
    const nowSeconds = currentSeconds();
    const usage = openWindows(id, nowSeconds);
    const { minute, day } = usage;
    const isFull = minute.admitted >= limits.perMinute || day.admitted >= limits.perDay;
    if (!isFull && amount === 1) {
      minute.admitted += 1;
      minute.admittedHere += 1;
      day.admitted += 1;
      day.admittedHere += 1;
      if (typeof id === 'number') changed.add(id);
    }
    const isRejected = isFull && amount === 1;
    const isBan = isRejected && countRejection(caller, nowSeconds);
    return describeCount(usage, limits, { nowSeconds, isRejected, isBan });
  }

  /**
   * Counts a rejection. Returns whether it leads to a ban, which resets the key's count.
   *
   * @param isBanElsewhere whether it leads to a ban by the rejections of all instances
   */
  function countRejection(
    { apiKeyId }: CountedCaller,
    nowSeconds: number,
    isBanElsewhere = false,
  ): boolean {
    if (apiKeyId === undefined) return false;
    const perSecond = rejections.get(apiKeyId) ?? new Map<number, number>();
    perSecond.set(nowSeconds, (perSecond.get(nowSeconds) ?? 0) + 1);
    keepLastMinute(perSecond, nowSeconds);
    let sum = 0;
    for (const count of perSecond.values()) sum += count;
    const isBan = isBanElsewhere || sum >= banAfter;
    if (isBan) rejections.delete(apiKeyId);
    else rejections.set(apiKeyId, perSecond);
    return isBan;
  }

  /** Forgets windows and rejections that are over, so that memory holds only a day's callers. */
  function sweep(nowSeconds: number) {
    sweptAtSeconds = nowSeconds;
    for (const [id, usage] of customers) {
      const { minute, day } = refresh(usage, nowSeconds);
      if (minute.admitted + day.admitted > 0) continue;
      customers.delete(id);
      changed.delete(Number(id));
    }
    for (const [apiKeyId, perSecond] of rejections) {
      keepLastMinute(perSecond, nowSeconds);
      if (perSecond.size === 0) rejections.delete(apiKeyId);
    }
  }

  return { count, openWindows, countRejection, changed, currentSeconds };
}

function newWindow(): Window {
  return { openedAtSeconds: 0, admitted: 0, admittedHere: 0 };
}

/**
 * Empties windows that are over; an empty window opens now. After the clock was set back, a window
 * from the future opens now too, but keeps its counts: otherwise it would last too long.
 */
function refresh(usage: Usage, nowSeconds: number): Usage {
  for (const name of ['minute', 'day'] as const) {
    const window = usage[name];
    const isOver = nowSeconds >= window.openedAtSeconds + WINDOW_SECONDS[name];
    if (isOver) {
      window.admitted = 0;
      window.admittedHere = 0;
    }
    if (isOver || window.admitted === 0 || window.openedAtSeconds > nowSeconds) {
      window.openedAtSeconds = nowSeconds;
    }
  }
  return usage;
}

/** Leaves the last minute. Removes later seconds too, which exist if the clock was set back. */
function keepLastMinute(perSecond: Map<number, number>, nowSeconds: number) {
  for (const second of perSecond.keys()) {
    const isRecent = second > nowSeconds - WINDOW_SECONDS.minute && second <= nowSeconds;
    if (!isRecent) perSecond.delete(second);
  }
}
