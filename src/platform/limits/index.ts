// The limits of plans: fixed windows, counters, anonymous callers, and rate limit headers.

export { networkOf } from './client-address.ts';
export type { Limiter } from './plan-limits.ts';
export { RATE_LIMIT_HEADERS } from './rate-limit-headers.ts';
export { type StartedLimits, startLimits } from './start.ts';
export { dayCountRemovals } from './stored-day-counts.ts';
