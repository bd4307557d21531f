import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { LimitWindow } from '../rate-limit-headers.js';

/*
 * Counts callers without a valid key by IP address (IPv6 by /64), in a store of their own: however
 * many strangers call, no customer's count is pushed out of memory.
 */

declare module 'fastify' {
  interface FastifyInstance {
    strangers: Strangers;
  }
}

export interface Strangers {
  /** Counts a request against its address. */
  count(request: FastifyRequest): Promise<StrangerWindow>;
  /** Says where the address stands, without counting. */
  peek(request: FastifyRequest): Promise<StrangerWindow>;
}

export interface StrangerWindow extends LimitWindow {
  readonly isExceeded: boolean;
}

export interface StrangersOptions {
  readonly perMinute: number;
}

type Counted = Extract<
  Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>,
  { isAllowed: false }
>;

const WINDOW_SECONDS = 60;
/** About 250 bytes each; beyond them the address that was seen longest ago is forgotten. */
const MAX_ADDRESSES = 50_000;

async function strangers(app: FastifyInstance, { perMinute }: StrangersOptions) {
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: WINDOW_SECONDS * 1_000,
    cache: MAX_ADDRESSES,
  });
  const limiter = app.createRateLimit();

  async function look(request: FastifyRequest, increment: boolean): Promise<StrangerWindow> {
    // No address is on a list of those that are always allowed, which would have no count.
    const state = (await limiter(request, { increment })) as Counted;
    return {
      name: 'minute',
      lengthSeconds: WINDOW_SECONDS,
      limit: state.max,
      remaining: state.remaining,
      resetsAtSeconds: Math.ceil((Date.now() + (state.ttl || state.timeWindow)) / 1_000),
      isExceeded: state.isExceeded,
    };
  }

  app.decorate('strangers', {
    count: (request) => look(request, true),
    peek: (request) => look(request, false),
  });
}

export default fp(strangers, { name: 'strangers' });
