const FIRST_MS = 500;
const LONGEST_MS = 10_000;
const GROWTH = 1.25;
/** An outage that begins later than this after the last one has nothing to do with it. */
const CALM_MS = 60_000;

/**
 * How long to wait between attempts to end an outage: longer for each one that follows another closely,
 * so that a server that comes and goes causes few of them. Times are in milliseconds, by any clock.
 */
export function createRetryDelays() {
  const latest = new Map<string, { readonly delayMs: number; readonly endedAtMs: number }>();

  return {
    /** Returns how long to wait in an outage of a server that begins now. */
    begin(server: string, nowMs: number): number {
      for (const [name, { endedAtMs }] of latest) {
        if (nowMs - endedAtMs > CALM_MS) latest.delete(name);
      }
      const last = latest.get(server);
      return last ? Math.min(last.delayMs * GROWTH, LONGEST_MS) : FIRST_MS;
    },
    end(server: string, delayMs: number, nowMs: number) {
      latest.set(server, { delayMs, endedAtMs: nowMs });
    },
  };
}
