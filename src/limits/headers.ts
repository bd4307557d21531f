import { type LimitWindow, WINDOW_SECONDS } from './counters.ts';

/** What the `X-RateLimit-*` headers show of a window. */
export type Shown = Pick<LimitWindow, 'limit' | 'remaining' | 'resetsAtSeconds'>;

export type RateLimitHeaders = Readonly<Record<string, string | number>>;

/**
 * Returns the headers that show a caller what is left of its limits.
 *
 * @param shown by default the window with the least remaining
 * @see draft-ietf-httpapi-ratelimit-headers sections 3 and 4 (`RateLimit-Policy`, `RateLimit`)
 */
export function rateLimitHeaders(
  windows: readonly LimitWindow[],
  nowSeconds: number,
  shown: Shown = windows.reduce((one, other) => (other.remaining < one.remaining ? other : one)),
): RateLimitHeaders {
  let policies = '';
  let states = '';
  for (const window of windows) {
    const { name, limit, remaining } = window;
    // As the limit per day of anonymous callers.
    if (limit === Number.POSITIVE_INFINITY) continue;
    const start = policies === '' ? `"${name}"` : `, "${name}"`;
    policies += `${start};q=${limit};w=${WINDOW_SECONDS[name]}`;
    states += `${start};r=${remaining};t=${secondsToReset(window, nowSeconds)}`;
  }
  return {
    'x-ratelimit-limit': shown.limit,
    'x-ratelimit-remaining': shown.remaining,
    'x-ratelimit-reset': shown.resetsAtSeconds,
    'ratelimit-policy': policies,
    ratelimit: states,
  };
}

/** Whole seconds until the reset: `X-RateLimit-Reset` minus the `Date` of the response. */
export function secondsToReset(
  { resetsAtSeconds }: Pick<Shown, 'resetsAtSeconds'>,
  nowSeconds: number,
): number {
  return Math.max(1, resetsAtSeconds - nowSeconds);
}
