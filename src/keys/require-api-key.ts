import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Rejects callers without a valid API key, after they have been counted.
 */

async function requireApiKey(app: FastifyInstance) {
  // onRequest, so that the body of an anonymous caller is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    next(request.caller.rejection);
  });
}

export default fp(requireApiKey, { name: 'require-api-key', dependencies: ['plan-limits'] });
