import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { serviceUnavailable } from '../contract/index.ts';

/*
 * Rejects requests while this process has more work than it can do, early and cheaply, so that those that it
 * admits still get their response in time.
 */

/** @param maxDelayMs how late the event loop may run, on average over a second */
async function overload(app: FastifyInstance, { maxDelayMs }: { readonly maxDelayMs: number }) {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: async (_request, _reply, _type, delayMs) => {
      // Not measured: the process was busy for a whole interval, as it is while it starts.
      if (delayMs !== Number.POSITIVE_INFINITY) throw serviceUnavailable;
    },
  });
}

export default fp(overload, { name: 'overload' });
