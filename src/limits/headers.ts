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
  let policies = '';
  let states = '';
  for (const window of windows) {
    const { name, limit, remaining } = window;
    const start = policies === '' ? `"${name}"` : `, "${name}"`;
    policies += `${start};q=${limit};w=${WINDOW_SECONDS[name]}`;
    states += `${start};r=${remaining};t=${secondsToReset(window, nowSeconds)}`;
  }
  return {
    'x-ratelimit-limit': binding.limit,
    'x-ratelimit-remaining': binding.remaining,
    'x-ratelimit-reset': binding.resetsAtSeconds,
    'ratelimit-policy': policies,
    ratelimit: states,
  };
}

/** Whole seconds until the reset: `X-RateLimit-Reset` minus the `Date` of the response. */
export function secondsToReset({ resetsAtSeconds }: Binding, nowSeconds: number): number {
  return Math.max(1, resetsAtSeconds - nowSeconds);
}
