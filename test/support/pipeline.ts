import { once } from 'node:events';
import { connect } from 'node:net';

/*
 * A client that costs little, so that what is measured is the service: one connection, on which
 * requests may be sent before earlier ones have their responses.
 */

export interface PipelinedResponse {
  readonly status: number;
  /** The status line and the header fields, as received. */
  readonly head: string;
  readonly body: string;
}

export type Pipeline = Awaited<ReturnType<typeof openPipeline>>;

type Waiting = Pick<PromiseWithResolvers<PipelinedResponse>, 'resolve' | 'reject'>;

const END_OF_HEAD = '\r\n\r\n';

/** @param localAddress where the client calls from */
export async function openPipeline(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setNoDelay();
  await once(socket, 'connect');
  // A queue, since responses arrive in the order of their requests.
  const waiting: Waiting[] = [];
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received = takeResponses(received + text, waiting);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    for (const { reject } of waiting) reject(new Error('The connection was closed.'));
  });
  return {
    /** Sends one request. Fails when the connection closes before the response. */
    send: (request: string) =>
      new Promise<PipelinedResponse>((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection was closed.'));
        waiting.push({ resolve, reject });
        // Requests sent in one tick are written in one piece.
        socket.cork();
        socket.write(request, 'latin1');
        process.nextTick(() => socket.uncork());
      }),
    close: () => socket.destroy(),
  };
}

/** Hands out the responses that are complete. @returns the beginning of the next one */
function takeResponses(received: string, waiting: Waiting[]): string {
  let start = 0;
  while (true) {
    const endOfHead = received.indexOf(END_OF_HEAD, start);
    if (endOfHead < 0) break;
    const head = received.slice(start, endOfHead);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const body = endOfHead + END_OF_HEAD.length;
    const end = body + length;
    if (received.length < end) break;
    const status = Number(head.slice(9, 12));
    waiting.shift()?.resolve({ status, head, body: received.slice(body, end) });
    start = end;
  }
  return received.slice(start);
}

/** A request as it is sent, made beforehand so that sending it costs little. */
export function requestText(
  key: string,
  method: string,
  path: string,
  body?: object,
  fields: readonly string[] = [],
): string {
  const text = body ? JSON.stringify(body) : '';
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...fields];
  if (key) lines.push(`Authorization: Bearer ${key}`);
  if (text) lines.push('Content-Type: application/json', `Content-Length: ${text.length}`);
  return lines.join('\r\n') + END_OF_HEAD + text;
}
