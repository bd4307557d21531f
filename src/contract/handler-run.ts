import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';

/*
 * Tells which request a rejection belongs to that nothing handles, such as that of a forgotten
 * `await`.
 */

interface HandlerRun {
  readonly operationId: string;
  readonly log: FastifyBaseLogger;
  /** Makes the request fail. Undefined once its handler has returned. */
  fail: ((error: Error) => void) | undefined;
}

const runs = new AsyncLocalStorage<HandlerRun>();

/** Runs a handler so that what it leaves unhandled can be told from that of other requests. */
export function runHandler(
  operationId: string,
  log: FastifyBaseLogger,
  handle: () => unknown,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const run: HandlerRun = { operationId, log, fail: reject };
    const end = () => {
      // Connections and timers that begin in a handler keep its run, but must not keep its result.
      run.fail = undefined;
    };
    const result = runs.run(run, async () => handle());
    void result.then(resolve, reject).then(end);
  });
}

/** The run of the handler that has begun what is going on; undefined outside of requests. */
export function currentRun(): HandlerRun | undefined {
  return runs.getStore();
}
