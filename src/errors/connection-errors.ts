import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { connectionOf } from '../http/index.ts';
import { bareAddress, REQUEST_ID } from '../observability/log.ts';
import * as errors from './errors.ts';

/*
 * Responds to input that does not become a request: it cannot be parsed, has too large headers, or
 * does not arrive in time. Fastify has no reply for it, so the response is written to the
 * connection, which is then closed.
 */

/** By error code: the codes of Node's parser, and CONNECT from connections.ts; or by its reason. */
const ERRORS: Readonly<Record<string, errors.ApiError>> = {
  CONNECT: errors.connectNotImplemented,
  ERR_HTTP_REQUEST_TIMEOUT: errors.requestTimeout,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
  HPE_INVALID_URL: errors.malformedTarget,
  HPE_PAUSED_H2_UPGRADE: errors.versionNotSupported,
  // The parser's reason, since its code is the same for a malformed version.
  'Invalid HTTP version': errors.versionNotSupported,
};
const UNREADABLE = errors.malformedRequest('The request cannot be read.');

/**
 * How long the client may take to read the response and to end its side. Closing at once would lose
 * the response while something that the client has sent is unread. @see RFC 9112 section 9.6
 */
const LINGER_MS = 1_000;

/** Fastify's option `clientErrorHandler`. */
export async function handleConnectionError(
  this: FastifyInstance,
  { code = '', reason = '' }: NodeJS.ErrnoException & { readonly reason?: string },
  socket: Socket,
): Promise<void> {
  const connection = connectionOf(socket);
  if (code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // Nothing that arrives after an error can be read.
  if (connection.error) return;
  const { latest } = connection;
  const isInBody = latest?.req.complete === false;
  const error = ERRORS[reason] ?? ERRORS[code] ?? UNREADABLE;
  connection.error = error;
  if (isInBody) {
    // Fails the reader of the body, so that Fastify responds unless it already has.
    if (!latest.headersSent) latest.setHeader('connection', 'close');
    if (latest.req.listenerCount('error') > 0) latest.req.emit('error', error);
  }
  // Responses are sent in the order of their requests.
  if (latest && !latest.writableFinished) await finished(latest).catch(() => undefined);
  if (!socket.writable) return;
  socket.end(isInBody ? '' : logAndFormat(this, socket, error));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Counts and logs an error. Returns the response as it is written to the connection. */
function logAndFormat(app: FastifyInstance, socket: Socket, error: errors.ApiError) {
  const { code, statusCode, body } = error;
  const requestId = randomUUID();
  const address = String(socket.remoteAddress);
  const length = Buffer.byteLength(body);
  app.metrics?.countError(code);
  const line = {
    [REQUEST_ID]: requestId,
    'client.address': bareAddress(address),
    'http.response.status_code': statusCode,
    'http.response.body.size': length,
    'error.type': code,
  };
  app.log.info(line, 'request completed');
  const fields = Object.entries({
    'x-request-id': requestId,
    ...app.securityHeaders,
    ...app.requests.anonymousHeaders(address),
    'content-type': 'application/json',
    'content-length': length,
    connection: 'close',
    date: new Date().toUTCString(),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${fields.join('')}\r\n${body}`;
}
