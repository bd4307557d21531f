// The time of day, which can be set, and the time that only passes.

import { uptime } from 'node:os';

export interface Clock {
  /**
   * The time of day in milliseconds: for what is shown or stored, and for what is compared with it.
   * It jumps when it is set, also back.
   */
  wallMs(): number;
  /**
   * Milliseconds that only pass, beginning with the time of day of the start: for ages, windows and
   * caches.
   */
  monotonicMs(): number;
}

/** How far the time of day may move against the monotonic time until it has jumped. */
const MAX_DRIFT_MS = 1_000;

/** What a machine knows of time. */
const MACHINE = {
  wallMs: Date.now,
  awakeMs: () => performance.now(),
  sinceBootMs: () => uptime() * 1_000,
};

/**
 * Makes the clock of this process. Node's monotonic time stands still while the machine is
 * suspended, and the time of day jumps afterwards as if it had been set. The time since the boot,
 * which takes a system call, tells which of the two has happened.
 */
export function createClock({ wallMs, awakeMs, sinceBootMs } = MACHINE): Clock {
  const beganAtMs = wallMs() - awakeMs();
  const asleepBeforeMs = sinceBootMs() - awakeMs();
  let aheadMs = beganAtMs;
  let suspendedMs = 0;

  return {
    wallMs,
    monotonicMs() {
      const nowMs = awakeMs();
      const newAheadMs = wallMs() - nowMs;
      if (Math.abs(newAheadMs - aheadMs) > MAX_DRIFT_MS) {
        aheadMs = newAheadMs;
        const asleepMs = sinceBootMs() - nowMs - asleepBeforeMs;
        // Otherwise the two are only read one after the other, and with different precision.
        if (asleepMs - suspendedMs > MAX_DRIFT_MS) suspendedMs = asleepMs;
      }
      return beganAtMs + nowMs + suspendedMs;
    },
  };
}

/** How far the clocks of machines that are kept in time may differ. */
export const MAX_DIFFERENCE_SECONDS = 5;

/**
 * Keeps how far one clock is ahead of another, in whole seconds, so that what is converted from one
 * to the other stays as it is until one of them is set.
 *
 * @param toleranceMs what rounding, and the time that reading them takes, can explain
 * @returns a function that takes what is measured
 */
export function createOffset(toleranceMs: number): (measuredMs: number) => number {
  let seconds = 0;
  return (measuredMs) => {
    if (Math.abs(measuredMs - seconds * 1_000) > toleranceMs) {
      seconds = Math.round(measuredMs / 1_000);
    }
    return seconds;
  };
}

/** More than half a second, so that an offset which lies between two stays with one of them. */
const ROUNDING_MS = 600;

/**
 * @returns a function that takes the monotonic time, if it was just read, and returns how far the
 *   time of day is ahead of it, in seconds
 */
export function createWallAhead({ wallMs, monotonicMs }: Clock): (nowMs?: number) => number {
  const offset = createOffset(ROUNDING_MS);
  return (nowMs = monotonicMs()) => offset(wallMs() - nowMs);
}
