// Plans and their limits: fixed windows, counters, anonymous callers, bans, and rate limit headers.

export { clientAddress, networkOf } from './client-address.ts';
export { banApiKey, createBans } from './counting/late-rejections.ts';
export { createMemoryCounters, type MemoryCounters } from './counting/memory-counters.ts';
export { rateLimitHeaders } from './counting/windows.ts';
export { keepDayCounts } from './day-counts.ts';
export { createLimiter, createRequestCounter, type Limiter } from './plan-limits.ts';
