/*
 * Reads that are requested within one tick. They are sent at its end, so that no result is older than its
 * request, and all at once, so that reads of every kind can travel together.
 */

/** Makes reads of the same key that are requested within one tick share one query. */
export function coalesceReads<Request, Result>(
  read: (request: Request) => Promise<Result>,
  keyOf: (request: Request) => string,
): (request: Request) => Promise<Result> {
  /**
   * A map for each tick: after many deletions V8 copies a map, and what it held before lives as long as
   * the copy, through collections of garbage.
   */
  let waiting: Map<string, Promise<Result>> | undefined;

  function begin() {
    atEndOfTick(() => {
      waiting = undefined;
    });
    return new Map<string, Promise<Result>>();
  }

  return (request) => {
    waiting ??= begin();
    const key = keyOf(request);
    const shared = waiting.get(key);
    if (shared) return shared;
    const { promise, resolve } = Promise.withResolvers<Result>();
    waiting.set(key, promise);
    atEndOfTick(() => resolve(read(request)));
    return promise;
  };
}

/**
 * Makes reads that are requested within one tick one query.
 *
 * @param read returns a result for each request, in their order
 */
export function batchReads<Request, Result>(
  read: (requests: readonly Request[]) => Promise<readonly Result[]>,
): (request: Request) => Promise<Result> {
  let batch: ReturnType<typeof begin> | undefined;

  function begin() {
    const requests: Request[] = [];
    const { promise: results, resolve } = Promise.withResolvers<readonly Result[]>();
    atEndOfTick(() => {
      batch = undefined;
      resolve(read(requests));
    });
    return { requests, results };
  }

  return async (request) => {
    batch ??= begin();
    const { requests, results } = batch;
    const position = requests.push(request) - 1;
    // There is a result for each request.
    return (await results)[position] as Result;
  };
}

const unsent: (() => void)[] = [];

function atEndOfTick(send: () => void) {
  if (unsent.push(send) === 1) setImmediate(sendAll);
}

function sendAll() {
  for (const send of unsent.splice(0)) send();
}
