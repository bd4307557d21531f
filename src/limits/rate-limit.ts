import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { clientAddress, networkOf } from './client-address.ts';
import type { Count, CountedCaller, Counters } from './counters.ts';
import { type RateLimitHeaders, rateLimitHeaders } from './headers.ts';
import type { MemoryCounters } from './memory-counters.ts';

/*
 * Has @fastify/rate-limit ask the counters of this service. The decision is the plugin's; its headers, its ban and
 * its error do not fit the contract.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, or only looks: of its customer, or else of its address. */
    countRequest(
      request: FastifyRequest,
      options?: { increment: boolean },
    ): Promise<{ readonly count: Count; readonly isExceeded: boolean }>;
    /** The headers of a response that is not counted, by what this instance knows of the address. */
    anonymousHeaders(ip: string): RateLimitHeaders;
  }
}

interface RateLimitOptions {
  readonly counters: Counters;
  /** What this instance has counted, or read, itself. */
  readonly local: MemoryCounters;
  /** The limit of callers without a valid key. */
  readonly anonymousPerMinute: number;
}

/** What goes through the plugin as the key of a request: nothing else goes all the way. */
interface Key extends CountedCaller {
  count?: Count;
}

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

async function rateLimitPlugin(app: FastifyInstance, options: RateLimitOptions) {
  const { counters, local, anonymousPerMinute: perMinute } = options;
  const anonymousLimits = { perMinute, perDay: Number.POSITIVE_INFINITY };

  const ask =
    (amount: 0 | 1) => async (text: string, done: Done, _timeWindow: number, max: number) => {
      const key = keyIn(text);
      key.count = await counters.count(key, amount);
      done(null, { current: key.count.rejectedBy ? max + 1 : 0, ttl: 0 });
    };

  class Store {
    incr = ask(1);
    read = ask(0);
    child = () => this;
  }

  function keyOf(request: FastifyRequest): Key {
    // Outside of the API nobody is identified.
    const customer = request.caller?.customer;
    if (!customer) return { id: clientAddress(request), limits: anonymousLimits };
    const { customerId: id, apiKeyId, limits } = customer;
    return { id, apiKeyId, limits };
  }

  await app.register(rateLimit, {
    global: false,
    store: Store,
    // The plugin hands on what it is given, whatever its type says.
    keyGenerator: (request) => keyOf(request) as unknown as string,
  });
  const limit = app.createRateLimit();

  app.decorate('countRequest', async (request, options) => {
    const result = await limit(request, options);
    // The store has counted it.
    const { count } = keyIn(result.key) as Required<Key>;
    return { count, isExceeded: 'isExceeded' in result && result.isExceeded };
  });
  app.decorate('anonymousHeaders', (ip) => {
    const { windows, nowSeconds } = local.count({ id: networkOf(ip), limits: anonymousLimits }, 0);
    return rateLimitHeaders(windows, nowSeconds);
  });
}

function keyIn(text: string): Key {
  // Made by keyOf.
  return text as unknown as Key;
}

export default fp(rateLimitPlugin, { name: 'rate-limit' });
