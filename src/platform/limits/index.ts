// Plans and their limits: fixed windows, counters, anonymous callers, bans, and rate limit headers.

export { clientAddress, networkOf } from './client-address.ts';
export { keepDayCounts } from './day-counts.ts';
export { banApiKey, createBans } from './late-rejections.ts';
export { createMemoryCounters, type MemoryCounters } from './memory-counters.ts';
export { createLimiter, createRequestCounter, type Limiter } from './plan-limits.ts';
export { rateLimitHeaders } from './windows.ts';
