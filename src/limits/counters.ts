import type { Limits } from './plans.ts';
import { describeWindow, type Window } from './window.ts';

/** The result of counting a request. */
export type Count<Kept extends CountedWindow = CountedWindow> = Readonly<
  ReturnType<typeof describeCount<Kept>>
>;

/** What is known of a window, wherever it is kept. */
export type CountedWindow = Pick<Window, 'openedAtSeconds' | 'used'>;

/** Whose requests are counted together: a customer by its id, or anonymous callers by their address. */
export type CallerId = number | string;

/** What is used of each window. */
export interface Usage<Kept = CountedWindow> {
  readonly minute: Kept;
  readonly day: Kept;
}

/**
 * Counts the requests of each caller in two fixed windows at once, and the rejections of each key.
 * Counters in memory return a count and not a promise, which would cost CPU time on each request.
 */
export interface Counters {
  /**
   * Counts a request in both windows if both have room, otherwise a rejection of the key.
   *
   * @param apiKeyId the key whose rejections are counted; none for anonymous callers
   */
  count(id: CallerId, limits: Limits, apiKeyId?: number): Count | Promise<Count>;
  /** Returns the caller's windows without counting. */
  peek(id: CallerId, limits: Limits): Count | Promise<Count>;
}

/**
 * Describes what is used of a caller's limits.
 *
 * @param nowSeconds when the request was counted, by the clock of the counters; Unix time
 * @param rejections how many requests of the key were rejected within a minute; 0 unless this one is
 */
export function describeCount<Kept extends CountedWindow>(
  usage: Usage<Kept>,
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
