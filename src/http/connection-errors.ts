import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import {
  type ApiError,
  errorBody,
  headersTooLarge,
  malformedRequest,
  notImplemented,
  requestTimeout,
  versionNotSupported,
} from '../contract/index.ts';
import { currentSeconds, rateLimitHeaders } from '../limits/index.ts';
import type { Exchange } from './connections.ts';

/** What Node reports about a connection. */
interface ConnectionError extends NodeJS.ErrnoException {
  /** In the words of the parser. */
  readonly reason?: string;
}

const UNREADABLE = malformedRequest('The request cannot be read.');
const HEADER = malformedRequest('The header fields cannot be read.');
const LENGTH = malformedRequest('The header field content-length cannot be read.');
const CHUNKS = malformedRequest('The chunks of the body cannot be read.');
const TUNNEL = notImplemented('The method CONNECT is not implemented.');

/** The errors of the catalogue, by Node's code. */
const ERRORS: Readonly<Record<string, ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
  HPE_INVALID_EOF_STATE: malformedRequest('The request is incomplete.'),
  HPE_INVALID_METHOD: malformedRequest('The request method is not known.'),
  HPE_INVALID_URL: malformedRequest('The request target is malformed.'),
  HPE_PAUSED_H2_UPGRADE: versionNotSupported,
  HPE_INVALID_HEADER_TOKEN: HEADER,
  HPE_UNEXPECTED_SPACE: HEADER,
  HPE_CR_EXPECTED: HEADER,
  HPE_LF_EXPECTED: HEADER,
  HPE_INVALID_CONTENT_LENGTH: LENGTH,
  HPE_UNEXPECTED_CONTENT_LENGTH: LENGTH,
  HPE_INVALID_TRANSFER_ENCODING: malformedRequest(
    'The header field transfer-encoding cannot be read.',
  ),
};
/** The same codes of the parser stand for what differs by its words only. */
const ERRORS_BY_REASON: Readonly<Record<string, ApiError>> = {
  'Invalid HTTP version': versionNotSupported,
  'Request has invalid `Transfer-Encoding`': notImplemented(
    'The transfer-encoding must be chunked.',
  ),
};
const ERRORS_IN_BODY: Readonly<Record<string, ApiError>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: CHUNKS,
  HPE_CR_EXPECTED: CHUNKS,
  HPE_INVALID_CHUNK_SIZE: CHUNKS,
  HPE_LF_EXPECTED: CHUNKS,
  HPE_STRICT: CHUNKS,
};

/**
 * How long the client may take to read the response and to end its side. Closing at once would lose the
 * response where something that the client has sent is unread; never closing would keep its connection for good.
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
  cause: ConnectionError,
  socket: Socket,
): Promise<void> {
  const connection = this.connections.open.get(socket);
  if (cause.code === 'ECONNRESET' || !connection) return void socket.destroy();
  // What arrives after the fault cannot be read either.
  if (connection.isFaulty) return;
  const latest = connection.unanswered.at(-1);
  // A request that is incomplete is the one in error.
  const isInBody = latest?.request.complete === false;
  // It may have its response already, such as 401.
  const isAnswered = isInBody && latest.response.headersSent;
  const earlier = connection.unanswered.at(isInBody && !isAnswered ? -2 : -1);
  await endWith(this, socket, earlier, isAnswered ? undefined : errorOf(cause, isInBody));
}

/** Responds to CONNECT, for which Node would close the connection. */
async function tunnels(app: FastifyInstance) {
  app.server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    endWith(app, socket, app.connections.open.get(socket)?.unanswered.at(-1), TUNNEL);
  });
}

function errorOf({ code = '', reason = '' }: ConnectionError, isInBody: boolean): ApiError {
  const inBody = isInBody ? ERRORS_IN_BODY[code] : undefined;
  return inBody ?? ERRORS_BY_REASON[reason] ?? ERRORS[code] ?? UNREADABLE;
}

/** Ends a connection, with an error if there is one, once the response to the request before is complete. */
async function endWith(
  app: FastifyInstance,
  socket: Socket,
  earlier: Exchange | undefined,
  error: ApiError | undefined,
) {
  const connection = app.connections.open.get(socket);
  if (connection) connection.isFaulty = true;
  if (earlier) await finished(earlier.response).catch(() => undefined);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  if (error) socket.write(respond(app, socket, error));
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Counts and logs an error. Returns the response. */
function respond(app: FastifyInstance, socket: Socket, error: ApiError): string {
  const id = randomUUID();
  const window = app.anonymousLimit.peek(String(socket.remoteAddress));
  app.metrics?.countRejection(error.code);
  app.log.info({ reqId: id, statusCode: error.statusCode }, 'request completed');
  return rawResponse(error, {
    'x-request-id': id,
    ...app.securityHeaders,
    ...rateLimitHeaders([window], window, currentSeconds()),
  });
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

export default fp(tunnels, { name: 'tunnels', dependencies: ['connections'] });
