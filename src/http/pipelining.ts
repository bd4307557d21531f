import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Cuts off a connection on which requests arrive much faster than they are answered. Responses are
 * sent in the order of their requests, so that those behind a slow one would fill the memory.
 */

const MAX_UNANSWERED = 128;

function pipelining(app: FastifyInstance, _options: object, done: () => void) {
  // onRequest, before all other work: what is cut off costs nothing more.
  app.addHook('onRequest', ({ raw: { socket } }, _reply, next) => {
    if (app.connections.unansweredCount(socket) > MAX_UNANSWERED) socket.destroy();
    else next();
  });
  done();
}

export default fp(pipelining, { name: 'pipelining', dependencies: ['connections'] });
