import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { serviceUnavailable } from '../contract/index.ts';

/*
 * Rejects requests while this process has more work than it can do, early and cheaply, so that the
 * requests that it admits are still answered in time.
 */

const SAMPLE_INTERVAL_MS = 1_000;

/**
 * For how long requests are admitted within one tick, as a part of that delay, and how many of them
 * in any case. The delay is measured between ticks, and in a flood one tick can take all there is.
 */
const MAX_TICK_PART = 0.3;
const MIN_PER_TICK = 100;
/** How many requests may wait for the database at once: one more would wait for all of them. */
const MAX_IN_FLIGHT = 250;

/** @param maxDelayMs how late the event loop may run, on average over a second */
async function overload(app: FastifyInstance, { maxDelayMs }: { readonly maxDelayMs: number }) {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: SAMPLE_INTERVAL_MS,
    pressureHandler: async (_request, _reply, _type, delayMs) => {
      // Not measured: the process was busy for a whole interval, as it is while it starts.
      if (delayMs === Number.POSITIVE_INFINITY) return;
      throw serviceUnavailable;
    },
  });

  const maxTickMs = MAX_TICK_PART * maxDelayMs;
  let admittedInTick = 0;
  let tickStartedAtMs = 0;

  // onRequest, so that the body of a rejected request is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    if (isOverloaded()) return next(serviceUnavailable);
    admittedInTick += 1;
    app.connections.admit(request);
    next();
  });

  function isOverloaded(): boolean {
    if (app.connections.admittedCount >= MAX_IN_FLIGHT) return true;
    if (admittedInTick === 0) {
      tickStartedAtMs = performance.now();
      setImmediate(() => {
        admittedInTick = 0;
      });
    }
    return admittedInTick >= MIN_PER_TICK && performance.now() - tickStartedAtMs > maxTickMs;
  }
}

export default fp(overload, { name: 'overload', dependencies: ['connections', 'require-api-key'] });
