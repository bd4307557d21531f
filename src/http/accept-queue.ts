import type { Server } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';

/** What Node listens with. `listen` can be called again for another length of the queue. */
interface Listening {
  readonly _handle?: { listen(backlog: number): number } | null;
}

/** What comes in the rest of a tick has not been seen: only after one this short the server may close. */
const SHORT_TICK_MS = 0.2;

/**
 * Waits until no connection waits to be accepted: one is in each tick. The system has completed them, so that
 * their clients may have sent a request, and would reset them when the server closes. No more than one can join
 * them at a time: the system drops the first packet of the others, who repeat it a second later.
 *
 * @param timeoutMs how long to wait where connections keep coming
 */
export async function untilAllAccepted(server: Server, timeoutMs: number): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  (server as Listening)._handle?.listen(0);
  let nowMs = performance.now();
  let tickMs = 0;
  while ((hasAccepted || tickMs > SHORT_TICK_MS) && nowMs < endMs) {
    hasAccepted = false;
    await endOfTick();
    tickMs = performance.now() - nowMs;
    nowMs += tickMs;
  }
  server.off('connection', onConnection);
}
