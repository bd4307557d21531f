// Time as a model tells it: it stands still between two steps, and the time of day can be set.

import type { Clock } from '../../src/platform/async/clock.ts';
import type { PeriodicWork } from '../../src/platform/async/periodic-work.ts';

/** A day on which a run begins: any, at a whole second. */
const BEGINNING_MS = Date.UTC(2026, 5, 1, 12);

export type ModelTime = ReturnType<typeof createModelTime>;

export function createModelTime() {
  let wallMs = BEGINNING_MS;
  /** How far the time of day is ahead of the monotonic time. */
  let aheadMs = 0;
  const clock: Clock = { wallMs: () => wallMs, monotonicMs: () => wallMs - aheadMs };
  return {
    clock,
    pass(ms: number) {
      wallMs += ms;
    },
    /** Sets the time of day. No time passes. */
    set(bySeconds: number) {
      wallMs += bySeconds * 1_000;
      aheadMs += bySeconds * 1_000;
    },
    /** A process starts: its monotonic time begins with the time of day. */
    begin() {
      aheadMs = 0;
    },
    wallMs: clock.wallMs,
    monotonicMs: clock.monotonicMs,
    wallSeconds: () => Math.floor(wallMs / 1_000),
    nowSeconds: () => Math.floor((wallMs - aheadMs) / 1_000),
    aheadSeconds: () => aheadMs / 1_000,
  };
}

/** Work that is repeated whenever a test says so, and not by a timer. */
export function createManualWork() {
  const works: ((isLast: boolean) => Promise<number>)[] = [];
  let isKilled = false;
  const doAll = async (isLast: boolean) => {
    for (const work of works) await work(isLast);
  };
  const background: PeriodicWork = {
    repeat: (work) => void works.push(work),
    end: async () => {
      if (!isKilled) await doAll(true);
    },
  };
  return {
    background,
    tick: () => doAll(false),
    /** As if the process were killed: nothing is done when it ends. */
    kill() {
      isKilled = true;
    },
  };
}
