import type { Customer } from './caller.ts';
import type { Limits } from './plans.ts';
import { describeWindow, type Window } from './window.ts';

/** The result of counting a request. */
export type Count = Readonly<ReturnType<typeof describeCount>>;

/** What is kept of a customer. */
export interface Usage {
  readonly minute: Window;
  readonly day: Window;
}

/**
 * Counts the requests of each customer in two fixed windows at once, and the rejections of each key.
 * Counters in memory return a count and not a promise, which would cost CPU time on each request.
 */
export interface Counters {
  /** Counts a request in both windows if both have room, otherwise a rejection of the key. */
  count(customer: Customer): Count | Promise<Count>;
  /** Returns the customer's windows without counting. */
  peek(customer: Customer): Count | Promise<Count>;
  /** The store that all instances count in; absent where this instance counts alone. */
  readonly sharedStore?: SharedStore;
  /** Releases what the counters hold. Counts that outlive the process are stored first. */
  close(): Promise<void>;
}

export interface SharedStore {
  /** Whether the store responds now. */
  isAvailable(): Promise<boolean>;
  /** How often the store became unavailable since the start. */
  outages(): number;
}

/**
 * Describes what is used of a customer's limits.
 *
 * @param nowSeconds when the request was counted, by the clock of the counters; Unix time
 * @param rejections how many requests of the key were rejected within a minute; 0 unless this one is
 */
export function describeCount(
  usage: Usage,
  limits: Limits,
  nowSeconds: number,
  rejections: number,
) {
  const minute = describeWindow('minute', usage.minute, limits.perMinute);
  const day = describeWindow('day', usage.day, limits.perDay);
  const windows = [minute, day] as const;
  // The window without room for the request. If both are used up, the day is the longer wait.
  const full = day.remaining === 0 ? day : minute;
  return { usage, windows, rejectedBy: rejections > 0 ? full : undefined, rejections, nowSeconds };
}
