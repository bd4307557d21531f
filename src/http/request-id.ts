import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { contract } from '../contract/index.ts';

/*
 * Gives every request an id that stands in its answer and in every line of its log. A caller may
 * choose it, in a form that can do no harm where it is logged.
 */

const ACCEPTED = new RegExp(
  contract.paths['/pets'].get.responses[200].headers['X-Request-Id'].schema.pattern,
);

function requestId(app: FastifyInstance, _options: object, done: () => void) {
  app.setGenReqId(({ headers }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && ACCEPTED.test(given) ? given : createRequestId();
  });
  // onRequest, before anything can refuse, so that every answer carries it.
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
  done();
}

export function createRequestId(): string {
  return randomUUID();
}

export default fp(requestId, { name: 'request-id' });
