// The headers that show a caller what is left of its limits.

import { type LimitState, shownWindow, WINDOW_SECONDS } from './counting/windows.ts';

export const RATE_LIMIT_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
] as const;

export type RateLimitHeaders = Readonly<
  Record<(typeof RATE_LIMIT_HEADERS)[number], string | number>
>;

/** @see draft-ietf-httpapi-ratelimit-headers sections 3 and 4 (`RateLimit-Policy`, `RateLimit`) */
export function rateLimitHeaders(state: LimitState): RateLimitHeaders {
  const policies: string[] = [];
  const states: string[] = [];
  for (const { name, limit, remaining, secondsToReset } of state.windows) {
    // Anonymous callers have no limit per day.
    if (limit === Number.POSITIVE_INFINITY) continue;
    policies.push(`"${name}";q=${limit};w=${WINDOW_SECONDS[name]}`);
    states.push(`"${name}";r=${remaining};t=${secondsToReset}`);
  }
  const { limit, remaining, resetsAtSeconds } = shownWindow(state);
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetsAtSeconds,
    'ratelimit-policy': policies.join(', '),
    ratelimit: states.join(', '),
  };
}
