import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { apiKeyBanned, rateLimitExceeded } from '../contract/index.ts';
import { faultKind } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import { type Customer, clientAddress, networkOf } from './caller.ts';
import type { Count, CountedCaller, Counters } from './counters.ts';
import { type RateLimitHeaders, rateLimitHeaders, secondsToReset } from './headers.ts';
import type { MemoryCounters } from './memory-counters.ts';

/*
 * Counts every request against the limits of its caller, shows on every response what is left of them, and rejects
 * requests over a limit. A key that keeps calling after that is banned. @fastify/rate-limit decides, by our counters. Its
 * headers, its ban and its error do not fit the contract.
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
  readonly anonymousPerMinute: number;
}

/** Bans a key. Returns the end of the ban, or undefined if the key was already banned. */
type Ban = (apiKeyId: number) => Promise<Date | undefined>;

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** What @fastify/rate-limit hands on as the key of a request, whatever its type says. */
type Key = string & CountedCaller & { count: Count };

async function countRequests(app: FastifyInstance, options: RateLimitOptions) {
  const { counters, local, anonymousPerMinute: perMinute } = options;
  const anonymousLimits = { perMinute, perDay: Number.POSITIVE_INFINITY };

  const ask =
    (amount: 0 | 1) => async (text: string, done: Done, _timeWindow: number, max: number) => {
      const key = text as Key;
      key.count = await counters.count(key, amount);
      done(null, { current: key.count.rejectedBy ? max + 1 : 0, ttl: 0 });
    };

  class Store {
    incr = ask(1);
    read = ask(0);
    child = () => this;
  }

  function keyOf(request: FastifyRequest): CountedCaller {
    // Outside of the API nobody is identified.
    const customer = request.caller?.customer;
    if (!customer) return { id: clientAddress(request), limits: anonymousLimits };
    const { customerId: id, apiKeyId, limits } = customer;
    return { id, apiKeyId, limits };
  }

  const keyGenerator = (request: FastifyRequest) => keyOf(request) as Key;
  await app.register(rateLimitPlugin, { global: false, store: Store, keyGenerator });
  const limit = app.createRateLimit();

  app.decorate('countRequest', async (request, options) => {
    const result = await limit(request, options);
    const { count } = result.key as Key;
    return { count, isExceeded: 'isExceeded' in result && result.isExceeded };
  });
  app.decorate('anonymousHeaders', (ip) => {
    const { windows, nowSeconds } = local.count({ id: networkOf(ip), limits: anonymousLimits }, 0);
    return rateLimitHeaders(windows, nowSeconds);
  });
}

async function enforceLimits(app: FastifyInstance, { ban }: { readonly ban: Ban }) {
  const logFailedBan = createFailureLog(app.log, 'a ban could not be stored');
  app.addHook('onClose', async () => logFailedBan.flush());

  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', async (request, reply) => {
    const { customer, isUnverified, lookUps } = request.caller;
    // Of a key that cannot be looked up now nothing is counted, and no ban is shown.
    const isBanned = customer && !isUnverified && customer.bannedUntilMs > Date.now();
    const increment = !isBanned && !isUnverified;
    const { count, isExceeded } = await app.countRequest(request, { increment });
    const { windows, nowSeconds, rejectedBy } = count;
    if (isBanned) {
      const resetsAtSeconds = Math.ceil(customer.bannedUntilMs / 1_000);
      // Until the ban ends, neither window has anything left.
      const banned = windows.map((window) => ({ ...window, remaining: 0, resetsAtSeconds }));
      reply.headers(rateLimitHeaders(banned, nowSeconds));
      throw apiKeyBanned(secondsToReset({ resetsAtSeconds }, nowSeconds));
    }
    const exceeded = isExceeded ? rejectedBy : lookUps;
    const shown = lookUps && !isExceeded ? [lookUps] : windows;
    reply.headers(rateLimitHeaders(shown, nowSeconds, exceeded));
    if (!exceeded) return;
    if (customer && count.isBan) await imposeBan(customer, reply.log);
    throw rateLimitExceeded(exceeded.name, exceeded.limit, secondsToReset(exceeded, nowSeconds));
  });

  async function imposeBan(customer: Customer, log: FastifyBaseLogger) {
    const { apiKeyId } = customer;
    try {
      const bannedUntil = await ban(apiKeyId);
      if (!bannedUntil) return;
      // Applies here at once; other instances read it within a second.
      customer.bannedUntilMs = bannedUntil.getTime();
      app.metrics?.countBan();
      const line = {
        'animal_store.api_key.id': apiKeyId,
        'animal_store.api_key.banned_until': bannedUntil,
      };
      log.warn(line, 'an API key is banned');
    } catch (err) {
      logFailedBan(err, faultKind(err), log);
    }
  }
}

export const rateLimit = fp(countRequests, { name: 'rate-limit' });
export default fp(enforceLimits, {
  name: 'plan-limits',
  dependencies: ['authentication', 'rate-limit'],
});
