// Responds to input that does not become a request: it cannot be parsed, has too large headers, or
// does not arrive in time. Fastify has no reply for it, so the response is written to the
// connection, which is then closed.

import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ApiError } from './api-error.ts';
import { errors } from './errors.ts';

/** By the code of the parser of Node, or by its reason. CONNECT comes from bounded-server.ts. */
const ERRORS: Readonly<Record<string, ApiError>> = {
  CONNECT: errors.connectNotImplemented,
  ERR_HTTP_REQUEST_TIMEOUT: errors.requestTimeout,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
  HPE_INVALID_URL: errors.malformedTarget,
  HPE_PAUSED_H2_UPGRADE: errors.httpVersionNotSupported,
  // The parser's reason, since its code is the same for a malformed version.
  'Invalid HTTP version': errors.httpVersionNotSupported,
};

/**
 * How long the client may take to read the response and to end its side. Closing at once would lose
 * the response while something that the client has sent is unread. @see RFC 9112 section 9.6
 */
const LINGER_MS = 1_000;

/** An error that was sent to a client. */
export interface ConnectionError {
  readonly requestId: string;
  readonly address: string;
  readonly code: string;
  readonly statusCode: number;
  readonly bodyBytes: number;
}

interface ConnectionErrorOptions {
  /** What is known of a connection: the response to its latest request, and its error. */
  readonly connectionOf: (socket: Socket) => { latest?: ServerResponse; error?: ApiError };
  readonly securityHeaders: Readonly<Record<string, string>>;
  /** The headers that show an address what is left of its limits. */
  readonly limitHeaders: (address: string) => Readonly<Record<string, string | number>>;
  readonly onError: (error: ConnectionError) => void;
}

async function connectionErrors(app: FastifyInstance, options: ConnectionErrorOptions) {
  const { connectionOf, securityHeaders, limitHeaders, onError } = options;
  app.server.on('clientError', respond);

  async function respond(
    { code = '', reason = '' }: NodeJS.ErrnoException & { readonly reason?: string },
    socket: Socket,
  ) {
    const connection = connectionOf(socket);
    if (code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    // Nothing that arrives after an error can be read.
    if (connection.error) return;
    const { latest } = connection;
    const isInBody = latest?.req.complete === false;
    const error = ERRORS[reason] ?? ERRORS[code] ?? errors.unreadableRequest;
    connection.error = error;
    if (isInBody) {
      // Fails the reader of the body, so that Fastify responds unless it already has.
      if (!latest.headersSent) latest.setHeader('connection', 'close');
      if (latest.req.listenerCount('error') > 0) latest.req.emit('error', error);
    }
    // Responses are sent in the order of their requests.
    if (latest && !latest.writableFinished) await finished(latest).catch(() => undefined);
    if (!socket.writable) return;
    socket.end(isInBody ? '' : report(socket, error));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  /** Reports an error. Returns the response as it is written to the connection. */
  function report(socket: Socket, { code, statusCode, body }: ApiError) {
    const requestId = randomUUID();
    const address = String(socket.remoteAddress);
    const bodyBytes = Buffer.byteLength(body);
    onError({ requestId, address, code, statusCode, bodyBytes });
    const fields = Object.entries({
      'x-request-id': requestId,
      ...securityHeaders,
      ...limitHeaders(address),
      'content-type': 'application/json',
      'content-length': bodyBytes,
      connection: 'close',
      date: new Date().toUTCString(),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${fields.join('')}\r\n${body}`;
  }
}

export default fp(connectionErrors, { name: 'connection-errors' });
