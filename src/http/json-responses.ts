import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * JSON has no charset parameter (RFC 8259 section 11), but Fastify adds one.
 */

function jsonResponses(app: FastifyInstance, _options: object, done: () => void) {
  // onSend, after Fastify has set the type.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
    next();
  });
  done();
}

export default fp(jsonResponses, { name: 'json-responses' });
