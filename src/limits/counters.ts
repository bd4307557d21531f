// Counting: whose requests are counted, in which windows, and what is known of the limits then.

import type { Limits } from './plans.ts';

/** The length of each fixed window, which the first request in it opens. */
export const WINDOW_SECONDS = { minute: 60, day: 86_400 } as const;

/** Whose requests are counted together: those of a customer, or of all callers at an address. */
export type CountedCaller =
  | {
      readonly kind: 'customer';
      readonly id: number;
      /** Whose rejections are counted. */
      readonly apiKeyId: number;
      readonly limits: Limits;
    }
  | { readonly kind: 'address'; readonly id: string; readonly limits: Limits };

export interface Window {
  /** Unix time in whole seconds, so that all headers agree to the second. */
  openedAtSeconds: number;
  /** How many requests all instances have admitted, as far as this one knows. */
  admitted: number;
  /** How many of these this instance has admitted. */
  admittedHere: number;
}

export interface Windows {
  readonly minute: Window;
  readonly day: Window;
}

/** Counts the requests of each caller in two fixed windows, and the late rejections of each key. */
export interface Counters {
  /** Counts a request in both windows if both have room, otherwise a rejection of its key. */
  count(caller: CountedCaller): LimitState | Promise<LimitState>;
  /** Counts nothing. */
  look(caller: CountedCaller): LimitState | Promise<LimitState>;
  /** Releases what the counters hold. Counts that outlive the process are stored first. */
  close(): Promise<void>;
}

/** The limits of a caller after a request. */
export interface LimitState {
  readonly windows: readonly [minute: LimitWindow, day: LimitWindow];
  /** Unix time. */
  readonly nowSeconds: number;
  /** Whether one of the windows had no room for the request. */
  readonly isRejected: boolean;
  /** How many late rejections its key has had in this minute. 0 for a request that is not one. */
  readonly lateRejections: number;
}

/** A window as its caller sees it. */
export type LimitWindow = Readonly<ReturnType<typeof describeWindow>>;

/** The limits of a caller after a request that had room, or without one. */
export function describeLimits(
  { minute, day }: Windows,
  { perMinute, perDay }: Limits,
  nowSeconds: number,
): LimitState {
  const windows = [
    describeWindow('minute', minute, perMinute, nowSeconds),
    describeWindow('day', day, perDay, nowSeconds),
  ] as const;
  return { windows, nowSeconds, isRejected: false, lateRejections: 0 };
}

function describeWindow(
  name: keyof Windows,
  { openedAtSeconds, admitted }: Window,
  limit: number,
  nowSeconds: number,
) {
  const remaining = Math.max(0, limit - admitted);
  const resetsAtSeconds = openedAtSeconds + WINDOW_SECONDS[name];
  // `X-RateLimit-Reset` minus the `Date` of the response.
  const secondsToReset = Math.max(1, resetsAtSeconds - nowSeconds);
  return { name, limit, remaining, resetsAtSeconds, secondsToReset };
}

/**
 * The window that `X-RateLimit-*` show: with the least remaining, or the one that rejects a request.
 * If both are used up, the day is the longer wait.
 */
export function shownWindow({ windows: [minute, day], isRejected }: LimitState): LimitWindow {
  const isDay = isRejected ? day.remaining === 0 : day.remaining < minute.remaining;
  return isDay ? day : minute;
}
