import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { ApiError } from '../contract/index.ts';

/** An error as it is written to a connection that ends with it. */
export function rawResponse(
  error: ApiError,
  headers: Readonly<Record<string, string | number>>,
): string {
  const { statusCode, body } = error;
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

/**
 * How long the client may take to read the response and to end its side. Closing at once would lose the
 * response where something that the client has sent is unread; never closing would keep its connection for good.
 *
 * @see RFC 9112 section 9.6
 */
const LINGER_MS = 1_000;

/**
 * Ends a connection once the response to the request before is complete.
 *
 * @param respond makes the last response, if there is one; called only if that can be sent
 */
export async function endConnection(
  socket: Socket,
  earlier: ServerResponse | undefined,
  respond?: () => string,
): Promise<void> {
  if (earlier) await finished(earlier).catch(() => undefined);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  if (respond) socket.write(respond());
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
