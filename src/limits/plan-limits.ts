import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { apiKeyBanned, rateLimitExceeded } from '../contract/index.ts';
import { faultKind } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import type { Customer } from './caller.ts';
import { rateLimitHeaders, secondsToReset } from './headers.ts';

/*
 * Counts every request against the limits of its caller, shows on every response what is left of
 * them, and rejects requests over a limit. A key that keeps calling after that is banned.
 */

interface PlanLimitsOptions {
  /** Bans a key. Returns the end of the ban, or undefined if the key was already banned. */
  readonly ban: (apiKeyId: number) => Promise<Date | undefined>;
}

async function planLimits(app: FastifyInstance, { ban }: PlanLimitsOptions) {
  const logFailedBan = createFailureLog(app.log, 'a ban could not be stored');
  app.addHook('onClose', async () => logFailedBan.flush());

  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', async (request, reply) => {
    const { customer, rejection, lookUps } = request.caller;
    // What a key that cannot be looked up now stands for may have changed: nothing is counted, or said of a ban.
    const isUnverified = customer !== undefined && rejection !== undefined;
    const isBanned = customer && !isUnverified && customer.bannedUntilMs > Date.now();
    const increment = !isBanned && !isUnverified;
    const { count, isExceeded } = await app.countRequest(request, { increment });
    const { windows, nowSeconds, rejectedBy } = count;
    if (isBanned) {
      const resetsAtSeconds = Math.ceil(customer.bannedUntilMs / 1_000);
      const shown = { limit: windows[0].limit, remaining: 0, resetsAtSeconds };
      reply.headers(rateLimitHeaders(windows, nowSeconds, shown));
      throw apiKeyBanned(secondsToReset(shown, nowSeconds));
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

export default fp(planLimits, {
  name: 'plan-limits',
  dependencies: ['authentication', 'rate-limit'],
});
