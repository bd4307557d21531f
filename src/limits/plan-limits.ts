import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, apiKeyBanned, rateLimitExceeded } from '../contract/index.ts';
import type { Customer } from './caller.ts';
import type { Count, Counters } from './counters.ts';
import { rateLimitHeaders, secondsToReset } from './headers.ts';
import { currentSeconds } from './window.ts';

/*
 * Counts every request against the limits of its caller, shows on every response what is left of
 * them, and rejects requests over a limit. A key that keeps calling after that is banned.
 */

export interface PlanLimitsOptions {
  readonly counters: Pick<Counters, 'count' | 'peek'>;
  /** How many rejected requests of a key within a minute lead to a ban. */
  readonly banAfterRefusals: number;
  /** Bans a key. Returns the end of the ban, or undefined if the key was already banned. */
  readonly ban: (apiKeyId: number) => Promise<Date | undefined>;
}

type Rejection = ApiError | undefined;

async function planLimits(app: FastifyInstance, options: PlanLimitsOptions) {
  const { counters, banAfterRefusals, ban } = options;

  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', (request, reply, next) => {
    const rejection = limit(request, reply);
    if (rejection instanceof Promise) rejection.then(next, next);
    else next(rejection);
  });

  /** Returns a promise only if there is something to wait for: one for each request costs 2 µs of CPU. */
  function limit(request: FastifyRequest, reply: FastifyReply): Rejection | Promise<Rejection> {
    const { customer, rejection } = request.caller;
    if (!customer) return limitAddress(request, reply, rejection);
    if (customer.bannedUntilMs > Date.now()) return rejectBanned(reply, customer);
    const count = counters.count(customer);
    return count instanceof Promise
      ? count.then((counted) => limitCustomer(reply, customer, counted))
      : limitCustomer(reply, customer, count);
  }

  function limitCustomer(reply: FastifyReply, customer: Customer, count: Count) {
    const { windows, rejectedBy, rejections, nowSeconds } = count;
    const [minute, day] = windows;
    const leastRemaining = day.remaining < minute.remaining ? day : minute;
    reply.headers(rateLimitHeaders(windows, rejectedBy ?? leastRemaining, nowSeconds));
    if (!rejectedBy) return undefined;
    const { name, limit } = rejectedBy;
    const rejection = rateLimitExceeded(name, limit, secondsToReset(rejectedBy, nowSeconds));
    // At every multiple, so that a ban that could not be stored is tried again.
    if (rejections % banAfterRefusals !== 0) return rejection;
    return imposeBan(customer, reply.log).then(() => rejection);
  }

  async function imposeBan(customer: Customer, log: FastifyBaseLogger) {
    const { apiKeyId } = customer;
    try {
      const bannedUntil = await ban(apiKeyId);
      if (!bannedUntil) return;
      // Applies here at once; other instances read it within a second.
      customer.bannedUntilMs = bannedUntil.getTime();
      app.metrics?.countBan();
      log.warn({ apiKeyId, bannedUntil }, 'an API key is banned');
    } catch (err) {
      log.error({ err, apiKeyId }, 'a ban could not be stored');
    }
  }

  async function rejectBanned(reply: FastifyReply, customer: Customer) {
    const { windows, nowSeconds } = await counters.peek(customer);
    const resetsAtSeconds = Math.ceil(customer.bannedUntilMs / 1_000);
    const ban = { limit: windows[0].limit, remaining: 0, resetsAtSeconds };
    reply.headers(rateLimitHeaders(windows, ban, nowSeconds));
    return apiKeyBanned(secondsToReset(ban, nowSeconds));
  }

  async function limitAddress(request: FastifyRequest, reply: FastifyReply, cause: Error) {
    const { count, peek } = app.anonymousLimit;
    // A caller that a fault kept from being authenticated may be a customer, and is not counted.
    const window = cause instanceof ApiError ? await count(request) : peek(request.ip);
    const nowSeconds = currentSeconds();
    reply.headers(rateLimitHeaders([window], window, nowSeconds));
    if (!window.isExceeded) return undefined;
    return rateLimitExceeded(window.name, window.limit, secondsToReset(window, nowSeconds));
  }
}

export default fp(planLimits, {
  name: 'plan-limits',
  dependencies: ['authentication', 'anonymous-limit'],
});
