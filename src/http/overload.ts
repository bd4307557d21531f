import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { serviceUnavailable } from '../contract/index.ts';
import { createShares, type Holder } from './shares.ts';

/*
 * Rejects requests while this process has more work than it can do, early and cheaply, so that the
 * requests that it admits are still answered in time. No caller can take all that there is.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is being processed. */
    isInFlight: boolean;
  }
}

const SAMPLE_INTERVAL_MS = 1_000;

/**
 * For how long requests are admitted within one tick, as a part of that delay, and how many in any case:
 * of a caller who is alone, and of each of several. The delay is measured between ticks, and in a flood one tick can
 * take all there is.
 */
const MAX_TICK_PART = 0.3;
const MIN_PER_TICK = 100;
const MIN_PER_TICK_AND_CALLER = 10;
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
  const { holderOf } = app.connections;
  const isAdmitted = limitTicks(MAX_TICK_PART * maxDelayMs);
  // onRequest, so that the body of a rejected request is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    next(isAdmitted(holderOf(request)) ? undefined : serviceUnavailable);
  });
  limitInFlight(app);
}

/** Returns whether to admit another request of a caller in this tick. */
function limitTicks(maxTickMs: number): (holder: Holder) => boolean {
  let admitted = new Map<Holder, number>();
  let admittedCount = 0;
  let startedAtMs = 0;
  return (holder) => {
    if (admittedCount === 0) {
      startedAtMs = performance.now();
      setImmediate(() => {
        admitted = new Map();
        admittedCount = 0;
      });
    }
    const own = admitted.get(holder) ?? 0;
    const minimum = admitted.size > 1 ? MIN_PER_TICK_AND_CALLER : MIN_PER_TICK;
    if (own >= minimum && performance.now() - startedAtMs > maxTickMs) return false;
    admitted.set(holder, own + 1);
    admittedCount += 1;
    return true;
  };
}

function limitInFlight(app: FastifyInstance) {
  const { holderOf } = app.connections;
  const inFlight = createShares(MAX_IN_FLIGHT);
  app.decorateRequest('isInFlight', false);
  // preValidation, when the body has arrived: a client that sends none holds no place.
  app.addHook('preValidation', (request, _reply, next) => {
    const holder = holderOf(request);
    if (!inFlight.hasRoom(holder)) return next(serviceUnavailable);
    inFlight.take(holder);
    request.isInFlight = true;
    next();
  });
  // onSend, when it is processed: a client that does not read the response holds no place.
  app.addHook('onSend', (request, _reply, _payload, next) => {
    if (request.isInFlight) inFlight.release(holderOf(request));
    request.isInFlight = false;
    next();
  });
}

export default fp(overload, { name: 'overload', dependencies: ['connections', 'require-api-key'] });
