import { connect, type Socket } from 'node:net';
import { requestText } from '../testbed/pipeline.ts';

/*
 * Callers that take what they can get and give nothing back: they read no response, or send no end.
 */

export interface Attack {
  /** How many connections are kept open. One that is closed is opened again. */
  readonly connections: number;
  /** What is sent on each. */
  readonly bytes: (keys: Keys) => string;
  /** What is sent on each after that, every second. */
  readonly repeated: string;
}

/** API keys of a customer whom only the bounds of the service limit, and of one on a plan. */
export interface Keys {
  readonly unlimited: string;
  readonly limited: string;
}

const PAGE = requestText('', 'GET', '/docs');
const ANONYMOUS = requestText('', 'GET', '/v1/pets');
/** As many as fit into a header. */
const FIELDS = Array.from({ length: 1_900 }, (_, i) => `x${i}:\r\n`).join('');
const list = (key: string) => requestText(key, 'GET', '/v1/pets?limit=100');
/** The head of a request to add an animal, with a body of that length. */
const creation = (key: string, length: number) =>
  requestText(key, 'POST', '/v1/pets').replace(
    /\r\n$/,
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'unread-documentation': { connections: 1_500, bytes: () => PAGE.repeat(127), repeated: PAGE },
  'unread-lists': {
    connections: 400,
    bytes: ({ limited }) => list(limited).repeat(58),
    repeated: ANONYMOUS,
  },
  'unfinished-bodies': {
    connections: 600,
    bytes: ({ unlimited }) => creation(unlimited, 29),
    repeated: ' ',
  },
  'unfinished-large-bodies': {
    connections: 600,
    bytes: ({ unlimited }) => creation(unlimited, 65_000) + 'x'.repeat(64_000),
    repeated: 'x',
  },
  'unfinished-heads': {
    connections: 2_500,
    bytes: () => `GET /v1/pets HTTP/1.1\r\nHost: a\r\nX-Filler: ${'x'.repeat(12_000)}`,
    repeated: 'x',
  },
  'unfinished-many-fields': {
    connections: 2_500,
    bytes: () => `GET /v1/pets HTTP/1.1\r\nHost: a\r\n${FIELDS}`,
    repeated: 'x',
  },
  'tiny-chunks': {
    connections: 600,
    bytes: ({ unlimited }) =>
      creation(unlimited, 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked') +
      '1\r\n \r\n'.repeat(64_000),
    repeated: '',
  },
  'silent-connections': { connections: 2_500, bytes: () => '', repeated: '' },
  'pipelined-requests': {
    connections: 1_000,
    bytes: () => ANONYMOUS.repeat(127),
    repeated: ANONYMOUS,
  },
};

/** How long an attacker waits before it opens a connection again. */
const PAUSE_MS = 20;

/**
 * Attacks until it is told to stop.
 *
 * @param place where the service or its balancer is
 */
export function startAttack({ connections, bytes, repeated }: Attack, place: Place, keys: Keys) {
  const sockets = new Set<Socket>();
  let isOver = false;
  let openedCount = 0;

  function open() {
    if (isOver) return;
    openedCount += 1;
    const socket = connect({ ...place, host: '127.0.0.1' });
    sockets.add(socket);
    socket.pause();
    socket.on('error', () => undefined);
    // Without reading, a client notices only when it writes that it was cut off.
    const timer = setInterval(() => socket.write(repeated), 1_000);
    socket.once('connect', () => socket.write(bytes(keys)));
    socket.once('close', () => {
      sockets.delete(socket);
      clearInterval(timer);
      setTimeout(open, PAUSE_MS);
    });
  }

  for (let i = 0; i < connections; i += 1) setTimeout(open, i / 2);
  return {
    stop() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      return openedCount;
    },
  };
}

/** Where the service or its balancer is, and the address to call it from. */
export interface Place {
  readonly port: number;
  readonly localAddress: string;
}
