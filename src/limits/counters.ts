// Counting: whose requests are counted together, and what counters do.

import type { Limits } from './plans.ts';
import type { LimitState } from './windows.ts';

/** A customer, or all callers at an address. */
export type CallerId =
  | { readonly kind: 'customer'; readonly id: number }
  | { readonly kind: 'address'; readonly id: string };

/** Whose requests are counted together. */
export type CountedCaller =
  | {
      readonly kind: 'customer';
      readonly id: number;
      /** Whose rejections are counted. */
      readonly apiKeyId: number;
      readonly limits: Limits;
    }
  | { readonly kind: 'address'; readonly id: string; readonly limits: Limits };

/** Counts the requests of each caller in two fixed windows, and the late rejections of each key. */
export interface Counters {
  /** Counts a request in both windows if both have room, otherwise a rejection of its key. */
  count(caller: CountedCaller): LimitState | Promise<LimitState>;
  /** Counts nothing. */
  look(caller: CountedCaller): LimitState | Promise<LimitState>;
}
