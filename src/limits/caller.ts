import type { ApiError } from '../contract/index.ts';
import type { Limits } from './plans.ts';
import type { LimitWindow } from './window.ts';

/** Who a request is counted for. */
export type Caller =
  | { readonly customer: Customer; readonly rejection?: never; readonly unverified?: never }
  | RejectedCaller;

/** An anonymous caller, or one that could not be authenticated because of a fault. */
export interface RejectedCaller {
  readonly customer?: never;
  readonly rejection: ApiError;
  /** What the key stood for, if it was valid when it could last be looked up. */
  readonly unverified?: Customer | undefined;
  /** Set when the key was not looked up, since its address has caused too many look-ups: their window. */
  readonly lookUps?: LimitWindow;
}

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
