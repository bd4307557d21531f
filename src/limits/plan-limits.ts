// Enforces the plan limits: shows what is left of them, rejects requests over a limit, and those of
// a key that is banned because it keeps calling after that.

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { errors } from '../errors/index.ts';
import type { LimitState } from './counters.ts';
import { rateLimitHeaders } from './headers.ts';
import type { LimitedCaller, LimitedCustomer } from './limited-caller.ts';
import type { RequestCounter } from './request-counter.ts';

interface PlanLimitsOptions {
  readonly requests: RequestCounter;
  readonly callerOf: (request: FastifyRequest) => LimitedCaller;
  /** Takes each late rejection of a key: how many it has had in this minute. */
  readonly onLateRejection: (
    customer: LimitedCustomer,
    lateRejections: number,
    log: FastifyBaseLogger,
  ) => Promise<void>;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

async function planLimits(app: FastifyInstance, options: PlanLimitsOptions) {
  const { requests, callerOf, onLateRejection, now } = options;
  // onRequest, before anything looks at the request's content, so that rejected requests count too.
  app.addHook('onRequest', async (request, reply) => {
    const caller = callerOf(request);
    const isBanned = caller.kind === 'customer' && caller.customer.bannedUntilMs > now();
    const increment = !isBanned && caller.kind !== 'unverified';
    const { state, exceeded } = await requests.count(request, { increment });
    if (isBanned) {
      const resetsAtSeconds = Math.ceil(caller.customer.bannedUntilMs / 1_000);
      const banned = untilBanEnds(state, resetsAtSeconds);
      reply.headers(rateLimitHeaders(banned));
      throw errors.apiKeyBanned(banned.windows[0].secondsToReset);
    }
    reply.headers(rateLimitHeaders(state));
    if (!exceeded) return;
    if (caller.kind === 'customer' && state.lateRejections > 0) {
      await onLateRejection(caller.customer, state.lateRejections, reply.log);
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
