import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type ApiError, connectNotImplemented } from '../contract/index.ts';
import { currentSeconds, rateLimitHeaders } from '../limits/index.ts';
import type { Exchange } from './connections.ts';
import { type ConnectionError, errorOf } from './parser-errors.ts';
import { endConnection, rawResponse } from './raw-response.ts';

const ORIGIN_LINE = /^origin:[ \t]*(\S+)[ \t]*\r?$/im;

/**
 * Responds to what does not become a request: it cannot be parsed, its headers are too large, or it
 * does not arrive in time. Fastify has no reply for it, so the response is written to the
 * connection, which ends with it.
 */
export async function handleConnectionError(
  this: FastifyInstance,
  cause: ConnectionError,
  socket: Socket,
): Promise<void> {
  const connection = this.connections.open.get(socket);
  if (cause.code === 'ECONNRESET' || !connection) return void socket.destroy();
  // What arrives after the fault cannot be read either.
  if (connection.isFaulty) return;
  const { unanswered, answeredEarly } = connection;
  const latest = unanswered.at(-1);
  // A request that is incomplete is the one in error.
  const isInBody = latest?.request.complete === false;
  // It may have its response already, such as 401, at least in part.
  const isAnswered = isInBody ? latest.response.headersSent : answeredEarly?.complete === false;
  const earlier = unanswered.at(isInBody && !isAnswered ? -2 : -1);
  const origin = this.corsHeaders && (isInBody ? latest.request.headers.origin : originIn(cause));
  await endWith(this, socket, earlier, isAnswered ? undefined : errorOf(cause, isInBody), origin);
}

/** Responds to CONNECT, for which Node would close the connection. */
async function tunnels(app: FastifyInstance) {
  app.server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    endWith(
      app,
      socket,
      app.connections.open.get(socket)?.unanswered.at(-1),
      connectNotImplemented,
    );
  });
}

/** Ends a connection, with an error if there is one, once the response to the request before is complete. */
async function endWith(
  app: FastifyInstance,
  socket: Socket,
  earlier: Exchange | undefined,
  error: ApiError | undefined,
  origin?: string,
) {
  const connection = app.connections.open.get(socket);
  if (connection) connection.isFaulty = true;
  const write = error && (() => respond(app, socket, error, origin));
  await endConnection(socket, earlier?.response, write);
}

/** The origin in a request that could not be parsed, as far as it was read. */
function originIn({ rawPacket = '' }: ConnectionError): string | undefined {
  return ORIGIN_LINE.exec(String(rawPacket))?.[1];
}

/** Counts and logs an error. Returns the response. */
function respond(app: FastifyInstance, socket: Socket, error: ApiError, origin?: string): string {
  const id = randomUUID();
  const window = app.anonymousLimit.peek(String(socket.remoteAddress));
  app.metrics?.countRejection(error.code);
  app.log.info({ reqId: id, statusCode: error.statusCode }, 'request completed');
  return rawResponse(error, {
    'x-request-id': id,
    ...app.securityHeaders,
    ...app.corsHeaders?.(origin),
    ...rateLimitHeaders([window], window, currentSeconds()),
  });
}

export default fp(tunnels, { name: 'tunnels', dependencies: ['connections'] });
