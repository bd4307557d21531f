import type { Limits } from './plans.ts';

/** Whom a request counts for, once that has been found out. */
export type Caller =
  | { readonly customer: Customer }
  /** An anonymous caller, or somebody whom a fault kept from being recognised. */
  | { readonly customer?: never; readonly rejection: Error };

/** What a valid API key stands for. */
export interface Customer {
  readonly apiKeyId: number;
  readonly customerId: number;
  readonly limits: Limits;
  /** Unix time; 0 where there is no ban. Set ahead of the database by the instance that bans. */
  bannedUntilMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
