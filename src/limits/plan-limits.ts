import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, apiKeyBanned, rateLimitExceeded } from '../contract/index.ts';
import type { Customer } from './caller.ts';
import { type Count, type Counters, currentSeconds } from './counters.ts';
import { bindingWindow, rateLimitHeaders, secondsToReset } from './headers.ts';

/*
 * Counts every request against the limits of its caller, says on every answer where the caller
 * stands, and refuses what is over a limit. A key that keeps calling after that is banned.
 */

export interface PlanLimitsOptions {
  readonly counters: Counters;
  /** How many refused requests of a key within a minute bring a ban. */
  readonly banAfterRefusals: number;
  /** Bans a key. Returns the end of the ban, or undefined where the key is banned already. */
  readonly ban: (apiKeyId: number) => Promise<Date | undefined>;
}

type Refusal = ApiError | undefined;

function planLimits(app: FastifyInstance, options: PlanLimitsOptions, done: () => void) {
  const { counters, banAfterRefusals, ban } = options;

  // onRequest, before anything looks at the request's content, so that refused requests count too.
  app.addHook('onRequest', (request, reply, next) => {
    const refusal = admit(request, reply);
    if (refusal instanceof Promise) refusal.then(next, next);
    else next(refusal);
  });
  done();

  /** Writes the headers and finds out what refuses the request. Waits only where it has to. */
  function admit(request: FastifyRequest, reply: FastifyReply): Refusal | Promise<Refusal> {
    const { customer } = request.caller;
    if (!customer) return admitStranger(request, reply);
    if (customer.bannedUntilMs > Date.now()) return refuseBanned(reply, customer);
    const count = counters.count(customer);
    return count instanceof Promise
      ? count.then((counted) => settle(request, reply, customer, counted))
      : settle(request, reply, customer, count);
  }

  function settle(
    request: FastifyRequest,
    reply: FastifyReply,
    customer: Customer,
    { windows, refusedBy, refusals, nowSeconds }: Count,
  ): Refusal | Promise<Refusal> {
    reply.headers(rateLimitHeaders(windows, refusedBy ?? bindingWindow(windows), nowSeconds));
    if (!refusedBy) return undefined;
    const { name, limit } = refusedBy;
    const refusal = rateLimitExceeded(name, limit, secondsToReset(refusedBy, nowSeconds));
    // At every multiple, so that a ban that could not be stored is tried again.
    return refusals % banAfterRefusals === 0
      ? imposeBan(request, customer).then(() => refusal)
      : refusal;
  }

  async function imposeBan({ log }: FastifyRequest, customer: Customer) {
    const { apiKeyId } = customer;
    try {
      const bannedUntil = await ban(apiKeyId);
      if (!bannedUntil) return;
      // Holds here from now on; other instances read it within a second.
      customer.bannedUntilMs = bannedUntil.getTime();
      app.metrics?.countBan();
      log.warn({ apiKeyId, bannedUntil }, 'an API key is banned');
    } catch (err) {
      log.error({ err, apiKeyId }, 'a ban could not be stored');
    }
  }

  async function refuseBanned(reply: FastifyReply, customer: Customer) {
    const { windows, nowSeconds } = await counters.peek(customer);
    const ban = {
      limit: windows[0].limit,
      remaining: 0,
      resetsAtSeconds: Math.ceil(customer.bannedUntilMs / 1_000),
    };
    reply.headers(rateLimitHeaders(windows, ban, nowSeconds));
    return apiKeyBanned(secondsToReset(ban, nowSeconds));
  }

  async function admitStranger(request: FastifyRequest, reply: FastifyReply): Promise<Refusal> {
    // Whoever a fault of ours kept from being recognised may be a customer, and is not counted.
    const isStranger =
      'rejection' in request.caller && request.caller.rejection instanceof ApiError;
    const window = await (isStranger ? app.strangers.count(request) : app.strangers.peek(request));
    const nowSeconds = currentSeconds();
    reply.headers(rateLimitHeaders([window], window, nowSeconds));
    return window.isExceeded
      ? rateLimitExceeded(window.name, window.limit, secondsToReset(window, nowSeconds))
      : undefined;
  }
}

export default fp(planLimits, { name: 'plan-limits', dependencies: ['identify', 'strangers'] });
