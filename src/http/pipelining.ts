import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Cuts off connections on which requests come much faster than they are answered. Answers have to be
 * sent in the order of their requests, so that those behind a slow one would fill the memory.
 */

/** What may wait for its answer on one connection. */
const MAX_UNANSWERED = 128;

function pipelining(app: FastifyInstance, _options: object, done: () => void) {
  const unanswered = new WeakMap<Socket, number>();

  // onRequest, the first of all: what is cut off costs nothing more.
  app.addHook('onRequest', ({ raw: { socket } }, _reply, next) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count > MAX_UNANSWERED) socket.destroy();
    else next();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, next) => {
    const count = unanswered.get(socket);
    if (count) unanswered.set(socket, count - 1);
    next();
  });
  done();
}

export default fp(pipelining, { name: 'pipelining' });
