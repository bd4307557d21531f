import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createFailureLog } from '../observability/failure-log.ts';

/*
 * A rejection that nothing handles, such as that of a forgotten `await`, makes its request fail if
 * the handler has not returned. Otherwise it is logged and counted. It never stops the process.
 */

interface HandlerRun {
  readonly operationId: string;
  readonly log: FastifyBaseLogger;
  /** Makes the request fail. Undefined once its handler has returned. */
  fail: ((error: Error) => void) | undefined;
}

const runs = new AsyncLocalStorage<HandlerRun>();

/** Runs a handler so that a rejection that it leaves unhandled leads to its request. */
export async function runHandler(
  operationId: string,
  log: FastifyBaseLogger,
  handle: () => unknown,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const run: HandlerRun = { operationId, log, fail: reject };
  try {
    // Not Promise.race, which makes five promises of the two.
    Promise.resolve(runs.run(run, handle)).then(resolve, reject);
    return await promise;
  } finally {
    // Connections and timers that begin in a handler keep its run, but must not keep its result.
    run.fail = undefined;
  }
}

async function unhandledRejections(app: FastifyInstance) {
  const logFailure = createFailureLog(app, 'a rejection was not handled');

  function handle(cause: unknown) {
    const error = new Error('A promise that nothing awaits was rejected', { cause });
    const run = runs.getStore();
    if (run?.fail) return run.fail(error);
    app.metrics?.countUnhandledError();
    const log = run?.log.child({ 'animal_store.operation.id': run.operationId });
    const kind = cause instanceof Error ? cause.name : typeof cause;
    logFailure(error, `${run?.operationId} ${kind}`, log);
  }

  process.on('unhandledRejection', handle);
  app.addHook('onClose', async () => void process.off('unhandledRejection', handle));
}

export default fp(unhandledRejections, { name: 'unhandled-rejections' });
