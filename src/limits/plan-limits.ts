// Enforces the plan limits: shows what is left of them, rejects requests over a limit, and those of
// a key that is banned because it keeps calling after that.

import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { errors } from '../errors/index.ts';
import type { OnLateRejection } from './bans.ts';
import type { LimitState } from './counters.ts';
import { rateLimitHeaders } from './headers.ts';
import type { RequestCounter } from './request-counter.ts';

interface PlanLimitsOptions {
  readonly requests: RequestCounter;
  readonly onLateRejection: OnLateRejection;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

async function planLimits(app: FastifyInstance, options: PlanLimitsOptions) {
  const { requests, onLateRejection, now } = options;
  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', async (request, reply) => {
    const { kind, customer } = requests.callerOf(request);
    const isBanned = kind === 'customer' && customer.bannedUntilMs > now();
    const increment = !isBanned && kind !== 'unverified';
    const { state, exceeded } = await requests.count(request, { increment });
    if (isBanned) {
      const resetsAtSeconds = Math.ceil(customer.bannedUntilMs / 1_000);
      const banned = untilBanEnds(state, resetsAtSeconds);
      reply.headers(rateLimitHeaders(banned));
      throw errors.apiKeyBanned(banned.windows[0].secondsToReset);
    }
    reply.headers(rateLimitHeaders(state));
    if (!exceeded) return;
    if (customer && state.lateRejections > 0) {
      await onLateRejection(customer, state.lateRejections, reply.log);
    }
    throw errors.rateLimitExceeded(exceeded);
  });
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

export default fp(planLimits, { name: 'plan-limits' });
