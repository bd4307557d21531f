// Time that passes only when a test says so.

import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Test } from 'tap';

/** How many ticks what a timer begins may take until it waits again. */
const TICKS = 20;

/**
 * Stops `performance.now` and the timers of a kind until the test ends.
 *
 * @returns a function that lets time pass, and what this begins run until it waits again
 */
export function stopTime(t: Test, timers: 'setTimeout' | 'setInterval' = 'setTimeout') {
  let nowMs = 0;
  const now = mock.method(performance, 'now', () => nowMs);
  mock.timers.enable({ apis: [timers] });
  syncBuiltinESMExports();
  t.teardown(() => {
    now.mock.restore();
    mock.timers.reset();
    syncBuiltinESMExports();
  });
  return async (ms: number, timersMs = ms) => {
    nowMs += ms;
    mock.timers.tick(timersMs);
    for (let i = 0; i < TICKS; i += 1) await nextTick();
  };
}
