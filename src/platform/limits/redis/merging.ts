// Tells Redis what was counted here, without waiting for the next request of each caller.

import { MAX_TOGETHER } from './commands.ts';
import { CHECK, type CountInRedis } from './counting.ts';
import type { FailingCallers } from './failing-callers.ts';

/** How long Redis is left alone for a caller for whom it has failed. */
const PAUSE_MS = 500;

/**
 * Merges once, and from then on after each pause.
 *
 * @returns a function that ends this, after a last time
 */
export async function startMerging(failing: FailingCallers, countInRedis: CountInRedis) {
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
    const [first = CHECK] = failing;
    if (!(await countInRedis(first, 0))) return;
    const others = [...failing];
    // Not all at once: requests would wait meanwhile, and the last of many callers would time out
    // again, so that the outage would never end.
    for (let i = 0; i < others.length; i += MAX_TOGETHER) {
      const portion = others.slice(i, i + MAX_TOGETHER);
      const states = await Promise.all(portion.map((caller) => countInRedis(caller, 0)));
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
