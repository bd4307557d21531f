// Logs rejections that nothing handles, such as that of a forgotten `await`. Listening for them
// keeps the process running: the requests in flight have nothing to do with them.

import type { FastifyInstance } from 'fastify';
import type { MakeFailureLog } from './failure-log.ts';

export function logUnhandledRejections(
  app: FastifyInstance,
  createFailureLog: MakeFailureLog,
): void {
  const logFailure = createFailureLog('a rejection was not handled');

  function log(cause: unknown) {
    const error = new Error('A promise that nothing awaits was rejected', { cause });
    logFailure(error, cause instanceof Error ? cause.name : typeof cause);
  }

  process.on('unhandledRejection', log);
  app.addHook('onClose', async () => void process.off('unhandledRejection', log));
}
