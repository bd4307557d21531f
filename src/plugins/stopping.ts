import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Lets an instance stop without a request being lost: what it has accepted is answered, and those
 * who keep a connection open are told to open another one, elsewhere.
 */

declare module 'fastify' {
  interface FastifyInstance {
    stopping: Stopping;
  }
}

export interface Stopping {
  readonly hasBegun: boolean;
  /** From now on every answer is the last of its connection. */
  begin(): void;
}

/** What a request that is on its way already gets to arrive, once no connection is accepted any more. */
const GRACE_MS = 500;

function stopping(app: FastifyInstance, _options: object, done: () => void) {
  const connections = new Set<Socket>();
  /** Of requests that came without waiting for an answer, the last. */
  const underWay = new Map<Socket, FastifyReply>();
  let hasBegun = false;
  let timer: NodeJS.Timeout | undefined;

  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      underWay.delete(socket);
    });
  });
  // onRequest, since from here on a request is accepted.
  app.addHook('onRequest', (request, reply, next) => {
    underWay.set(request.raw.socket, reply);
    if (hasBegun) reply.header('connection', 'close');
    next();
  });
  app.addHook('onResponse', ({ raw }, reply, next) => {
    if (underWay.get(raw.socket) === reply) underWay.delete(raw.socket);
    next();
  });
  // preClose, since closing waits for every connection, and Node closes only those that have been used.
  app.addHook('preClose', (next) => {
    begin();
    timer = setInterval(closeIdle, GRACE_MS).unref();
    next();
  });
  app.addHook('onClose', (_app, next) => {
    clearInterval(timer);
    next();
  });
  app.decorate('stopping', {
    get hasBegun() {
      return hasBegun;
    },
    begin,
  });
  done();

  function begin() {
    hasBegun = true;
    for (const reply of underWay.values()) reply.header('connection', 'close');
  }

  /** Closes the connections on which no request is under way: none has come, or not all of its header. */
  function closeIdle() {
    for (const socket of connections) {
      // One that is ending still has to send its last answer.
      if (!underWay.has(socket) && !socket.writableEnded) socket.destroy();
    }
  }
}

export default fp(stopping, { name: 'stopping' });
