// What the limits need to know of the caller of a request.

import type { Limits } from '../keys/plans.ts';

export type LimitedCaller = Readonly<
  /** The owner of a valid API key. */
  | { kind: 'customer'; customer: LimitedCustomer }
  /** With a key that cannot be looked up now. Nothing is counted, and no ban is shown. */
  | { kind: 'unverified'; customer: LimitedCustomer | undefined }
  /** Without a valid key, or outside of the API: counted by its address. */
  | { kind: 'anonymous' | 'unidentified'; customer?: never }
>;

/** Requests are counted for each customer, late rejections for each key. */
export interface LimitedCustomer {
  readonly apiKeyId: bigint;
  readonly customerId: bigint;
  readonly limits: Limits;
  /** Unix time; 0 without a ban. The instance that bans the key sets it without a look-up. */
  bannedUntilMs: number;
  /** Whether this instance has tried to ban the key since it was last looked up. */
  isBanTried: boolean;
}
