import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * JSON has no charset parameter (RFC 8259 section 11), but Fastify adds one.
 */

const CHARSET = '; charset=utf-8';
const WITH_CHARSET = `json${CHARSET}`;

function jsonResponses(app: FastifyInstance, _options: object, done: () => void) {
  // onSend, after Fastify has set the type.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.endsWith(WITH_CHARSET)) {
      reply.header('content-type', type.slice(0, -CHARSET.length));
    }
    next();
  });
  done();
}

export default fp(jsonResponses, { name: 'json-responses' });
