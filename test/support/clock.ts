// A clock that tests move.

export type Clock = ReturnType<typeof createClock>;

/** A clock for a service. It runs until a test stops it, and then only moves when it is told to. */
export function createClock() {
  let stoppedAtMs: number | undefined;
  /** How far it was set while it ran. */
  let setByMs = 0;
  /** How far the monotonic time is ahead: whole seconds, so that both count them at once. */
  let aheadMs = 0;

  const wallMs = () => stoppedAtMs ?? Date.now() + setByMs;

  /** Stops it at a time of day. Time passes until then, but to an earlier time of day it is set. */
  function stop(atMs = wallMs()) {
    const backMs = Math.max(0, wallMs() - atMs);
    aheadMs += Math.ceil(backMs / 1_000) * 1_000;
    stoppedAtMs = atMs;
  }

  return {
    wallMs,
    monotonicMs: () => wallMs() + aheadMs,
    stop,
    /** Lets time pass, and stops it there. */
    move: (seconds: number) => stop(wallMs() + seconds * 1_000),
    /** Sets the time of day. No time passes. */
    set(bySeconds: number) {
      const byMs = bySeconds * 1_000;
      aheadMs -= byMs;
      if (stoppedAtMs === undefined) setByMs += byMs;
      else stoppedAtMs += byMs;
    },
    /** A time from now. */
    inMs: (ms: number) => new Date(wallMs() + ms),
  };
}
