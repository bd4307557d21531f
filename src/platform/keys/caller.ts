// Who has sent a request: each request carries its caller.

import { type ApiError, errors } from '../errors/index.ts';
import type { KnownBan } from './bans.ts';
import type { Limits } from './plans.ts';
import type { Scopes } from './scopes.ts';

/** Who has sent a request, and the error that rejects it once it is counted, if any. */
export type Caller = Readonly<
  /** The owner of a valid API key. */
  | { kind: 'customer'; customer: KeyHolder; rejection?: never }
  /** With a key that cannot be looked up now. Its customer is known if it was valid before. */
  | { kind: 'unverified'; customer: KeyHolder | undefined; rejection: ApiError }
  /** Without a key, or with one that is not valid. */
  | { kind: 'anonymous'; customer?: never; rejection: ApiError }
  /** Outside of the API, where nobody is authenticated. Within, where that was forgotten, a 500. */
  | { kind: 'unidentified'; customer?: never; rejection: ApiError }
>;

export const UNIDENTIFIED: Caller = { kind: 'unidentified', rejection: errors.internalError };

/** What a valid API key stands for. */
export interface KeyHolder {
  readonly apiKeyId: bigint;
  readonly customerId: bigint;
  readonly limits: Limits;
  readonly scopes: Scopes;
  readonly ban: KnownBan;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
