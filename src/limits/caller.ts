import type { ApiError } from '../contract/index.ts';
import type { LimitWindow } from './counters.ts';
import type { Limits } from './plans.ts';

/** Who a request is counted for. */
export interface Caller {
  /** Absent for an anonymous caller. */
  readonly customer?: Customer;
  /** Set for an anonymous caller, and for a customer whose key cannot be looked up now: it may be revoked. */
  readonly rejection?: ApiError;
  /** Set when the key was not looked up, since its address has caused too many look-ups: their window. */
  readonly lookUps?: LimitWindow;
}

/** What a valid API key stands for. Requests are counted per customer, rejections per key. */
export interface Customer {
  readonly apiKeyId: number;
  readonly customerId: number;
  readonly limits: Limits;
  /** What the key may do; null for everything. */
  readonly scopes: readonly string[] | null;
  /** Unix time; 0 without a ban. The instance that bans a key sets it before it reads it back from the database. */
  bannedUntilMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
