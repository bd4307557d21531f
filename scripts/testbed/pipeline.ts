import { once } from 'node:events';
import { connect } from 'node:net';

/*
 * A client that costs little, so that what is measured is the service: one connection, on which
 * requests are sent without waiting for the answers to those before.
 */

export interface PipelinedAnswer {
  readonly status: number;
  /** The status line and the header fields, as they came. */
  readonly head: string;
}

export interface Pipeline {
  /** Sends the bytes of one request. Fails when the connection ends before the answer. */
  send(request: string): Promise<PipelinedAnswer>;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: PipelinedAnswer) => void;
  readonly reject: (cause: Error) => void;
}

const END_OF_HEAD = '\r\n\r\n';

export async function openPipeline(port: number): Promise<Pipeline> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  // In order, since answers come in the order of their requests.
  const waiting: Waiting[] = [];
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received = takeAnswers(received + text, waiting);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    for (const { reject } of waiting) reject(new Error('The connection has ended.'));
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection has ended.'));
        waiting.push({ resolve, reject });
        // What is sent in one turn is written in one piece.
        socket.cork();
        socket.write(request, 'latin1');
        process.nextTick(() => socket.uncork());
      }),
    close: () => socket.destroy(),
  };
}

/** Hands out the answers that are complete. @returns the beginning of the next one */
function takeAnswers(received: string, waiting: Waiting[]): string {
  let start = 0;
  while (true) {
    const endOfHead = received.indexOf(END_OF_HEAD, start);
    if (endOfHead < 0) break;
    const head = received.slice(start, endOfHead);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = endOfHead + END_OF_HEAD.length + length;
    if (received.length < end) break;
    waiting.shift()?.resolve({ status: Number(head.slice(9, 12)), head });
    start = end;
  }
  return received.slice(start);
}
