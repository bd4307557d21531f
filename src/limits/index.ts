// Plans and their limits: fixed windows, counters, anonymous callers, bans, and rate limit headers.

export { banApiKey, createBans } from './bans.ts';
export { type Caller, type Customer, clientAddress, networkOf, UNIDENTIFIED } from './caller.ts';
export * from './counters.ts';
export { createDurableCounters } from './durable-counters.ts';
export { createMemoryCounters, type MemoryCounters } from './memory-counters.ts';
export { default as planLimits, rateLimit } from './plan-limits.ts';
export { type Limits, limitsOf, PLAN_LIMITS, type Plan } from './plans.ts';
