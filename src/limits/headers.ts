import type { LimitWindow } from './window.ts';

/** What the `X-RateLimit-*` headers show: a window, or a ban. */
type Binding = Pick<LimitWindow, 'limit' | 'remaining' | 'resetsAtSeconds'>;

/** Returns the binding window: the one with the least remaining. */
export function bindingWindow(windows: readonly LimitWindow[]): LimitWindow {
  return windows.reduce((least, window) => (window.remaining < least.remaining ? window : least));
}

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
  let policy = '';
  let state = '';
  for (const window of windows) {
    const separator = policy === '' ? '' : ', ';
    const { name, limit, lengthSeconds, remaining } = window;
    policy += `${separator}"${name}";q=${limit};w=${lengthSeconds}`;
    state += `${separator}"${name}";r=${remaining};t=${secondsToReset(window, nowSeconds)}`;
  }
  return {
    'x-ratelimit-limit': binding.limit,
    'x-ratelimit-remaining': binding.remaining,
    'x-ratelimit-reset': binding.resetsAtSeconds,
    'ratelimit-policy': policy,
    ratelimit: state,
  };
}

/** Whole seconds until the reset: `X-RateLimit-Reset` minus the `Date` of the response. */
export function secondsToReset({ resetsAtSeconds }: Binding, nowSeconds: number): number {
  return Math.max(1, resetsAtSeconds - nowSeconds);
}
