// How far the clock of this instance is ahead of others that it depends on: what they store, and
// when they say that a limit resets, would be off by as much.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Clock, MAX_DIFFERENCE_SECONDS } from '../async/clock.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';

/** Whose clock it is that this one is compared with. */
type OtherClock = 'redis' | 'database';

const NAMES: Readonly<Record<OtherClock, string>> = { redis: 'Redis', database: 'the database' };

const MAX_DIFFERENCE_MS = MAX_DIFFERENCE_SECONDS * 1_000;

interface Difference {
  readonly aheadMs: number;
  /** What was logged last; 0 while the clocks agree. */
  readonly loggedMs: number;
}

/** How often the database is asked for its time. Redis tells its own when it is checked. */
const SERVER_TIME_MS = 10_000;

interface ClockContext {
  readonly database: { readonly provider: string };
  readonly clock: Clock;
  readonly background: PeriodicWork;
}

/**
 * Compares the clock of this instance with that of the database server, for as long as it responds,
 * and with those that others note.
 */
export function watchClocks(
  app: FastifyInstance,
  { database, clock, background }: ClockContext,
  readServerTime: () => Promise<number | undefined>,
): ClockDifferences {
  const differences = watchClock(clock, app.log);
  if (database.provider === 'sqlite') return differences;
  background.repeat(async (isLast) => {
    const sentAtMs = clock.monotonicMs();
    // A failure is that of the database, of which requests and /readyz tell.
    const serverMs = isLast ? undefined : await readServerTime().catch(() => undefined);
    if (serverMs !== undefined) differences.note('database', serverMs, sentAtMs);
    return SERVER_TIME_MS;
  }, 0);
  return differences;
}

export type ClockDifferences = ReturnType<typeof watchClock>;

/** Logs when the clock begins to differ, when it differs otherwise, and when it agrees again. */
export function watchClock(clock: Clock, log: FastifyBaseLogger) {
  const differences = new Map<OtherClock, Difference>();

  /** 0 for what the time since the request can explain: a busy process reads a response late. */
  function aheadOf(theirMs: number, sentAtMs: number): number {
    const latestMs = clock.wallMs();
    const earliestMs = latestMs - (clock.monotonicMs() - sentAtMs);
    if (theirMs > latestMs) return latestMs - theirMs;
    return Math.max(0, earliestMs - theirMs);
  }

  return {
    /**
     * Takes what another clock has shown.
     *
     * @param theirMs the time of day
     * @param sentAtMs when this instance has asked for it, in monotonic time
     */
    note(place: OtherClock, theirMs: number, sentAtMs: number) {
      const aheadMs = aheadOf(theirMs, sentAtMs);
      const { loggedMs } = differences.get(place) ?? { loggedMs: 0 };
      // In between nothing is logged, so that a difference which varies a little is logged once.
      const isOff = Math.abs(aheadMs) > MAX_DIFFERENCE_MS;
      const agrees = Math.abs(aheadMs) < MAX_DIFFERENCE_MS / 2;
      if (isOff && Math.abs(aheadMs - loggedMs) > MAX_DIFFERENCE_MS) {
        differences.set(place, { aheadMs, loggedMs: aheadMs });
        log.warn(`The clock of this instance is ${describe(place, aheadMs)}: correct one of them`);
      } else {
        differences.set(place, { aheadMs, loggedMs: agrees ? 0 : loggedMs });
        if (agrees && loggedMs !== 0)
          log.info(`The clock of this instance agrees with ${NAMES[place]}`);
      }
    },
    /** Those that are known, in seconds. */
    aheadSeconds: () =>
      [...differences].map(([place, { aheadMs }]) => [place, aheadMs / 1_000] as const),
    /** Says for people how the clock differs; undefined while it agrees with all. */
    description(): string | undefined {
      const off = [...differences].filter(([, { loggedMs }]) => loggedMs !== 0);
      if (off.length === 0) return undefined;
      return off.map(([place, { aheadMs }]) => describe(place, aheadMs)).join(', ');
    },
  };
}

function describe(place: OtherClock, aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${NAMES[place]}`;
}
