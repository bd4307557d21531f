import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Refuses callers without a valid API key, once they have been counted.
 */

function requireApiKey(app: FastifyInstance, _options: object, done: () => void) {
  // onRequest, so that the body of a stranger is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    next('rejection' in request.caller ? request.caller.rejection : undefined);
  });
  done();
}

export default fp(requireApiKey, { name: 'require-api-key', dependencies: ['plan-limits'] });
