// A clock that tests move.

export type Clock = ReturnType<typeof createClock>;

/** A clock for a service. It runs until a test stops it, and then only moves when it is told to. */
export function createClock() {
  let stoppedAtMs: number | undefined;

  /** The time of day in milliseconds. */
  const now = () => stoppedAtMs ?? Date.now();

  function stop(atMs = now()) {
    stoppedAtMs = atMs;
  }

  return {
    now,
    stop,
    /** Moves it, and stops it there. */
    move: (seconds: number) => stop(now() + seconds * 1_000),
    /** A time from now. */
    inMs: (ms: number) => new Date(now() + ms),
  };
}
