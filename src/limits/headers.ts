import { type LimitWindow, WINDOW_SECONDS } from './window.ts';

/** What the `X-RateLimit-*` headers show: a window, or a ban. */
type Binding = Pick<LimitWindow, 'limit' | 'remaining' | 'resetsAtSeconds'>;

/**
 * Returns the headers that show a caller what is left of its limits.
 *
 * @see draft-ietf-httpapi-ratelimit-headers sections 3 and 4 (`RateLimit-Policy`, `RateLimit`)
 */
export function rateLimitHeaders(
  windows: readonly LimitWindow[],
  binding: Binding,
  nowSeconds: number,
): Record<string, string | number> {
  const policies = windows.map((window) => {
    return `"${window.name}";q=${window.limit};w=${WINDOW_SECONDS[window.name]}`;
  });
  const states = windows.map((window) => {
    return `"${window.name}";r=${window.remaining};t=${secondsToReset(window, nowSeconds)}`;
  });
  return {
    'x-ratelimit-limit': binding.limit,
    'x-ratelimit-remaining': binding.remaining,
    'x-ratelimit-reset': binding.resetsAtSeconds,
    'ratelimit-policy': policies.join(', '),
    ratelimit: states.join(', '),
  };
}

/** Whole seconds until the reset: `X-RateLimit-Reset` minus the `Date` of the response. */
export function secondsToReset({ resetsAtSeconds }: Binding, nowSeconds: number): number {
  return Math.max(1, resetsAtSeconds - nowSeconds);
}
