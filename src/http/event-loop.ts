// Tells when the process has more to do than it can do in time.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

const RESOLUTION_MS = 10;
const INTERVAL_MS = 1_000;

/**
 * Watches the delay of the event loop while the application listens: what the process did before,
 * as while it started, is no overload.
 *
 * @returns whether the average delay of the last second was larger
 */
export function watchEventLoop(app: FastifyInstance, maxDelayMs: number): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let isOverloaded = false;
  let timer: NodeJS.Timeout | undefined;

  function measure() {
    // Without a sample in the whole interval, the average is not a number.
    const delayMs = delays.mean / 1e6 - RESOLUTION_MS;
    isOverloaded = delayMs > maxDelayMs;
    delays.reset();
  }

  app.addHook('onListen', async () => {
    delays.enable();
    timer = setInterval(measure, INTERVAL_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  return () => isOverloaded;
}
