import type { Limits } from './plans.ts';

/** The length of each fixed window, which the first request in it opens. */
export const WINDOW_SECONDS = { minute: 60, day: 86_400 } as const;

/** Whose requests are counted together. */
export interface CountedCaller {
  /** A customer by its id, or an anonymous caller by its address. */
  readonly id: number | string;
  readonly limits: Limits;
  /** Whose rejections are counted. Anonymous callers have none, and are never banned. */
  readonly apiKeyId?: number;
}

export interface Window {
  /** Unix time in whole seconds, so that all headers agree to the second. */
  openedAtSeconds: number;
  /** How many requests all instances have admitted, as far as this one knows. */
  admitted: number;
  /** How many of these this instance has admitted. */
  admittedHere: number;
}

export interface Usage {
  readonly minute: Window;
  readonly day: Window;
}

/** A window as its caller sees it, after the request has been counted. */
export type LimitWindow = Readonly<ReturnType<typeof describeWindow>>;

export type Count = Readonly<ReturnType<typeof describeCount>>;

/** Counts the requests of each caller in two fixed windows, and the rejections of each key. */
export interface Counters {
  /**
   * Counts a request in both windows if both have room, otherwise a rejection of its key.
   *
   * @param amount 1 to count, 0 to look
   */
  count(caller: CountedCaller, amount: 0 | 1): Count | Promise<Count>;
  /** Releases what the counters hold. Counts that outlive the process are stored first. */
  close(): Promise<void>;
}

interface Outcome {
  /** When the request was counted; Unix time. */
  readonly nowSeconds: number;
  readonly isRejected: boolean;
  readonly isBan: boolean;
}

export function describeCount(usage: Usage, limits: Limits, outcome: Outcome) {
  const { nowSeconds, isRejected, isBan } = outcome;
  const windows = [
    describeWindow('minute', usage.minute, limits.perMinute, nowSeconds),
    describeWindow('day', usage.day, limits.perDay, nowSeconds),
  ] as const;
  // If both windows are used up, the day is the longer wait.
  const rejecting = windows[1].remaining === 0 ? windows[1] : windows[0];
  return { windows, rejectedBy: isRejected ? rejecting : undefined, isBan, nowSeconds };
}

function describeWindow(
  name: keyof Usage,
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

export type RateLimitHeaders = Readonly<Record<string, string | number>>;

/**
 * The headers that show a caller what is left of its limits.
 *
 * @param shown the window of `X-RateLimit-*`; by default the window with the least remaining
 * @see draft-ietf-httpapi-ratelimit-headers sections 3 and 4 (`RateLimit-Policy`, `RateLimit`)
 */
export function rateLimitHeaders(
  windows: readonly [LimitWindow, ...LimitWindow[]],
  shown?: LimitWindow,
): RateLimitHeaders {
  const policies: string[] = [];
  const states: string[] = [];
  let [scarcest] = windows;
  for (const window of windows) {
    const { name, limit, remaining, secondsToReset } = window;
    if (remaining < scarcest.remaining) scarcest = window;
    // Anonymous callers have no limit per day.
    if (limit === Number.POSITIVE_INFINITY) continue;
    policies.push(`"${name}";q=${limit};w=${WINDOW_SECONDS[name]}`);
    states.push(`"${name}";r=${remaining};t=${secondsToReset}`);
  }
  const { limit, remaining, resetsAtSeconds } = shown ?? scarcest;
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetsAtSeconds,
    'ratelimit-policy': policies.join(', '),
    ratelimit: states.join(', '),
  };
}
