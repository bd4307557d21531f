import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Stops an instance without losing a request: what it has accepted is answered, and clients with an
 * open connection are told to open another one, to another instance.
 */

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown;
  }
}

interface Shutdown {
  readonly hasBegun: boolean;
  /** From now on every response is the last of its connection. */
  begin(): void;
}

/** How long a request that is on its way may take to arrive, once no connection is accepted any more. */
const GRACE_MS = 500;

function shutdown(app: FastifyInstance, _options: object, done: () => void) {
  let hasBegun = false;
  let timer: NodeJS.Timeout | undefined;

  app.decorate('shutdown', {
    get hasBegun() {
      return hasBegun;
    },
    begin,
  });
  app.addHook('onRequest', (_request, reply, next) => {
    if (hasBegun) reply.header('connection', 'close');
    next();
  });
  // preClose: closing waits for every connection, and Node itself closes only those that have been used.
  app.addHook('preClose', (next) => {
    begin();
    timer = setInterval(closeIdle, GRACE_MS).unref();
    next();
  });
  app.addHook('onClose', (_app, next) => {
    clearInterval(timer);
    next();
  });
  done();

  function begin() {
    hasBegun = true;
    for (const { unansweredReply } of app.connections.all()) {
      unansweredReply?.header('connection', 'close');
    }
  }

  /** Closes the connections without a request, or with one whose header has not arrived in full. */
  function closeIdle() {
    for (const { socket, unansweredReply } of app.connections.all()) {
      // One that is ending still has to send its last response.
      if (!unansweredReply && !socket.writableEnded) socket.destroy();
    }
  }
}

export default fp(shutdown, { name: 'shutdown', dependencies: ['connections'] });
