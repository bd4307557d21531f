import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/*
 * A client that costs little: requests are bytes made beforehand, and of an answer it reads the
 * status and the length. Each connection sends its next request when the last one is answered.
 */

export interface Request {
  readonly bytes: Buffer;
  readonly status: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

interface Load {
  readonly seconds: number;
  readonly latenciesMs: number[];
}

const END_OF_HEADERS = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * Sends requests in turn over some connections for a while.
 *
 * @param least how many at least, however long that takes
 * @throws at an answer of another status
 */
export async function load(
  port: number,
  requests: readonly Request[],
  connections: number,
  seconds: number,
  least = 0,
): Promise<Load> {
  const latenciesMs: number[] = [];
  let next = 0;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;

  async function runConnection() {
    const socket = await open(port);
    while (next < least || performance.now() < endMs) {
      const request = requests[next % requests.length] as Request;
      next += 1;
      const sentMs = performance.now();
      const [head] = await exchange(socket, request.bytes);
      latenciesMs.push(performance.now() - sentMs);
      if (statusOf(head) !== request.status) throw new Error(`Expected ${request.status}: ${head}`);
    }
    socket.destroy();
  }

  await Promise.all(Array.from({ length: connections }, runConnection));
  return { seconds: (performance.now() - startMs) / 1_000, latenciesMs };
}

/** Sends one request and reads all of its answer. */
export async function ask(port: number, request: Request): Promise<Answer> {
  const socket = await open(port);
  const [head, body] = await exchange(socket, request.bytes);
  socket.destroy();
  const lines = head.split('\r\n').slice(1);
  const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  return {
    status: statusOf(head),
    headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

function exchange(socket: Socket, request: Buffer): Promise<[head: string, body: string]> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onClose = () => reject(new Error(`The connection was closed after: ${text}`));
    const onData = (chunk: string) => {
      text += chunk;
      const end = text.indexOf(END_OF_HEADERS);
      if (end < 0) return;
      const head = text.slice(0, end);
      // All that is sent here is ASCII, so that characters are bytes.
      const bodyStart = end + END_OF_HEADERS.length;
      if (text.length < bodyStart + Number(LENGTH.exec(head)?.[1])) return;
      socket.off('data', onData).off('close', onClose).off('error', reject);
      resolve([head, text.slice(bodyStart)]);
    };
    socket.on('data', onData).on('close', onClose).on('error', reject);
    socket.write(request);
  });
}

function statusOf(head: string): number {
  return Number(head.slice(9, 12));
}
