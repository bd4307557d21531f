// The reserve, which every customer has beside its plan.

import type { Limits } from '../../keys/index.ts';

/**
 * The limits of a customer's reserve, whatever its plan: what a request of an operation with
 * `x-reserve` counts against when the plan has no room, so that a customer whose requests another
 * has used up can still find and revoke the key that has done it.
 */
export const RESERVE_LIMITS: Limits = { perMinute: 10, perDay: 100 };
