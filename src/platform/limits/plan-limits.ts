// Enforces the plan limits: counts requests, shows what is left, and rejects requests over a limit
// and those of banned keys. Our counters say how many requests of its limit a caller has used, and
// @fastify/rate-limit decides whether that is too many. Its headers, its ban and its error do not
// fit the contract.

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../errors/index.ts';
import type { Caller } from '../keys/index.ts';
import { clientAddress, networkOf } from './client-address.ts';
import type { CountedCaller, Counters } from './counting/counters.ts';
import type { OnLateRejection } from './counting/late-rejections.ts';
import type { MemoryCounters } from './counting/memory-counters.ts';
import {
  type LimitState,
  type LimitWindow,
  type RateLimitHeaders,
  rateLimitHeaders,
  shownWindow,
} from './counting/windows.ts';

export interface RequestCounter {
  /** Counts a request for its customer, or else its address; `increment: false` only looks. */
  count(request: FastifyRequest, options?: { increment: boolean }): Promise<CountedRequest>;
  /** The rate limit headers of a request, without counting: as far as this instance knows. */
  knownHeaders(request: FastifyRequest): RateLimitHeaders;
  /** The same of an address. */
  anonymousHeaders(ip: string): RateLimitHeaders;
}

interface CountedRequest {
  readonly state: LimitState;
  /** The window that is full, if the request is over a limit. */
  readonly exceeded: LimitWindow | undefined;
}

interface RequestCounterOptions {
  readonly counters: Pick<Counters, 'count' | 'look'>;
  /** The counts of this instance, available without a call. */
  readonly local: MemoryCounters;
  readonly anonymousPerMinute: number;
}

/**
 * What the plugin calls the key of a request: the caller. It is typed as a string, but the plugin
 * passes any value to its store. The store leaves the state in it, since it can return only two
 * numbers to the plugin.
 */
type PluginKey = string & CountedCaller & { state: LimitState };

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

export async function createRequestCounter(
  app: FastifyInstance,
  { counters, local, anonymousPerMinute }: RequestCounterOptions,
): Promise<RequestCounter> {
  const anonymousLimits = { perMinute: anonymousPerMinute, perDay: Number.POSITIVE_INFINITY };

  function countedCaller(request: FastifyRequest): CountedCaller {
    const { customer }: Caller = request.caller;
    if (!customer) return { kind: 'address', id: clientAddress(request), limits: anonymousLimits };
    const { customerId: id, apiKeyId, limits } = customer;
    const hasReserve = request.operation?.hasReserve ?? false;
    return { kind: 'customer', id, apiKeyId, limits, hasReserve };
  }

  class Store {
    incr = storeMethod(counters.count);
    read = storeMethod(counters.look);
    child = () => this;
  }

  await app.register(rateLimit, {
    global: false,
    store: Store,
    keyGenerator: countedCaller as (request: FastifyRequest) => PluginKey,
    max: (_request, pluginKey) => (pluginKey as PluginKey).limits.perMinute,
  });
  const limit = app.createRateLimit();

  return {
    async count(request, options) {
      const result = await limit(request, options);
      const { state } = result.key as PluginKey;
      const isExceeded = 'isExceeded' in result && result.isExceeded;
      return { state, exceeded: isExceeded ? shownWindow(state) : undefined };
    },
    knownHeaders: (request) => rateLimitHeaders(local.look(countedCaller(request))),
    anonymousHeaders(ip) {
      const id = networkOf(ip);
      return rateLimitHeaders(local.look({ kind: 'address', id, limits: anonymousLimits }));
    },
  };
}

/** A method of the plugin's store, which says how many of `max` requests the caller has used. */
function storeMethod(countOrLook: Counters['count']) {
  async function used(caller: PluginKey, max: number) {
    caller.state = await countOrLook(caller);
    const { remaining, secondsToReset } = shownWindow(caller.state);
    // With a request that is over the limit, the caller has used one more than the limit.
    const current = max - remaining + (caller.state.isRejected ? 1 : 0);
    return { current, ttl: secondsToReset * 1_000 };
  }
  return (pluginKey: string, done: Done, _timeWindow: number, max: number) => {
    used(pluginKey as PluginKey, max).then((result) => done(null, result), done);
  };
}

interface LimiterOptions {
  readonly requests: RequestCounter;
  readonly onLateRejection: OnLateRejection;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

/**
 * Counts a request, and shows what is left.
 *
 * @throws 429 over a limit and during a ban, or the error of counters that cannot count
 */
export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function createLimiter(options: LimiterOptions): Limiter {
  const { requests, onLateRejection, now } = options;
  return async (request, reply) => {
    const { kind, customer }: Caller = request.caller;
    const isBanned = kind === 'customer' && customer.bannedUntilMs > now();
    const increment = !isBanned && kind !== 'unverified';
    const { state, exceeded } = await requests.count(request, { increment }).catch((error) => {
      reply.headers(requests.knownHeaders(request));
      throw error;
    });
    if (isBanned) {
      const banned = untilBanEnds(state, Math.ceil(customer.bannedUntilMs / 1_000));
      reply.headers(rateLimitHeaders(banned));
      throw errors.apiKeyBanned(banned.windows[0].secondsToReset);
    }
    reply.headers(rateLimitHeaders(state));
    if (!exceeded) return;
    if (customer && state.lateRejections > 0) {
      await onLateRejection(customer, state.lateRejections, reply.log);
    }
    throw errors.rateLimitExceeded(exceeded);
  };
}

/** Until a ban ends, neither window has anything left. */
function untilBanEnds(state: LimitState, resetsAtSeconds: number): LimitState {
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
