// Plans and their limits: fixed windows, counters, anonymous callers, bans, and the headers that show what is left.

export { default as anonymousLimit } from './anonymous-limit.ts';
export { banApiKey } from './bans.ts';
export type { Caller, Customer } from './caller.ts';
export { clientAddress, keptAddress } from './client-address.ts';
export { createCounters, type InstanceCounters } from './create-counters.ts';
export { bareAddresses, default as forwardedFor } from './forwarded-for.ts';
export { rateLimitHeaders } from './headers.ts';
export { createMemoryCounters } from './memory-counters.ts';
export { default as planLimits } from './plan-limits.ts';
export { type Limits, limitsOf, PLAN_LIMITS, type Plan } from './plans.ts';
export type { SharedHints } from './shared-hints.ts';
export type { SharedStore } from './shared-store.ts';
export { currentSeconds, type LimitWindow } from './window.ts';
