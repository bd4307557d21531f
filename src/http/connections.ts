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
    isAdmitted: boolean;
  }
}

interface Connections {
  readonly open: ReadonlyMap<Socket, Connection>;
  /** How many admitted requests are in flight: being processed, or with a response still to be written. */
  admittedCount: number;
  /** Counts a request as admitted until its response is written, or can no longer be. */
  admit(request: FastifyRequest): void;
}

interface Connection {
  /** How many requests have no complete response. */
  unansweredCount: number;
  /** The reply to the latest of them. */
  unansweredReply: FastifyReply | undefined;
  /** Admitted requests that are processed, and whose responses are still to be written. */
  unwrittenCount: number;
}

async function connections(app: FastifyInstance) {
  /**
   * One entry for as long as a connection is open. With a Map from which each request were deleted, V8 would
   * soon make a new table and tie the old one to it, with all the requests in it: they would outlive the young
   * generation, and collecting them took a fifth of the time of a list.
   */
  const open = new Map<Socket, Connection>();
  const state: Connections = {
    open,
    admittedCount: 0,
    admit(request) {
      request.isAdmitted = true;
      state.admittedCount += 1;
    },
  };

  app.decorate('connections', state);
  app.decorateRequest('isAdmitted', false);
  app.server.on('connection', (socket) => {
    const connection = { unansweredCount: 0, unansweredReply: undefined, unwrittenCount: 0 };
    open.set(socket, connection);
    socket.once('close', () => {
      open.delete(socket);
      // A response whose connection has closed gets no onResponse.
      state.admittedCount -= connection.unwrittenCount;
    });
  });
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
      else state.admittedCount -= 1;
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
        state.admittedCount -= 1;
      }
    }
    next();
  });
}

export default fp(connections, { name: 'connections' });
