// Who has sent a request: each request carries its caller.

import type { ApiError } from '../errors/index.ts';
import type { LimitedCustomer } from '../limits/index.ts';

/** Who has sent a request, and the error that rejects it once it is counted, if any. */
export type Caller = Readonly<
  /** The owner of a valid API key. */
  | { kind: 'customer'; customer: Customer; rejection?: never }
  /** With a key that cannot be looked up now. Its customer is known if it was valid before. */
  | { kind: 'unverified'; customer: Customer | undefined; rejection: ApiError }
  /** Without a key, or with one that is not valid. */
  | { kind: 'anonymous'; customer?: never; rejection: ApiError }
  /** Before authentication, and outside of the API, where nobody is authenticated. */
  | { kind: 'unidentified'; customer?: never; rejection?: never }
>;

export const UNIDENTIFIED: Caller = { kind: 'unidentified' };

/** What a valid API key stands for. */
export interface Customer extends LimitedCustomer {
  /** What the key may do; null for everything. */
  readonly scopes: readonly string[] | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
