import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { serviceUnavailable } from '../contract/index.ts';

/*
 * Turns requests away while this process has more work than it can do, early and cheaply, so that
 * the ones that it accepts are still answered in time.
 */

declare module 'fastify' {
  interface FastifyRequest {
    wasTaken: boolean;
  }
}

export interface OverloadOptions {
  /** How late the event loop may run, on average over a second. */
  readonly maxDelayMs: number;
}

const SAMPLE_INTERVAL_MS = 1_000;

/**
 * How long requests that came together are taken for, as a part of that delay, and how many of them
 * in any case. In a flood there are always more, and the event loop, whose delay is measured in its
 * turns, makes none.
 */
const MAX_TURN_PART = 0.3;
const MIN_PER_TURN = 100;
/** How many may wait for the database at once: one more would wait for all of them. */
const MAX_UNDER_WAY = 250;

async function overload(app: FastifyInstance, { maxDelayMs }: OverloadOptions) {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: SAMPLE_INTERVAL_MS,
    pressureHandler: async (_request, _reply, _type, delayMs) => {
      // Not measured: the process was busy for a whole interval, as it is while it starts.
      if (delayMs === Number.POSITIVE_INFINITY) return;
      throw serviceUnavailable;
    },
  });

  const maxTurnMs = MAX_TURN_PART * maxDelayMs;
  let underWay = 0;
  let takenInTurn = 0;
  let turnStartedAtMs = 0;

  /** Answers that are still to be written, by connection. */
  const unwritten = new WeakMap<Socket, number>();

  function expectWritten(socket: Socket) {
    const count = unwritten.get(socket);
    unwritten.set(socket, (count ?? 0) + 1);
    if (count !== undefined) return;
    // There is no onResponse for an answer whose client has gone away.
    socket.once('close', () => {
      underWay -= unwritten.get(socket) as number;
      unwritten.delete(socket);
    });
  }

  function isTooMuch(): boolean {
    if (underWay >= MAX_UNDER_WAY) return true;
    if (takenInTurn === 0) {
      turnStartedAtMs = performance.now();
      setImmediate(() => {
        takenInTurn = 0;
      });
    }
    return takenInTurn >= MIN_PER_TURN && performance.now() - turnStartedAtMs > maxTurnMs;
  }

  app.decorateRequest('wasTaken', false);
  // onRequest, so that the body of a request that is turned away is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    if (isTooMuch()) return next(serviceUnavailable);
    request.wasTaken = true;
    takenInTurn += 1;
    underWay += 1;
    next();
  });
  // onSend, when the work is done. The answer is under way until it is written, or its connection is gone.
  app.addHook('onSend', ({ wasTaken, raw }, _reply, _payload, next) => {
    if (wasTaken && raw.socket.destroyed) underWay -= 1;
    else if (wasTaken) expectWritten(raw.socket);
    next();
  });
  app.addHook('onResponse', ({ wasTaken, raw }, _reply, next) => {
    const count = unwritten.get(raw.socket);
    if (wasTaken && count) {
      unwritten.set(raw.socket, count - 1);
      underWay -= 1;
    }
    next();
  });
}

export default fp(overload, { name: 'overload', dependencies: ['require-api-key'] });
