import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Cuts off a connection on which requests arrive much faster than they are answered. Responses are
 * sent in the order of their requests, so that those behind a slow one would fill the memory.
 */

const MAX_UNANSWERED = 128;

async function pipelining(app: FastifyInstance) {
  // onRequest, before all other work: what is cut off costs nothing more.
  app.addHook('onRequest', ({ raw: { socket } }, _reply, next) => {
    const unansweredCount = app.connections.open.get(socket)?.unansweredCount ?? 0;
    if (unansweredCount > MAX_UNANSWERED) socket.destroy();
    else next();
  });
}

export default fp(pipelining, { name: 'pipelining', dependencies: ['connections'] });
