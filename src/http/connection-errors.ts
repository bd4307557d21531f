import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import {
  type ApiError,
  errorBody,
  headersTooLarge,
  malformedRequest,
  requestTimeout,
} from '../contract/index.ts';
import { currentSeconds, rateLimitHeaders } from '../limits/index.ts';

/** The errors of the catalogue for what Node reports about a connection, by Node's code. */
const CONNECTION_ERRORS: Readonly<Record<string, ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

/**
 * How long the client may take to read the response and to end its side. Closing at once would lose the
 * response where something that the client has sent is unread; never closing would keep its connection, and
 * the place of a request on it, for good.
 *
 * @see RFC 9112 section 9.6
 */
const LINGER_MS = 1_000;

/**
 * Responds to what does not become a request: it cannot be parsed, its headers are too large, or it
 * does not arrive in time. Fastify has no reply for it, so the response is written to the
 * connection, which ends with it.
 */
export async function handleConnectionError(
  this: FastifyInstance,
  cause: NodeJS.ErrnoException,
  socket: Socket,
): Promise<void> {
  const isGone = cause.code === 'ECONNRESET';
  const earlier = this.connections.open.get(socket)?.unansweredReply;
  // The response to an earlier request goes first. A request that is incomplete is the one in error.
  if (!isGone && earlier?.request.raw.complete) await finished(earlier.raw).catch(() => undefined);
  if (isGone || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = CONNECTION_ERRORS[String(cause.code)] ?? malformedRequest;
  const id = randomUUID();
  const window = this.anonymousLimit.peek(String(socket.remoteAddress));
  this.metrics?.countRejection(error.code);
  this.log.info({ reqId: id, statusCode: error.statusCode }, 'request completed');
  socket.end(
    rawResponse(error, {
      'x-request-id': id,
      ...this.securityHeaders,
      ...rateLimitHeaders([window], window, currentSeconds()),
    }),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function rawResponse(error: ApiError, headers: Readonly<Record<string, string | number>>): string {
  const { statusCode } = error;
  const body = JSON.stringify(errorBody(error));
  const fields = {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    date: new Date().toUTCString(),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n');
}
