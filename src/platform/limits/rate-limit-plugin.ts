// The way through @fastify/rate-limit, which decides whether a request is over a limit: our
// counters tell it how much of its limit the caller has used. Its headers, its ban and its error do
// not fit the contract.

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CountedCaller, Counters } from './counting/counters.ts';
import { type LimitState, shownWindow } from './counting/windows.ts';

/**
 * What the plugin calls the key of a request. It is typed as a string, but the plugin passes any
 * value to its store. The store leaves the state in it, since it returns only two numbers.
 */
interface Count {
  readonly caller: CountedCaller;
  state?: LimitState;
}

type Done = (error: Error | null, used?: { current: number; ttl: number }) => void;

/** @returns a function that counts a request; with `increment: false` it only looks */
export async function createRateLimit(
  app: FastifyInstance,
  counters: Pick<Counters, 'count' | 'look'>,
  callerOf: (request: FastifyRequest) => CountedCaller,
) {
  const countOf = (pluginKey: string) => pluginKey as unknown as Count;

  class Store {
    incr = storeMethod(counters.count);
    read = storeMethod(counters.look);
    child = () => this;
  }

  function storeMethod(countOrLook: Counters['count']) {
    return async (pluginKey: string, done: Done, _timeWindow: number, max: number) => {
      const count = countOf(pluginKey);
      try {
        count.state = await countOrLook(count.caller);
      } catch (error) {
        return done(error as Error);
      }
      const { remaining } = shownWindow(count.state);
      // Of the scarcer window. With a request that has no room, it is one more than the limit.
      const current = max - remaining + (count.state.isRejected ? 1 : 0);
      // Only the plugin's own headers would show when the window ends.
      done(null, { current, ttl: 0 });
    };
  }

  await app.register(rateLimit, {
    global: false,
    store: Store,
    keyGenerator: (request) => ({ caller: callerOf(request) }) as Count & string,
    max: (_request, pluginKey) => countOf(pluginKey).caller.limits.perMinute,
  });
  const limit = app.createRateLimit();

  return async (request: FastifyRequest, options?: { increment: boolean }) => {
    const result = await limit(request, options);
    // The store has set it.
    const state = countOf(result.key).state as LimitState;
    return { state, isExceeded: 'isExceeded' in result && result.isExceeded };
  };
}
