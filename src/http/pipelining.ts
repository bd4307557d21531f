import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Connection, Exchange } from './connections.ts';

/*
 * Processes the requests of a connection one after the other: the next one when the client has received
 * the response to the last. Node would process all of them at once, and keep the responses in memory
 * for a client that reads none.
 */

interface PipeliningOptions {
  readonly maxWaiting?: number;
}

/** How many requests of a connection may have no complete response. */
const MAX_UNANSWERED = 128;
/** How many requests of all connections may wait for the one before them. They take about 5 kB each. */
const MAX_WAITING = 4_000;

async function pipelining(app: FastifyInstance, { maxWaiting = MAX_WAITING }: PipeliningOptions) {
  const { open } = app.connections;
  let waitingCount = 0;
  // In front of Fastify, for which a request costs more than for Node. It has one listener.
  const [handle] = app.server.listeners('request') as [RequestListener];
  app.server.removeListener('request', handle);
  app.server.on('request', (request, response) => {
    const connection = open.get(request.socket);
    // What has arrived together with the request for which the connection was cut off.
    if (!connection || request.socket.destroyed) return;
    const { unanswered } = connection;
    unanswered.push({ request, response });
    if (unanswered.length === 1) return process(connection);
    waitingCount += 1;
    if (unanswered.length > MAX_UNANSWERED) cutOff(connection);
    else if (waitingCount > maxWaiting) cutOff(findLongest(connection));
  });
  app.server.on('connection', (socket) => {
    const connection = open.get(socket);
    if (connection) socket.once('close', () => forget(connection));
  });

  function process(connection: Connection) {
    // Called only while there is one.
    const { request, response } = connection.unanswered[0] as Exchange;
    handle(request, response);
    // Registered after Fastify's own listener, which completes the request before.
    response.once('finish', () => {
      connection.unanswered.shift();
      if (connection.unanswered.length === 0) return;
      waitingCount -= 1;
      const isUnreadable = connection.isFaulty && !connection.unanswered[0]?.request.complete;
      if (request.socket.writable && !isUnreadable) process(connection);
    });
  }

  function findLongest(latest: Connection): Connection {
    let longest = latest;
    for (const connection of open.values()) {
      if (connection.unanswered.length > longest.unanswered.length) longest = connection;
    }
    return longest;
  }

  function cutOff(connection: Connection) {
    connection.unanswered[0]?.request.socket.destroy();
    forget(connection);
  }

  function forget({ unanswered }: Connection) {
    waitingCount -= Math.max(0, unanswered.length - 1);
    unanswered.length = 0;
  }
}

export default fp(pipelining, { name: 'pipelining', dependencies: ['connections'] });
