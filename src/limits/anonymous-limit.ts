import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LruMap } from 'toad-cache';
import {
  currentSeconds,
  describeWindow,
  type LimitWindow,
  refresh,
  type Window,
} from './window.ts';

/*
 * Counts callers without a valid key by IP address, apart from the customers: however many addresses
 * call, no customer's count is pushed out of memory.
 */

declare module 'fastify' {
  interface FastifyInstance {
    anonymousLimit: {
      /** Counts a request from its IP address. */
      count(request: FastifyRequest): Promise<AnonymousWindow>;
      /** Returns the window of an IP address without counting. */
      peek(ip: string): AnonymousWindow;
    };
  }
}

interface AnonymousWindow extends LimitWindow {
  /** What is counted as one caller: an IPv4 address, or an IPv6 /64 network. */
  readonly address: string;
  readonly isExceeded: boolean;
}

/** About 250 bytes each. Beyond them the address that called longest ago is forgotten. */
const MAX_ADDRESSES = 50_000;

async function anonymousLimit(app: FastifyInstance, { perMinute }: { readonly perMinute: number }) {
  const windows = new LruMap<Window>(MAX_ADDRESSES);

  /** In place of the package's own store, whose windows a clock that is set back would freeze. */
  class Store implements FastifyRateLimitStore {
    incr(address: string, done: Parameters<FastifyRateLimitStore['incr']>[1]) {
      const window = windowOf(address);
      window.used += 1;
      windows.set(address, window);
      const { resetsAtSeconds } = describeWindow('minute', window, perMinute);
      done(null, { current: window.used, ttl: (resetsAtSeconds - currentSeconds()) * 1_000 });
    }

    child() {
      return this;
    }
  }

  await app.register(rateLimit, { global: false, store: Store });
  const countRequest = app.createRateLimit({ max: perMinute });

  async function count(request: FastifyRequest) {
    // With what was left at this request: by now others may have been counted.
    const { key, ...counted } = await countRequest(request);
    return { ...describe(key), ...counted };
  }

  function peek(ip: string) {
    return describe(normalizeIP(ip));
  }

  function describe(address: string) {
    const window = windowOf(address);
    const isExceeded = window.used > perMinute;
    return { ...describeWindow('minute', window, perMinute), address, isExceeded };
  }

  function windowOf(address: string) {
    return refresh(windows.get(address), 'minute', currentSeconds());
  }

  app.decorate('anonymousLimit', { count, peek });
}

export default fp(anonymousLimit, { name: 'anonymous-limit' });
