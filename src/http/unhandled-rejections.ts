import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { currentRun } from '../contract/index.ts';
import { faultKind } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';

/*
 * A rejection that nothing handles, such as that of a forgotten `await`, makes its request fail if
 * the handler has not returned. Otherwise it is logged and counted. It never stops the process.
 */

async function unhandledRejections(app: FastifyInstance) {
  const logFailure = createFailureLog(app.log, 'a rejection was not handled');

  function handle(cause: unknown) {
    const error = new Error('A promise was rejected that nothing awaits', { cause });
    const run = currentRun();
    if (run?.fail) return run.fail(error);
    app.metrics?.countUnhandledError();
    const kind = cause instanceof Error ? faultKind(cause) : typeof cause;
    const log = run?.log.child({ 'animal_store.operation.id': run.operationId });
    logFailure(error, `${run?.operationId} ${kind}`, log);
  }

  process.on('unhandledRejection', handle);
  app.addHook('onClose', async () => {
    process.off('unhandledRejection', handle);
    logFailure.flush();
  });
}

export default fp(unhandledRejections, { name: 'unhandled-rejections' });
