// Enforces the plan limits: counts requests, shows what is left, and rejects requests over a limit
// and those of banned keys.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../errors/index.ts';
import type { Ban, Caller } from '../keys/index.ts';
import { clientAddress, networkOf } from './client-address.ts';
import type { CountedCaller, Counters } from './counting/counters.ts';
import { leadsToBan } from './counting/late-rejections.ts';
import type { MemoryCounters } from './counting/memory-counters.ts';
import { type LimitState, shownWindow } from './counting/windows.ts';
import { type RateLimitHeaders, rateLimitHeaders } from './rate-limit-headers.ts';
import { createRateLimit } from './rate-limit-plugin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the limits of its caller count the request. */
    isCounted: boolean;
  }
}

/**
 * Counts a request, and shows what is left.
 *
 * @throws 429 over a limit and during a ban, or the error of counters that cannot count
 */
export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface PlanLimits {
  readonly limiter: Limiter;
  /** Shows what is left for a request that is counted already. @throws 429 during a ban */
  readonly countedLimiter: Limiter;
  /** Counts a request that meets no limiter. @returns what is left, as headers */
  countUnread(request: FastifyRequest): Promise<RateLimitHeaders>;
  /** What is left for an address, without counting: as far as this instance knows. */
  addressHeaders(ip: string): RateLimitHeaders;
  /** The same for the address of a request. */
  anonymousHeaders(request: FastifyRequest): RateLimitHeaders;
}

interface PlanLimitsOptions {
  readonly counters: Counters;
  /** The counts of this instance, available without a call. */
  readonly local: MemoryCounters;
  readonly anonymousPerMinute: number;
  /** The fewest late rejections within a minute that ban a key. */
  readonly banAfter: number;
  readonly ban: Ban;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

export async function createPlanLimits(
  app: FastifyInstance,
  { counters, local, anonymousPerMinute, banAfter, ban, now }: PlanLimitsOptions,
): Promise<PlanLimits> {
  const anonymousLimits = { perMinute: anonymousPerMinute, perDay: Number.POSITIVE_INFINITY };
  const address = (id: string) => ({ kind: 'address', id, limits: anonymousLimits }) as const;

  function countedCaller(request: FastifyRequest): CountedCaller {
    const { customer }: Caller = request.caller;
    if (!customer) return address(clientAddress(request));
    const { customerId: id, apiKeyId, limits } = customer;
    const hasReserve = request.operation?.hasReserve ?? false;
    return { kind: 'customer', id, apiKeyId, limits, hasReserve };
  }

  app.decorateRequest('isCounted', false);
  const count = await createRateLimit(app, counters, countedCaller);
  const knownHeaders = (caller: CountedCaller) => rateLimitHeaders(local.look(caller));

  async function limit(request: FastifyRequest, reply: FastifyReply, counts: boolean) {
    request.isCounted = true;
    const { kind, customer }: Caller = request.caller;
    const isBanned = kind === 'customer' && customer.ban.untilMs > now();
    const increment = counts && !isBanned && kind !== 'unverified';
    const { state, isExceeded } = await count(request, { increment }).catch((error) => {
      reply.headers(knownHeaders(countedCaller(request)));
      throw error;
    });
    if (isBanned) {
      const banned = withNothingLeft(state, Math.ceil(customer.ban.untilMs / 1_000));
      reply.headers(rateLimitHeaders(banned));
      throw errors.apiKeyBanned(banned.windows[0].secondsToReset);
    }
    reply.headers(rateLimitHeaders(state));
    if (!isExceeded) return;
    if (customer && leadsToBan(state.lateRejections, customer.limits.perMinute, banAfter)) {
      // Forgotten, since its first late rejection after the ban would ban it again.
      if (await ban(customer, reply.log)) await counters.forgetRejections(customer);
    }
    throw errors.rateLimitExceeded(shownWindow(state));
  }

  return {
    limiter: (request, reply) => limit(request, reply, true),
    countedLimiter: (request, reply) => limit(request, reply, false),
    countUnread: async (request) => rateLimitHeaders((await count(request)).state),
    addressHeaders: (ip) => knownHeaders(address(networkOf(ip))),
    anonymousHeaders: (request) => knownHeaders(address(clientAddress(request))),
  };
}

/** The limits of a customer during a ban: until it ends, neither window has anything left. */
function withNothingLeft(state: LimitState, resetsAtSeconds: number): LimitState {
  const secondsToReset = Math.max(1, resetsAtSeconds - state.nowSeconds);
  const [minute, day] = state.windows;
  const end = { remaining: 0, resetsAtSeconds, secondsToReset };
  return {
    ...state,
    windows: [
      { ...minute, ...end },
      { ...day, ...end },
    ],
  };
}
