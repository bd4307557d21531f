import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, apiKeyBanned, rateLimitExceeded } from '../contract/index.ts';
import type { Customer } from './caller.ts';
import type { Counters } from './counters.ts';
import { bindingWindow, rateLimitHeaders, secondsToReset } from './headers.ts';
import { currentSeconds } from './window.ts';

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

function planLimits(app: FastifyInstance, options: PlanLimitsOptions, done: () => void) {
  const { counters, banAfterRefusals, ban } = options;

  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', async (request, reply) => {
    const { customer, rejection } = request.caller;
    if (!customer) return limitAddress(reply, request.ip, rejection);
    if (customer.bannedUntilMs > Date.now()) return rejectBanned(reply, customer);
    return limitCustomer(reply, customer, request.log);
  });
  done();

  async function limitCustomer(reply: FastifyReply, customer: Customer, log: FastifyBaseLogger) {
    const { windows, rejectedBy, rejections, nowSeconds } = await counters.count(customer);
    reply.headers(rateLimitHeaders(windows, rejectedBy ?? bindingWindow(windows), nowSeconds));
    if (!rejectedBy) return;
    // At every multiple, so that a ban that could not be stored is tried again.
    if (rejections % banAfterRefusals === 0) await imposeBan(customer, log);
    const { name, limit } = rejectedBy;
    throw rateLimitExceeded(name, limit, secondsToReset(rejectedBy, nowSeconds));
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
    const ban = {
      limit: windows[0].limit,
      remaining: 0,
      resetsAtSeconds: Math.ceil(customer.bannedUntilMs / 1_000),
    };
    reply.headers(rateLimitHeaders(windows, ban, nowSeconds));
    throw apiKeyBanned(secondsToReset(ban, nowSeconds));
  }

  async function limitAddress(reply: FastifyReply, ip: string, rejection: Error) {
    // A caller that a fault kept from being authenticated may be a customer, and is not counted.
    const isAnonymous = rejection instanceof ApiError;
    const window = isAnonymous ? app.anonymousLimit.count(ip) : app.anonymousLimit.peek(ip);
    const nowSeconds = currentSeconds();
    reply.headers(rateLimitHeaders([window], window, nowSeconds));
    if (!window.isExceeded) return;
    throw rateLimitExceeded(window.name, window.limit, secondsToReset(window, nowSeconds));
  }
}

export default fp(planLimits, {
  name: 'plan-limits',
  dependencies: ['authentication', 'anonymous-limit'],
});
