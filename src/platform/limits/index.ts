// Plans and their limits: fixed windows, counters, anonymous callers, bans, and rate limit headers.

export { banApiKey, createBans } from './bans.ts';
export { clientAddress, networkOf } from './client-address.ts';
export { keepDayCounts } from './day-counts.ts';
export { createMemoryCounters, type MemoryCounters } from './memory-counters.ts';
export { createLimiter, createRequestCounter, type Limiter } from './plan-limits.ts';
export { rateLimitHeaders } from './windows.ts';
