import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Connection, Exchange } from './connections.ts';
import { createFairQueue } from './fair-queue.ts';
import { mergeChunks } from './request-chunks.ts';
import { createShares, type Holder } from './shares.ts';

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
/** How many in any case, also when those of its address have their share of all that may wait. */
const MIN_UNANSWERED = 4;
/** How many requests of all connections may wait for the one before them. They take about 5 kB each. */
const MAX_WAITING = 2_000;

/**
 * In each tick one connection is accepted, however many wait for it. While more and more come, no request is
 * processed for half of the time, so that those at the end do not wait for what those before them send.
 */
const PAUSE_MS = 10;

/** How many of the requests that wait are processed in a tick. */
const MAX_PER_TICK = 4;

/**
 * What is left of the bytes that were read at once, thousands of requests or parts of a body perhaps, would
 * still be parsed. Node has nothing public to stop it: for its parser this number means that another
 * protocol follows. Where its parser has these properties no more, the bytes are parsed in vain.
 */
const STOP_PARSING = 2;
type ParsedSocket = Socket & { readonly parser?: { onIncoming: () => number; pause?(): void } };

async function pipelining(app: FastifyInstance, { maxWaiting = MAX_WAITING }: PipeliningOptions) {
  const { open, addressOf, shutOut } = app.connections;
  /** The connections whose next request can be processed. */
  const ready = createFairQueue<Connection>();
  /** Whether a tick is to end with requests of those that are ready. */
  let isWorking = false;
  let hasAccepted = false;
  let isPaused = false;
  let phaseEndMs = 0;
  const waiting = createShares(maxWaiting);
  /** Whose requests have used up their share of those that may wait. */
  const crowded = new Set<Holder>();
  // In front of Fastify, for which a request costs more than for Node. It has one listener.
  const [handle] = app.server.listeners('request') as [RequestListener];
  app.server.removeListener('request', handle);
  app.server.on('request', (request, response) => {
    const connection = open.get(request.socket);
    // What has arrived together with the request for which the connection was cut off.
    if (!connection || request.socket.destroyed) return;
    const { unanswered } = connection;
    unanswered.push({ request, response });
    mergeChunks(request, () => {
      cutOff(connection);
      shutOut(connection.holder);
    });
    if (unanswered.length === 1) return isWorking ? queue(connection) : process(connection);
    waiting.take(connection.holder);
    if (unanswered.length > mostOf(connection.holder)) cutOff(connection);
  });
  app.server.on('connection', (socket) => {
    hasAccepted = true;
    work();
    const connection = open.get(socket);
    if (!connection) return;
    const { stackTraceLimit } = Error;
    // Node makes an error for each request that it aborts: their stacks would cost more than the requests.
    socket.prependOnceListener('close', () => {
      Error.stackTraceLimit = 0;
    });
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit;
      forget(connection);
    });
  });

  /** How many requests a connection may have. Not all until most have gone, or each new one would use up the room. */
  function mostOf(holder: Holder): number {
    if (!waiting.hasRoom(holder)) crowded.add(holder);
    else if (waiting.heldBy(holder) < maxWaiting / 8) crowded.delete(holder);
    return crowded.has(holder) ? MIN_UNANSWERED : MAX_UNANSWERED;
  }

  function process(connection: Connection) {
    // Called only while there is one.
    const { request, response } = connection.unanswered[0] as Exchange;
    handle(request, response);
    // Registered after Fastify's own listener, which completes the request before.
    response.once('finish', () => {
      if (!request.complete) {
        connection.answeredEarly = request;
        // The connection ends: what is still to come would be parsed in vain.
        if (!response.shouldKeepAlive) request.socket.pause();
      }
      connection.unanswered.shift();
      if (connection.unanswered.length === 0) return;
      waiting.release(connection.holder);
      queue(connection);
    });
  }

  function queue(connection: Connection) {
    // Called only while there is one.
    const { request } = connection.unanswered[0] as Exchange;
    ready.push(addressOf(request), connection);
    work();
  }

  function work() {
    if (!isWorking) setImmediate(endTick);
    isWorking = true;
  }

  /** Processes a few requests, of each address in turn: all that one has sent would delay everybody else. */
  function endTick() {
    const nowMs = performance.now();
    if (nowMs >= phaseEndMs) {
      isPaused = !isPaused;
      phaseEndMs = nowMs + PAUSE_MS;
    }
    if (!hasAccepted || !isPaused) processNext();
    isWorking = false;
    if (hasAccepted || !ready.isEmpty()) work();
    hasAccepted = false;
  }

  function processNext() {
    for (let i = 0; i < MAX_PER_TICK; i += 1) {
      const connection = ready.take();
      const [next] = connection?.unanswered ?? [];
      if (!connection || !next?.request.socket.writable) continue;
      const isUnreadable = connection.isFaulty && !next.request.complete;
      if (!isUnreadable) process(connection);
    }
  }

  function cutOff(connection: Connection) {
    const socket: ParsedSocket | undefined = connection.unanswered[0]?.request.socket;
    if (socket?.parser) socket.parser.onIncoming = () => STOP_PARSING;
    socket?.parser?.pause?.();
    socket?.destroy();
    forget(connection);
  }

  function forget({ holder, unanswered }: Connection) {
    for (let i = 1; i < unanswered.length; i += 1) waiting.release(holder);
    unanswered.length = 0;
  }
}

export default fp(pipelining, { name: 'pipelining', dependencies: ['connections'] });
