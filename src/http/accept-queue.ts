import type { Server } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';

/** What Node listens with. `listen` can be called again for another length of the queue. */
interface Listening {
  readonly _handle?: { listen(backlog: number): number } | null;
}

/** What comes in the rest of a tick has not been seen: only after one this short the server may close. */
const SHORT_TICK_MS = 0.2;

/** A client that the queue has had no room for sends its request again after 200 ms. */
const REPEATED_MS = 300;

/**
 * Waits until no connection waits to be accepted: one is in each tick. The system has completed them, so that
 * their clients may have sent a request, and would reset them when the server closes. Where connections keep
 * coming, no more than one at a time is let in at last, so that hardly any is reset.
 *
 * @param timeoutMs how long to wait where connections keep coming
 */
export async function untilAllAccepted(server: Server, timeoutMs: number): Promise<void> {
  const hasAccepted = await accept(server, 0, timeoutMs / 2);
  if (!hasAccepted) return;
  (server as Listening)._handle?.listen(0);
  await accept(server, Math.min(REPEATED_MS, timeoutMs / 4), timeoutMs / 2);
}

/** Waits at least and at most so long until no connection waits. Returns whether any has been accepted. */
async function accept(server: Server, leastMs: number, mostMs: number): Promise<boolean> {
  const startMs = performance.now();
  let acceptedCount = 0;
  const onConnection = () => {
    acceptedCount += 1;
  };
  server.on('connection', onConnection);
  let nowMs = startMs;
  let isIdle = false;
  while ((!isIdle || nowMs - startMs < leastMs) && nowMs - startMs < mostMs) {
    const countBefore = acceptedCount;
    await endOfTick();
    const tickMs = performance.now() - nowMs;
    isIdle = acceptedCount === countBefore && tickMs <= SHORT_TICK_MS;
    nowMs += tickMs;
  }
  server.off('connection', onConnection);
  return acceptedCount > 0;
}
