import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { createAddressStore } from './address-store.ts';
import { MINUTE_SECONDS } from './counters.ts';
import type { LimitWindow } from './headers.ts';

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
  /** What is counted as one caller: an IPv4 address, or an IPv6 network. */
  readonly address: string;
  readonly isExceeded: boolean;
}

export interface StrangersOptions {
  readonly perMinute: number;
}

type Counted = Extract<
  Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>,
  { isAllowed: false }
>;

/** About 250 bytes each. */
const MAX_ADDRESSES = 50_000;

async function strangers(app: FastifyInstance, { perMinute }: StrangersOptions) {
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: MINUTE_SECONDS * 1_000,
    // A constructor, since the library makes its store with `new`.
    store: function AddressStore() {
      return createAddressStore(MAX_ADDRESSES);
    } as unknown as FastifyRateLimitStoreCtor,
  });
  const limiter = app.createRateLimit();

  async function look(request: FastifyRequest, increment: boolean): Promise<StrangerWindow> {
    // No address is on a list of those that are always allowed, which would have no count.
    const state = (await limiter(request, { increment })) as Counted;
    return {
      address: state.key,
      name: 'minute',
      lengthSeconds: MINUTE_SECONDS,
      limit: state.max,
      remaining: state.remaining,
      resetsAtSeconds: Math.ceil((Date.now() + state.ttl) / 1_000),
      isExceeded: state.isExceeded,
    };
  }

  app.decorate('strangers', {
    count: (request) => look(request, true),
    peek: (request) => look(request, false),
  });
}

export default fp(strangers, { name: 'strangers' });
