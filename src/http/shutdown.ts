import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Stops an instance without losing a request: what it has accepted is answered, and clients with an
 * open connection are told to open another one, to another instance.
 */

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: {
      hasBegun: boolean;
      /** From now on every response is the last of its connection. */
      begin(): void;
    };
  }
}

/** How long a request that is on its way may take to arrive, once no connection is accepted any more. */
const GRACE_MS = 500;

async function shutdown(app: FastifyInstance) {
  const state = { hasBegun: false, begin };
  let timer: NodeJS.Timeout | undefined;

  app.decorate('shutdown', state);
  app.addHook('onRequest', (_request, reply, next) => {
    if (state.hasBegun) reply.header('connection', 'close');
    next();
  });
  // preClose: closing waits for every connection, and Node itself closes only those that have been used.
  app.addHook('preClose', async () => {
    begin();
    timer = setInterval(closeIdle, GRACE_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));

  function begin() {
    state.hasBegun = true;
    for (const { unansweredReply } of app.connections.open.values()) {
      unansweredReply?.header('connection', 'close');
    }
  }

  /** Closes the connections without a request, or with one whose header has not arrived in full. */
  function closeIdle() {
    for (const [socket, { unansweredReply }] of app.connections.open) {
      // One that is ending still has to send its last response.
      if (!unansweredReply && !socket.writableEnded) socket.destroy();
    }
  }
}

export default fp(shutdown, { name: 'shutdown', dependencies: ['connections'] });
