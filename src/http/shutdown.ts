import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { untilAllAccepted } from './accept-queue.ts';
import type { Connection } from './connections.ts';

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
/** How long connections are accepted that arrived before that: thousands take less, in a flood it never ends. */
const ACCEPT_MS = 2_000;

async function shutdown(app: FastifyInstance) {
  const state = { hasBegun: false, begin };
  let timer: NodeJS.Timeout | undefined;

  app.decorate('shutdown', state);
  app.addHook('onRequest', ({ raw }, reply, next) => {
    if (state.hasBegun) announce(reply, app.connections.open.get(raw.socket));
    next();
  });
  // preClose: closing waits for every connection, and Node itself closes only those that have been used.
  app.addHook('preClose', async () => {
    begin();
    await untilAllAccepted(app.server, ACCEPT_MS);
    timer = setInterval(closeIdle, GRACE_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));

  function begin() {
    state.hasBegun = true;
    for (const connection of app.connections.open.values()) {
      if (connection.reply) announce(connection.reply, connection);
    }
  }

  /** Closes the connections without a request, or with one whose header has not arrived in full. */
  function closeIdle() {
    for (const [socket, { unanswered }] of app.connections.open) {
      // One that is ending still has to send its last response.
      if (unanswered.length === 0 && !socket.writableEnded) socket.destroy();
    }
  }
}

/** Tells a client that the connection ends, but not before the last of its requests is answered. */
function announce(reply: FastifyReply, connection: Connection | undefined) {
  if (!connection || connection.unanswered.length <= 1) reply.header('connection', 'close');
}

export default fp(shutdown, { name: 'shutdown', dependencies: ['connections'] });
