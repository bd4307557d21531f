import type { Socket } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { connectionOf } from './connections.ts';

/*
 * Stops an instance without losing a request. Each request that it has accepted gets its response,
 * whose `Connection: close` makes the client open another connection, to another instance.
 */

/** How often idle connections are closed, once no connection is accepted any more. */
const INTERVAL_MS = 500;

interface ShutdownOptions {
  /** Aborted once a stop has begun: from then on, every response is the last of its connection. */
  readonly stop: AbortController;
}

async function shutdown(app: FastifyInstance, { stop }: ShutdownOptions) {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // preClose, since closing waits for all connections, and Node leaves unused ones open.
  app.addHook('preClose', async () => {
    stop.abort();
    const timer = setInterval(() => open.forEach(closeIdle), INTERVAL_MS).unref();
    app.server.once('close', () => clearInterval(timer));
  });
  // onClose, before log, traces and usage of keys end: what a stop cuts off ends in the next tick.
  app.addHook('onClose', () => endOfTick().then(() => endOfTick()));
}

function closeIdle(socket: Socket) {
  const { latest } = connectionOf(socket);
  const isIdle = !latest || latest.writableFinished;
  // A connection that is ending still has to send its last response.
  if (isIdle && !socket.writableEnded) socket.destroy();
}

export default fp(shutdown, { name: 'shutdown' });
