// Counting: whose requests are counted together, and what counters do.

import type { KeyHolder, Limits } from '../../keys/index.ts';
import type { LimitState } from './windows.ts';

/** Whose windows: a customer's plan, a customer's reserve, or all callers at an address. */
export type CallerId =
  | { readonly kind: 'customer' | 'reserve'; readonly id: bigint }
  | { readonly kind: 'address'; readonly id: string };

/** Whose requests are counted together. */
export type CountedCaller =
  | {
      readonly kind: 'customer';
      readonly id: bigint;
      /** Whose rejections are counted. */
      readonly apiKeyId: bigint;
      readonly limits: Limits;
      /** Whether the request counts in the customer's reserve when the plan has no room. */
      readonly hasReserve: boolean;
    }
  | { readonly kind: 'address'; readonly id: string; readonly limits: Limits };

/** Counts the requests of each caller in two fixed windows, and the late rejections of each key. */
export interface Counters {
  /**
   * Counts a request in both windows of its plan if both have room, else in those of its reserve,
   * if it has one and both of these have room, else a rejection of its key.
   */
  count(caller: CountedCaller): LimitState | Promise<LimitState>;
  /** Counts nothing. */
  look(caller: CountedCaller): LimitState | Promise<LimitState>;
  /** Forgets the late rejections of a key, as far as they can be reached. */
  forgetRejections(customer: KeyHolder): void | Promise<void>;
}
