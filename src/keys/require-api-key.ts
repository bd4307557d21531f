import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Rejects callers without a valid API key, after they have been counted.
 */

function requireApiKey(app: FastifyInstance, _options: object, done: () => void) {
  // onRequest, so that the body of an anonymous caller is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    next(request.caller.rejection);
  });
  done();
}

export default fp(requireApiKey, { name: 'require-api-key', dependencies: ['plan-limits'] });
