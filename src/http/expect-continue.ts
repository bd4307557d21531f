import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Asks a client that waits with its body (Expect: 100-continue) for it only when it will be read,
 * so that a caller who is refused never sends it.
 *
 * RFC 9110 section 10.1.1
 */

function expectations(app: FastifyInstance, _options: object, done: () => void) {
  // Node would otherwise ask for the body before anybody has looked at the request.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  }
  app.addHook('preParsing', (request, reply, _payload, next) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    next();
  });
  done();
}

export default fp(expectations, { name: 'expectations' });
