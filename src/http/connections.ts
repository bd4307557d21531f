import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Knows the open connections and what is unanswered on each, for the limits on how much may be, and
 * for closing them in good order.
 */

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections;
  }
  interface FastifyRequest {
    /** Whether the overload guard has admitted the request. */
    isAdmitted: boolean;
  }
}

interface Connections {
  /** How many admitted requests are in flight: being processed, or with a response still to be written. */
  readonly admittedCount: number;
  /** Counts a request as admitted until its response is written, or can no longer be. */
  admit(request: FastifyRequest): void;
  /** The open connections. */
  all(): Iterable<Readonly<Connection>>;
  /** How many requests on a connection have no complete response. */
  unansweredCount(socket: Socket): number;
  /** The reply to the latest of them. */
  unansweredReply(socket: Socket): FastifyReply | undefined;
}

interface Connection {
  readonly socket: Socket;
  unansweredCount: number;
  unansweredReply: FastifyReply | undefined;
  /** Admitted requests that are processed, and whose responses are still to be written. */
  unwrittenCount: number;
}

function connections(app: FastifyInstance, _options: object, done: () => void) {
  /**
   * One entry for as long as a connection is open. With a Map from which each request were deleted, V8 would
   * soon make a new table and tie the old one to it, with all the requests in it: they would outlive the young
   * generation, and collecting them took a fifth of the time of a list.
   */
  const open = new Map<Socket, Connection>();
  let admittedCount = 0;

  app.decorate('connections', {
    get admittedCount() {
      return admittedCount;
    },
    admit(request) {
      request.isAdmitted = true;
      admittedCount += 1;
    },
    all: () => open.values(),
    unansweredCount: (socket) => open.get(socket)?.unansweredCount ?? 0,
    unansweredReply: (socket) => open.get(socket)?.unansweredReply,
  });
  app.decorateRequest('isAdmitted', false);
  app.server.on('connection', track);
  // onRequest, before every other hook, so that they see the request.
  app.addHook('onRequest', ({ raw }, reply, next) => {
    const connection = open.get(raw.socket);
    if (connection) {
      connection.unansweredCount += 1;
      connection.unansweredReply = reply;
    }
    next();
  });
  // onSend, when the request is processed. Without a connection there is nothing left to be written.
  app.addHook('onSend', ({ isAdmitted, raw }, _reply, _payload, next) => {
    if (isAdmitted) {
      const connection = open.get(raw.socket);
      if (connection) connection.unwrittenCount += 1;
      else admittedCount -= 1;
    }
    next();
  });
  app.addHook('onResponse', ({ isAdmitted, raw }, reply, next) => {
    const connection = open.get(raw.socket);
    if (connection) {
      connection.unansweredCount -= 1;
      if (connection.unansweredReply === reply) connection.unansweredReply = undefined;
      if (isAdmitted) {
        connection.unwrittenCount -= 1;
        admittedCount -= 1;
      }
    }
    next();
  });
  done();

  function track(socket: Socket) {
    const connection: Connection = {
      socket,
      unansweredCount: 0,
      unansweredReply: undefined,
      unwrittenCount: 0,
    };
    open.set(socket, connection);
    socket.once('close', () => {
      open.delete(socket);
      // A response whose connection has closed gets no onResponse.
      admittedCount -= connection.unwrittenCount;
    });
  }
}

export default fp(connections, { name: 'connections' });
