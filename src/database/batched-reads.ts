import { setImmediate as nextTick } from 'node:timers/promises';

/**
 * Makes reads that are requested within one tick one query. It is sent at the end of the tick, so that no
 * result is older than its request.
 *
 * @param read returns a result for each request, in their order
 */
export function batchReads<Request, Result>(
  read: (requests: readonly Request[]) => Promise<readonly Result[]>,
): (request: Request) => Promise<Result> {
  let batch: ReturnType<typeof begin> | undefined;

  function begin() {
    const requests: Request[] = [];
    const results = nextTick().then(() => {
      batch = undefined;
      return read(requests);
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
