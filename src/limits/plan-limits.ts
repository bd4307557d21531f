import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type ApiError, apiKeyBanned, rateLimitExceeded } from '../contract/index.ts';
import { faultKind } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import type { Customer, RejectedCaller } from './caller.ts';
import type { Count, Counters } from './counters.ts';
import { rateLimitHeaders, secondsToReset } from './headers.ts';
import type { LimitWindow } from './window.ts';

/*
 * Counts every request against the limits of its caller, shows on every response what is left of
 * them, and rejects requests over a limit. A key that keeps calling after that is banned.
 */

export interface PlanLimitsOptions {
  readonly counters: Counters;
  /** How many rejected requests of a key within a minute lead to a ban. */
  readonly banAfterRefusals: number;
  /** Bans a key. Returns the end of the ban, or undefined if the key was already banned. */
  readonly ban: (apiKeyId: number) => Promise<Date | undefined>;
}

type Rejection = ApiError | undefined;

async function planLimits(app: FastifyInstance, options: PlanLimitsOptions) {
  const { counters, banAfterRefusals, ban } = options;
  const logFailedBan = createFailureLog(app.log, 'a ban could not be stored');
  app.addHook('onClose', async () => logFailedBan.flush());

  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', (request, reply, next) => {
    const rejection = limit(request, reply);
    if (rejection instanceof Promise) rejection.then(next, next);
    else next(rejection);
  });

  /** Returns a promise only if there is something to wait for: one for each request costs 2 µs of CPU. */
  function limit(request: FastifyRequest, reply: FastifyReply): Rejection | Promise<Rejection> {
    const { caller } = request;
    const { customer } = caller;
    if (!customer) {
      return caller.unverified
        ? showUnverified(reply, caller.unverified)
        : limitAddress(request, reply, caller);
    }
    if (customer.bannedUntilMs > Date.now()) return rejectBanned(reply, customer);
    const count = counters.count(customer.customerId, customer.limits, customer.apiKeyId);
    return withCount(count, (counted) => limitCustomer(reply, customer, counted));
  }

  function limitCustomer(reply: FastifyReply, customer: Customer, count: Count) {
    const { windows, rejectedBy, rejections, nowSeconds } = count;
    reply.headers(rateLimitHeaders(windows, rejectedBy ?? leastRemaining(windows), nowSeconds));
    if (!rejectedBy) return undefined;
    const { name, limit } = rejectedBy;
    const rejection = rateLimitExceeded(name, limit, secondsToReset(rejectedBy, nowSeconds));
    // They are counted anew after that, so that a ban that could not be stored is tried again.
    if (rejections < banAfterRefusals) return rejection;
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
      logFailedBan(err, faultKind(err), log);
    }
  }

  function rejectBanned(reply: FastifyReply, { customerId, limits, bannedUntilMs }: Customer) {
    return withCount(counters.peek(customerId, limits), ({ windows, nowSeconds }) => {
      const resetsAtSeconds = Math.ceil(bannedUntilMs / 1_000);
      const ban = { limit: windows[0].limit, remaining: 0, resetsAtSeconds };
      reply.headers(rateLimitHeaders(windows, ban, nowSeconds));
      return apiKeyBanned(secondsToReset(ban, nowSeconds));
    });
  }

  /** Shows a customer that cannot be verified now its limits: it may be revoked, so nothing is counted. */
  function showUnverified(reply: FastifyReply, { customerId, limits }: Customer) {
    return withCount(counters.peek(customerId, limits), ({ windows, nowSeconds }) => {
      reply.headers(rateLimitHeaders(windows, leastRemaining(windows), nowSeconds));
      return undefined;
    });
  }

  function limitAddress(request: FastifyRequest, reply: FastifyReply, { lookUps }: RejectedCaller) {
    return withCount(app.anonymousLimit.count(request), ({ windows, rejectedBy, nowSeconds }) => {
      const exceeded = rejectedBy ?? lookUps;
      const shown = exceeded ?? windows[0];
      reply.headers(rateLimitHeaders([shown], shown, nowSeconds));
      if (!exceeded) return undefined;
      return rateLimitExceeded(exceeded.name, exceeded.limit, secondsToReset(exceeded, nowSeconds));
    });
  }
}

/** Uses a count as soon as it is known. */
function withCount<Result>(
  count: Count | Promise<Count>,
  use: (count: Count) => Result | Promise<Result>,
): Result | Promise<Result> {
  return count instanceof Promise ? count.then(use) : use(count);
}

function leastRemaining([minute, day]: Count['windows']): LimitWindow {
  return day.remaining < minute.remaining ? day : minute;
}

export default fp(planLimits, {
  name: 'plan-limits',
  dependencies: ['authentication', 'anonymous-limit'],
});
