import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { clientAddress, normalize } from './client-address.ts';
import type { Count, Counters } from './counters.ts';
import type { Limits } from './plans.ts';
import type { LimitWindow } from './window.ts';

/*
 * Counts callers without a valid key by IP address, apart from the customers.
 */

declare module 'fastify' {
  interface FastifyInstance {
    anonymousLimit: {
      /** Counts a request from its IP address. */
      count(request: FastifyRequest): Count | Promise<Count>;
      /** Returns the window of an IP address, as far as this instance knows it, without counting. */
      peek(ip: string): LimitWindow;
    };
  }
}

export interface AnonymousCounters extends Counters {
  peek(address: string, limits: Limits): Count;
}

interface AnonymousLimitOptions {
  readonly perMinute: number;
  readonly counters: AnonymousCounters;
}

async function anonymousLimit(app: FastifyInstance, options: AnonymousLimitOptions) {
  const { perMinute, counters } = options;
  const limits = { perMinute, perDay: Number.POSITIVE_INFINITY };

  app.decorate('anonymousLimit', {
    count: (request) => counters.count(clientAddress(request), limits),
    peek: (ip) => counters.peek(normalize(ip), limits).windows[0],
  });
}

export default fp(anonymousLimit, { name: 'anonymous-limit' });
