// Counts each request against the limits of its caller. Our counters say how many requests of its
// limit a caller has used, and @fastify/rate-limit decides whether that is too many. Its headers,
// its ban and its error do not fit the contract.

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from './client-address.ts';
import {
  type CountedCaller,
  type Counters,
  type LimitState,
  type LimitWindow,
  shownWindow,
} from './counters.ts';
import { type RateLimitHeaders, rateLimitHeaders } from './headers.ts';
import type { LimitedCaller } from './limited-caller.ts';
import type { MemoryCounters } from './memory-counters.ts';

export interface RequestCounter {
  readonly callerOf: (request: FastifyRequest) => LimitedCaller;
  /** Counts a request for its customer, or else its address; `increment: false` only looks. */
  count(request: FastifyRequest, options?: { increment: boolean }): Promise<CountedRequest>;
  /** The rate limit headers of an address, without counting: as far as this instance knows. */
  anonymousHeaders(ip: string): RateLimitHeaders;
}

export interface CountedRequest {
  readonly state: LimitState;
  /** The window that is full, if the request is over a limit. */
  readonly exceeded: LimitWindow | undefined;
}

interface RequestCounterOptions {
  readonly counters: Counters;
  /** The counts of this instance, available without a call. */
  readonly local: MemoryCounters;
  readonly anonymousPerMinute: number;
  readonly callerOf: (request: FastifyRequest) => LimitedCaller;
}

/**
 * The plugin's key of a request. It is typed as a string, but the plugin passes any value to its
 * store. The store leaves the state here, since it returns to the plugin no more than two numbers.
 */
type Key = string & { readonly caller: CountedCaller; state: LimitState };

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

export async function createRequestCounter(
  app: FastifyInstance,
  { counters, local, anonymousPerMinute, callerOf }: RequestCounterOptions,
): Promise<RequestCounter> {
  const anonymousLimits = { perMinute: anonymousPerMinute, perDay: Number.POSITIVE_INFINITY };

  function countedCaller(request: FastifyRequest): CountedCaller {
    const { customer } = callerOf(request);
    if (!customer) return { kind: 'address', id: clientAddress(request), limits: anonymousLimits };
    const { customerId: id, apiKeyId, limits } = customer;
    return { kind: 'customer', id, apiKeyId, limits };
  }

  function keyOf(request: FastifyRequest): Key {
    return { caller: countedCaller(request) } as Key;
  }

  class Store {
    incr = storeMethod(counters.count);
    read = storeMethod(counters.look);
    child = () => this;
  }

  await app.register(rateLimit, {
    global: false,
    store: Store,
    keyGenerator: keyOf,
    max: (_request, key) => (key as Key).caller.limits.perMinute,
  });
  const limit = app.createRateLimit();

  return {
    callerOf,
    async count(request, options) {
      const result = await limit(request, options);
      const { state } = result.key as Key;
      const isExceeded = 'isExceeded' in result && result.isExceeded;
      return { state, exceeded: isExceeded ? shownWindow(state) : undefined };
    },
    anonymousHeaders(ip) {
      return rateLimitHeaders(
        local.look({ kind: 'address', id: networkOf(ip), limits: anonymousLimits }),
      );
    },
  };
}

/** A method of the plugin's store, which says how many of `max` requests the caller has used. */
function storeMethod(countOrLook: Counters['count']) {
  return async (key: string, done: Done, _timeWindow: number, max: number) => {
    const counted = key as Key;
    const state = await countOrLook(counted.caller);
    counted.state = state;
    const { remaining, secondsToReset } = shownWindow(state);
    // With a request that is over the limit, the caller has used one more than the limit.
    const used = max - remaining + (state.isRejected ? 1 : 0);
    done(null, { current: used, ttl: secondsToReset * 1_000 });
  };
}
