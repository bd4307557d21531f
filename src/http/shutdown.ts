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
  /** What is still to be answered on a connection: of requests that came without waiting for an answer, the last. */
  unanswered(socket: Socket): FastifyReply | undefined;
}

/** What a request that is on its way already gets to arrive, once no connection is accepted any more. */
const GRACE_MS = 500;

function stopping(app: FastifyInstance, _options: object, done: () => void) {
  /**
   * What is still to be answered on each connection, which keeps its entry between requests. A Map from which
   * they were deleted would soon have to make a new table, and V8 ties the old one, with all requests in it, to
   * the new: they would outlive the young generation, and to collect them took a fifth of the time of a list.
   */
  const connections = new Map<Socket, FastifyReply | undefined>();
  let hasBegun = false;
  let timer: NodeJS.Timeout | undefined;

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  // onRequest, since from here on a request is accepted.
  app.addHook('onRequest', (request, reply, next) => {
    // Not again what has been closed meanwhile.
    if (connections.has(request.raw.socket)) connections.set(request.raw.socket, reply);
    if (hasBegun) reply.header('connection', 'close');
    next();
  });
  app.addHook('onResponse', ({ raw }, reply, next) => {
    if (connections.get(raw.socket) === reply) connections.set(raw.socket, undefined);
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
    unanswered: (socket) => connections.get(socket),
  });
  done();

  function begin() {
    hasBegun = true;
    for (const reply of connections.values()) reply?.header('connection', 'close');
  }

  /** Closes the connections on which no request is under way: none has come, or not all of its header. */
  function closeIdle() {
    for (const [socket, reply] of connections) {
      // One that is ending still has to send its last answer.
      if (!reply && !socket.writableEnded) socket.destroy();
    }
  }
}

export default fp(stopping, { name: 'stopping' });
