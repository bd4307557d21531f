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
import { createRequestId } from './request-id.ts';

/** What Node reports about a connection, by its code, as errors of the catalogue. */
const CONNECTION_ERRORS: Readonly<Record<string, () => ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

/**
 * How long the client may take to read the answer and end its side. To close at once would lose the answer where
 * something that it has sent is unread; without an end its connection, and a request on it, would stay for good.
 *
 * @see RFC 9112 section 9.6
 */
const LINGER_MS = 1_000;

/**
 * Answers what does not become a request: it cannot be parsed, its headers are too large, or it
 * does not arrive in time. There is no request to answer, so that the answer is written to the
 * connection, which ends with it.
 */
export async function answerConnectionError(
  this: FastifyInstance,
  cause: NodeJS.ErrnoException,
  socket: Socket,
): Promise<void> {
  const isLost = cause.code === 'ECONNRESET';
  const reply = this.stopping.unanswered(socket);
  // Of an earlier request, whose answer comes first. One that is not complete is what is answered here.
  if (!isLost && reply?.request.raw.complete) await finished(reply.raw).catch(() => undefined);
  if (isLost || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = (CONNECTION_ERRORS[String(cause.code)] ?? malformedRequest)();
  const id = createRequestId();
  const headers = {
    'x-request-id': id,
    ...this.securityHeaders,
    ...anonymousHeaders(this, socket),
  };
  this.metrics?.countRefusal(error.code);
  this.log.info({ reqId: id, statusCode: error.statusCode }, 'answered');
  socket.end(message(error, headers));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** All that is known of the caller is its address. */
function anonymousHeaders(app: FastifyInstance, { remoteAddress = '' }: Socket) {
  const window = app.anonymousLimit.peek(remoteAddress);
  return rateLimitHeaders([window], window, currentSeconds());
}

function message(error: ApiError, headers: Readonly<Record<string, string | number>>): string {
  const { statusCode } = error;
  const body = JSON.stringify(errorBody(error));
  const fields = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    date: new Date().toUTCString(),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n');
}
