import type { Server } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';

/** In each tick one connection is accepted, if one waits. More than one, in case a tick has not looked. */
const TICKS = 3;

/**
 * Waits until no connection waits to be accepted. The system has completed these, so that their clients
 * have perhaps sent a request, and it resets them when the server closes.
 *
 * @param timeoutMs how long to wait where connections keep coming
 */
export async function untilAllAccepted(server: Server, timeoutMs: number): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  let ticks = 0;
  const onConnection = () => {
    ticks = 0;
  };
  server.on('connection', onConnection);
  for (; ticks < TICKS && performance.now() < endMs; ticks += 1) await endOfTick();
  server.off('connection', onConnection);
}
