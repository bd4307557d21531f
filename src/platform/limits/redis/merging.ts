// Checks Redis, and tells it what was counted here while it failed: so an outage ends, also for
// callers that send no request.

import type { CountedCaller } from '../counting/counters.ts';
import { MAX_TOGETHER } from './commands.ts';
import type { Outage } from './outage.ts';

/** Checks Redis while it fails for no caller. It writes, since a full Redis rejects only writes. */
export const CHECK: CountedCaller = {
  kind: 'address',
  id: 'check',
  limits: { perMinute: 1, perDay: Number.POSITIVE_INFINITY },
};

/**
 * The pause between two attempts to tell Redis what was counted here, and without failures between
 * two checks, which also show the clock of Redis. A lost connection is opened anew meanwhile, as
 * `retryStrategy` in client.ts says.
 */
const PAUSE_MS = 500;

/**
 * Tells Redis what was counted here, without waiting for the next request of each caller: once, and
 * from then on after each pause.
 *
 * @param tell tells Redis of a caller; undefined where Redis fails
 * @returns a function that ends this, after a last time
 */
export async function startMerging(
  outage: Outage,
  tell: (caller: CountedCaller) => Promise<object | undefined>,
) {
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  let merging = mergeRepeatedly();
  await merging;

  async function mergeRepeatedly() {
    await merge();
    if (isEnding) return;
    const next = () => {
      merging = mergeRepeatedly();
    };
    timer = setTimeout(next, PAUSE_MS).unref();
  }

  /** For one caller, and if that works, for all others. */
  async function merge() {
    const [first = CHECK] = outage.callers();
    if (!(await tell(first))) return;
    const others = outage.callers();
    // Not all at once: requests would wait meanwhile, and the last of many callers would time out
    // again, so that the outage would never end.
    for (let i = 0; i < others.length; i += MAX_TOGETHER) {
      const states = await Promise.all(others.slice(i, i + MAX_TOGETHER).map(tell));
      if (!states.some(Boolean)) return;
    }
  }

  return async function end() {
    isEnding = true;
    clearTimeout(timer);
    await merging;
    // For what was counted since that merge began.
    await merge();
  };
}
