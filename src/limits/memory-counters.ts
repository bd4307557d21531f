import { LruMap } from 'toad-cache';
import {
  type Count,
  type CountedCaller,
  currentSeconds,
  describeCount,
  type Usage,
  WINDOW_SECONDS,
  type Window,
} from './counters.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

/** About 300 bytes each. Beyond them the address that called longest ago is forgotten. */
const MAX_ADDRESSES = 50_000;
const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Counters in the memory of this process. They are exact, since nothing in them waits. Addresses are kept apart:
 * however many call, no customer's count is forgotten before it is over.
 *
 * @param banAfter how many rejected requests of a key within a minute lead to a ban
 */
export function createMemoryCounters(
  banAfter: number = Number.POSITIVE_INFINITY,
  maxAddresses: number = MAX_ADDRESSES,
) {
  const customers = new Map<number | string, Usage>();
  const addresses = new LruMap<Usage>(maxAddresses);
  /** Of each key how many requests were rejected in which second. */
  const rejections = new Map<number, Map<number, number>>();
  /** The customers whose count has changed, until whoever stores it removes them. */
  const changed = new Set<number>();
  let sweptAtSeconds = 0;

  /** What is used of windows that are not over. */
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
    return describeCount(usage, limits, nowSeconds, isRejected, isBan);
  }

  /** Counts a rejection. Returns whether it leads to a ban, after which they are counted anew. */
  function countRejection({ apiKeyId }: CountedCaller, nowSeconds: number): boolean {
    if (apiKeyId === undefined) return false;
    const perSecond = rejections.get(apiKeyId) ?? new Map<number, number>();
    perSecond.set(nowSeconds, (perSecond.get(nowSeconds) ?? 0) + 1);
    const isBan = sumOfLastMinute(perSecond, nowSeconds) >= banAfter;
    if (isBan) rejections.delete(apiKeyId);
    else rejections.set(apiKeyId, perSecond);
    return isBan;
  }

  /** Forgets what is over, so that memory is bounded by who has called within a day. */
  function sweep(nowSeconds: number) {
    sweptAtSeconds = nowSeconds;
    for (const [id, usage] of customers) {
      const { minute, day } = refresh(usage, nowSeconds);
      if (minute.admitted + day.admitted > 0) continue;
      customers.delete(id);
      changed.delete(Number(id));
    }
    for (const [apiKeyId, perSecond] of rejections) {
      if (sumOfLastMinute(perSecond, nowSeconds) === 0) rejections.delete(apiKeyId);
    }
  }

  return { count, openWindows, countRejection, changed };
}

function newWindow(): Window {
  return { openedAtSeconds: 0, admitted: 0, admittedHere: 0 };
}

/**
 * Empties windows that are over; an empty one opens now. One that was opened in the future, since the clock was set
 * back, is opened now with what is used, so that it lasts no longer than its length.
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

/** Forgets what is older, and what a clock that was set back has left in the future: 60 entries stay at most. */
function sumOfLastMinute(perSecond: Map<number, number>, nowSeconds: number): number {
  let sum = 0;
  for (const [second, count] of perSecond) {
    const isRecent = second > nowSeconds - WINDOW_SECONDS.minute && second <= nowSeconds;
    if (isRecent) sum += count;
    else perSecond.delete(second);
  }
  return sum;
}
