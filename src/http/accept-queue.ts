import type { Server } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';

/** What Node listens with. `listen` can be called again for another length of the queue. */
interface Listening {
  readonly _handle?: { listen(backlog: number): number } | null;
}

/** What comes in the rest of a tick has not been seen: only after one this short the server may close. */
const SHORT_TICK_MS = 0.2;

/** A client that the queue has had no room for sends its request again after 200 ms, and then after 400 ms. */
const REPEATED_MS = 500;

/**
 * Waits until no connection waits to be accepted: one is in each tick. The system has completed them, so that
 * their clients may have sent a request, and would reset them when the server closes. Where connections keep
 * coming, no more than one is let in at a time in the second half of the wait, so that hardly any is reset.
 *
 * @param timeoutMs how long to wait where connections keep coming
 */
export async function untilAllAccepted(server: Server, timeoutMs: number): Promise<void> {
  if (await areAllAccepted(server, 0, timeoutMs / 2)) return;
  (server as Listening)._handle?.listen(0);
  await areAllAccepted(server, Math.min(REPEATED_MS, timeoutMs / 4), timeoutMs / 2);
}

/** Waits at least and at most so long. Returns whether no connection waits then. */
async function areAllAccepted(server: Server, leastMs: number, mostMs: number): Promise<boolean> {
  const startMs = performance.now();
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  let nowMs = startMs;
  let tickMs = 0;
  const isIdle = () => !hasAccepted && tickMs <= SHORT_TICK_MS;
  while ((!isIdle() || nowMs - startMs < leastMs) && nowMs - startMs < mostMs) {
    hasAccepted = false;
    await endOfTick();
    tickMs = performance.now() - nowMs;
    nowMs += tickMs;
  }
  server.off('connection', onConnection);
  return isIdle();
}
