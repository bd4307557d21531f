import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { errors } from '../errors/index.ts';
import type { ImposeBan } from './bans.ts';
import { clientAddress, networkOf } from './client-address.ts';
import {
  type Count,
  type CountedCaller,
  type Counters,
  type LimitWindow,
  type RateLimitHeaders,
  rateLimitHeaders,
} from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';

/*
 * Counts every request against the limits of its caller, shows what is left of them, rejects
 * requests over a limit, and bans keys that keep calling after that. @fastify/rate-limit decides by
 * our counters; its headers, its ban and its error do not fit the contract.
 */

export interface RequestCounter {
  /** Counts a request for its customer, or else its address; `increment: false` only looks. */
  count(
    request: FastifyRequest,
    options?: { increment: boolean },
  ): Promise<{ readonly count: Count; readonly exceeded: LimitWindow | undefined }>;
  /** The rate limit headers of an address, without counting: as far as this instance knows. */
  anonymousHeaders(ip: string): RateLimitHeaders;
}

interface CounterOptions {
  readonly counters: Counters;
  /** The counts of this instance, available without a call. */
  readonly local: MemoryCounters;
  readonly anonymousPerMinute: number;
}

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** The key of a request. @fastify/rate-limit types it as a string, but passes on any value. */
type Key = string & CountedCaller & { count: Count };

export async function createRequestCounter(
  app: FastifyInstance,
  options: CounterOptions,
): Promise<RequestCounter> {
  const { counters, local, anonymousPerMinute: perMinute } = options;
  const anonymousLimits = { perMinute, perDay: Number.POSITIVE_INFINITY };

  const countBy =
    (amount: 0 | 1) => async (text: string, done: Done, _timeWindow: number, max: number) => {
      const key = text as Key;
      key.count = await counters.count(key, amount);
      // The plugin rejects above its own maximum. Our counters have decided already.
      done(null, { current: key.count.rejectedBy ? max + 1 : 0, ttl: 0 });
    };

  class Store {
    incr = countBy(1);
    read = countBy(0);
    child = () => this;
  }

  function countedCaller(request: FastifyRequest): CountedCaller {
    const { customer } = request.caller;
    if (!customer) return { id: clientAddress(request), limits: anonymousLimits };
    const { customerId: id, apiKeyId, limits } = customer;
    return { id, apiKeyId, limits };
  }

  const keyGenerator = countedCaller as (request: FastifyRequest) => Key;
  await app.register(rateLimitPlugin, { global: false, store: Store, keyGenerator });
  const limit = app.createRateLimit();

  return {
    async count(request, options) {
      const result = await limit(request, options);
      const { count } = result.key as Key;
      const isExceeded = 'isExceeded' in result && result.isExceeded;
      return { count, exceeded: isExceeded ? count.rejectedBy : undefined };
    },
    anonymousHeaders(ip) {
      const { windows } = local.count({ id: networkOf(ip), limits: anonymousLimits }, 0);
      return rateLimitHeaders(windows);
    },
  };
}

interface PlanLimitsOptions {
  readonly requests: RequestCounter;
  readonly ban: ImposeBan;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

async function planLimits(app: FastifyInstance, { requests, ban, now }: PlanLimitsOptions) {
  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', async (request, reply) => {
    const { caller } = request;
    const isBanned = caller.kind === 'customer' && caller.customer.bannedUntilMs > now();
    // For a key that cannot be looked up now, nothing is counted, and no ban is shown.
    const increment = !isBanned && caller.kind !== 'unverified';
    const { count, exceeded } = await requests.count(request, { increment });
    const { windows, nowSeconds } = count;
    if (isBanned) {
      const resetsAtSeconds = Math.ceil(caller.customer.bannedUntilMs / 1_000);
      const secondsToReset = Math.max(1, resetsAtSeconds - nowSeconds);
      // Until the ban ends, neither window has anything left.
      const untilEnd = { remaining: 0, resetsAtSeconds, secondsToReset };
      const minute = { ...windows[0], ...untilEnd };
      const day = { ...windows[1], ...untilEnd };
      reply.headers(rateLimitHeaders([minute, day]));
      throw errors.apiKeyBanned(secondsToReset);
    }
    if (exceeded) {
      reply.headers(rateLimitHeaders(windows, exceeded));
      if (count.isBan && caller.kind === 'customer') await ban(caller.customer, reply.log);
      throw errors.rateLimitExceeded(exceeded);
    }
    reply.headers(rateLimitHeaders(windows));
  });
}

export default fp(planLimits, { name: 'plan-limits' });
