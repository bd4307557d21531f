import { setImmediate as nextTick } from 'node:timers/promises';

/**
 * Makes reads of the same key that are requested within one tick share one query. It is sent at the
 * end of the tick, so that no result is older than its request.
 */
export function coalesceReads<Request, Result>(
  read: (request: Request) => Promise<Result>,
  keyOf: (request: Request) => string,
): (request: Request) => Promise<Result> {
  const waiting = new Map<string, Promise<Result>>();
  return (request) => {
    const key = keyOf(request);
    const shared = waiting.get(key);
    if (shared) return shared;
    const result = nextTick().then(() => {
      waiting.delete(key);
      return read(request);
    });
    waiting.set(key, result);
    return result;
  };
}
