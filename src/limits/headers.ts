/** A limit as its caller sees it, after the request has been counted. */
export interface LimitWindow {
  readonly name: 'minute' | 'day';
  readonly lengthSeconds: number;
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in whole seconds. */
  readonly resetsAtSeconds: number;
}

/** What the `X-RateLimit-*` headers show. */
export type Binding = Pick<LimitWindow, 'limit' | 'remaining' | 'resetsAtSeconds'>;

/** The window that binds: the one with the least remaining. */
export function bindingWindow(windows: readonly LimitWindow[]): LimitWindow {
  return windows.reduce((least, window) => (window.remaining < least.remaining ? window : least));
}

/**
 * The headers that tell a caller where it stands.
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

/** Whole seconds until the window ends; added to the answer's `Date` they give `X-RateLimit-Reset`. */
export function secondsToReset({ resetsAtSeconds }: Binding, nowSeconds: number): number {
  return Math.max(1, resetsAtSeconds - nowSeconds);
}
