import type { FastifyBaseLogger } from 'fastify';
import { reason } from '../faults.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Whether the replica is read from. It logs a line when that changes, or its reason does, not for each read. */
export function createAvailability(log: FastifyBaseLogger) {
  let isUp: boolean | undefined;
  let pausedUntilMs = 0;
  let pauseMs = FIRST_PAUSE_MS;
  const loggedReasons = new Set<string>();

  /** It cannot be read from now. */
  function failed(cause: unknown) {
    isUp = false;
    const text = reason(cause);
    if (loggedReasons.has(text)) return;
    loggedReasons.add(text);
    log.warn({ reason: text }, 'The replica is not read from: reads go to the primary');
  }

  /** A read has failed. If it is not the replica as a whole, reads will again: less and less is tried. */
  function readFailed(cause: unknown) {
    // Reads that were in flight together fail together.
    if (!isUp) return;
    pausedUntilMs = performance.now() + pauseMs;
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    failed(cause);
  }

  function succeeded() {
    if (isUp || performance.now() < pausedUntilMs) return;
    isUp = true;
    loggedReasons.clear();
    log.info('The replica is read from');
  }

  return {
    isUp: () => isUp === true,
    failed,
    readFailed,
    succeeded,
    readSucceeded() {
      pauseMs = FIRST_PAUSE_MS;
    },
  };
}
