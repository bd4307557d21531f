import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
  const request = isInBody ? latest.request : undefined;
  const error = isAnswered ? undefined : errorOf(cause, isInBody);
  await endWith(this, socket, { earlier, error, request, origin: originOf(request, cause) });
}

/** Responds to CONNECT, for which Node would close the connection. */
async function tunnels(app: FastifyInstance) {
  app.server.on('connect', (request, socket: Socket) => {
    socket.on('error', () => undefined);
    const earlier = app.connections.open.get(socket)?.unanswered.at(-1);
    const { origin } = request.headers;
    endWith(app, socket, { earlier, error: connectNotImplemented, request, origin });
  });
}

interface Fault {
  readonly error: ApiError;
  /** The one in error, if its head could be read. */
  readonly request: IncomingMessage | undefined;
  /** The page that has sent it, if a browser has. */
  readonly origin: string | undefined;
}

interface Ending extends Omit<Fault, 'error'> {
  /** The request before. */
  readonly earlier: Exchange | undefined;
  readonly error: ApiError | undefined;
}

/** Of a request that could not be parsed, as far as it was read. */
function originOf(request: IncomingMessage | undefined, { rawPacket = '' }: ConnectionError) {
  return request ? request.headers.origin : ORIGIN_LINE.exec(String(rawPacket))?.[1];
}

/** Ends a connection, with an error if there is one, once the response to the request before is complete. */
async function endWith(app: FastifyInstance, socket: Socket, { earlier, ...ending }: Ending) {
  const connection = app.connections.open.get(socket);
  if (connection) connection.isFaulty = true;
  const { error } = ending;
  const send = error && (() => respond(app, socket, { ...ending, error }));
  await endConnection(socket, earlier?.response, send);
}

/** Counts and logs an error. Returns the response. */
function respond(app: FastifyInstance, socket: Socket, { error, request, origin }: Fault): string {
  const connection = app.connections.open.get(socket);
  // The one in error, if it has been begun: those before it have their responses.
  const reply = connection?.reply;
  const requestId = reply?.request.id ?? randomUUID();
  const address = String(socket.remoteAddress);
  const window = app.anonymousLimit.peek(address);
  app.metrics?.countRejection(error.code);
  app.logUnreadable(error, { requestId, address, request, reply });
  // It has its line.
  if (connection) connection.reply = undefined;
  return rawResponse(error, {
    'x-request-id': requestId,
    ...app.securityHeaders,
    ...app.corsHeaders?.(origin),
    ...rateLimitHeaders([window], window, currentSeconds()),
  });
}

export default fp(tunnels, { name: 'tunnels', dependencies: ['connections', 'access-log'] });
