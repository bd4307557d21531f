// Tells when the process has more to do than it can do in time.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

const RESOLUTION_MS = 10;
const INTERVAL_MS = 1_000;
/** A single slow second is no overload: it may be code that runs for the first time. */
const INTERVALS = 2;

export interface EventLoop {
  readonly isOverloaded: boolean;
}

/**
 * Watches the delay of the event loop while the application listens: what the process did before,
 * as while it started, is no overload.
 *
 * @returns whether the average delay exceeded `maxDelayMs` in each of the last seconds, now and
 *   from now on
 */
export function watchEventLoop(app: FastifyInstance, maxDelayMs: number): EventLoop {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const eventLoop = { isOverloaded: false };
  let slowIntervals = 0;
  let timer: NodeJS.Timeout | undefined;

  function measure() {
    // Not a number without a sample in the whole interval, as when the machine stood still.
    const delayMs = delays.mean / 1e6 - RESOLUTION_MS;
    slowIntervals = delayMs > maxDelayMs ? slowIntervals + 1 : 0;
    eventLoop.isOverloaded = slowIntervals >= INTERVALS;
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
  return eventLoop;
}
