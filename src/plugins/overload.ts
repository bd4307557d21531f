import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { RETRY_AFTER_SECONDS, serviceUnavailable } from '../errors.js';

/*
 * Turns requests away while this process has more work than it can do, early and cheaply, so that
 * the ones that it accepts are still answered in time.
 */

export interface OverloadOptions {
  /** How late the event loop may run. */
  readonly maxDelayMs: number;
}

const SAMPLE_INTERVAL_MS = 1_000;

async function overload(app: FastifyInstance, { maxDelayMs }: OverloadOptions) {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: SAMPLE_INTERVAL_MS,
    pressureHandler: async (_request, _reply, _type, delayMs) => {
      // Not measured: the process was busy for a whole interval, as it is while it starts.
      if (delayMs === Number.POSITIVE_INFINITY) return;
      throw serviceUnavailable(RETRY_AFTER_SECONDS);
    },
  });
}

export default fp(overload, { name: 'overload', dependencies: ['require-api-key'] });
