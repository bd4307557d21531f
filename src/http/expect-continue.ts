import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Sends 100 Continue to a client that waits for it (`Expect: 100-continue`) only when the body will
 * be read, so that the client of a rejected request never sends its body.
 *
 * RFC 9110 section 10.1.1
 */

async function expectContinue(app: FastifyInstance) {
  // Without a listener Node would send 100 Continue before any hook has run.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  }
  // preParsing, after every hook that can reject the request.
  app.addHook('preParsing', (request, reply, _payload, next) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    next();
  });
}

export default fp(expectContinue, { name: 'expect-continue' });
