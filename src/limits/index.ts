// Plans and their limits: fixed windows, counters, anonymous callers, bans, and rate limit headers.

export { createBans, type ImposeBan } from './bans.ts';
export { clientAddress, networkOf } from './client-address.ts';
export {
  type Count,
  type CountedCaller,
  describeCount,
  type LimitWindow,
  rateLimitHeaders,
  WINDOW_SECONDS,
  type Window,
} from './counters.ts';
export { createDurableCounters } from './durable-counters.ts';
export { createMemoryCounters, type MemoryCounters } from './memory-counters.ts';
export {
  createRequestCounter,
  default as planLimits,
  type RequestCounter,
} from './plan-limits.ts';
export { type Limits, limitsOf, PLAN_LIMITS, type Plan } from './plans.ts';
