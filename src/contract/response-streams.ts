import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';

/*
 * Response bodies that are sent while they are made: no faster than the client reads them.
 */

/** What a handler returns to have it sent piece by piece. */
export type Source = Iterable<unknown> | AsyncIterable<unknown>;

/** How a body flows. Its first piece is there already. */
export interface Flow {
  /** Returns what sends it, and closes the source when the client is gone. Faults are logged. */
  start(log: FastifyBaseLogger): Readable;
  /** Closes the source without sending anything. */
  close(): Promise<void>;
}

export function isSource(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/**
 * Takes the first piece from a source, so that its fault is still an ordinary error response.
 *
 * @param encode makes a piece what is sent, and throws when the contract does not allow it
 */
export async function openFlow(
  source: Source,
  encode: (piece: unknown) => string | Uint8Array,
): Promise<Flow> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const next = async () => {
    const { done, value } = await iterator.next();
    return done ? null : encode(value);
  };
  const close = async () => {
    // A stream may be waiting for something that never comes.
    if (source instanceof Readable) source.destroy();
    await iterator.return?.();
  };
  try {
    const first = await next();
    return { close, start: (log) => toReadable({ next, close, first, log }) };
  } catch (fault) {
    await close();
    throw fault;
  }
}

interface Opened {
  /** Returns the next piece, null at the end. */
  next(): Promise<Piece | null>;
  close(): Promise<void>;
  readonly first: Piece | null;
  readonly log: FastifyBaseLogger;
}

type Piece = string | Uint8Array;

function toReadable({ next, close, first, log }: Opened): Readable {
  let piece: Piece | null | undefined = first;
  let isComplete = false;
  const onFault = (err: unknown) => log.error({ err }, 'response cut off');

  async function push() {
    do {
      if (piece === undefined) piece = await next();
      isComplete = piece === null;
      // A stream would take an empty piece for none.
      if (piece?.length !== 0) readable.push(piece);
      const wasEmpty = piece?.length === 0;
      piece = undefined;
      if (!wasEmpty) return;
    } while (!readable.destroyed);
  }

  const readable = new Readable({
    // One piece at a time, so that a fault takes back nothing that was made before it.
    highWaterMark: 1,
    read() {
      push().catch((fault) => readable.destroy(fault));
    },
    destroy(fault, done) {
      if (fault) onFault(fault);
      if (!isComplete) close().catch(onFault);
      done(fault);
    },
  });
  return readable;
}
