import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { contract } from '../contract/index.ts';

/*
 * Gives every request an id, returned with its response and logged in each of its lines. A caller
 * may choose it, within a pattern that is safe to log.
 */

const ACCEPTED = new RegExp(
  contract.document.paths['/pets'].get.responses[200].headers['X-Request-Id'].schema.pattern,
);

async function requestId(app: FastifyInstance) {
  app.setGenReqId(({ headers }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  });
  // onRequest, before anything can reject the request, so that every response has it.
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
}

export default fp(requestId, { name: 'request-id' });
