import type { Limits } from './plans.ts';

/** Who a request is counted for. */
export type Caller =
  | { readonly customer: Customer; readonly rejection?: never }
  /** An anonymous caller, or one that could not be authenticated because of a fault. */
  | { readonly customer?: never; readonly rejection: Error };

/** What a valid API key stands for. Requests are counted per customer, rejections per key. */
export interface Customer {
  readonly apiKeyId: number;
  readonly customerId: number;
  readonly limits: Limits;
  /** Unix time; 0 without a ban. The instance that bans a key sets it before it reads it back from the database. */
  bannedUntilMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
