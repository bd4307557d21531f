// The day counts of this process in the database, where an instance counts without Redis.

import { MAX_DIFFERENCE_SECONDS } from '../async/clock.ts';
import { type PeriodicWork, repeatWrites } from '../async/periodic-work.ts';
import { batchByTick } from '../async/ticks.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { type Database, isFaultOfRow } from '../database/index.ts';
import type { CountedCaller, Counters } from './counting/counters.ts';
import type { MemoryCounters } from './counting/memory-counters.ts';
import { WINDOW_SECONDS } from './counting/windows.ts';
import { type DayCountKind, readDayCounts, storeDayCounts } from './stored-day-counts.ts';

const OTHER_INSTANCES =
  'Other instances count in this database, so each instance enforces limits on its own: ' +
  'set REDIS_URL';

/** How long the first request of a customer waits for its count: as long as for its key. */
const MAX_WAIT_MS = 1_000;

interface DayCountOptions {
  readonly database: Pick<Database, 'provider' | 'client' | 'query'>;
  readonly background: PeriodicWork;
  /** Takes one line that the operator should read. */
  readonly warn: (message: string) => void;
  /** Takes the error when counts cannot be stored now. */
  readonly onFailure: (error: unknown) => void;
  /** Takes an error that names the customer whose count cannot be stored at all, and its kind. */
  readonly onLost: (error: Error, kind: string) => void;
}

/**
 * Counts in memory, and goes on with the stored day counts of customers: the count of a customer is
 * read when this instance first sees it, so that a start costs the same however many there are. All
 * counts are stored in the background, so that they survive the process. Minute counts are not
 * worth the writes. A higher count of another instance is kept, with a warning.
 *
 * @returns counters that throw the fault of the database, or ETIMEDOUT after a second, for a
 *   customer whose count cannot be read: nobody gets more than its plan by a restart
 */
export function keepDayCounts(counters: MemoryCounters, options: DayCountOptions): Counters {
  const untilKnown = readWhenNeeded(counters, options.database);
  repeatStoring(counters, options);
  return {
    forgetRejections: counters.forgetRejections,
    count(caller) {
      const known = untilKnown(caller);
      return known ? known.then(() => counters.count(caller)) : counters.count(caller);
    },
    /** Shows what this instance knows if the count cannot be read. */
    look(caller) {
      const known = untilKnown(caller)?.catch(() => undefined);
      return known ? known.then(() => counters.look(caller)) : counters.look(caller);
    },
  };
}

/** The time of day, which is what is stored. */
function wallSecondsOf({ now }: MemoryCounters): number {
  const { seconds, wallAheadSeconds } = now();
  return seconds + wallAheadSeconds;
}

/** Days that began until then, by the time of day, are over. */
function overAtSecondsOf(counters: MemoryCounters): number {
  return wallSecondsOf(counters) - WINDOW_SECONDS.day;
}

function dayWindowOf(counters: MemoryCounters, kind: DayCountKind, id: bigint) {
  return counters.openWindows({ kind, id }, counters.now().seconds).day;
}

/**
 * @returns a function that waits until this instance knows the count of a caller; undefined if it
 *   knows the count already
 */
function readWhenNeeded(counters: MemoryCounters, database: DayCountOptions['database']) {
  const inFlight = new Map<bigint, Promise<void>>();

  const read = batchByTick(async (ids: readonly bigint[]) => {
    const counts = await readDayCounts(database, ids, overAtSecondsOf(counters));
    const found = Map.groupBy(counts, ({ customerId }) => customerId);
    return ids.map((id) => found.get(id) ?? []);
  });

  /**
   * Concurrent first requests of a customer share a statement. The next begins once it has ended.
   */
  function begin(id: bigint): Promise<void> {
    const reading = read(id).finally(() => inFlight.delete(id));
    const continued = reading.then((stored) => {
      for (const { kind, openedAtSeconds, used } of stored) {
        // What this instance has counted itself may not be stored yet.
        if (counters.isKnown({ kind, id })) continue;
        const window = dayWindowOf(counters, kind, id);
        window.openedAtSeconds = openedAtSeconds - counters.now().wallAheadSeconds;
        window.admitted = used;
        // Stored by a clock that was ahead: it opens now, and is stored anew.
        if (window.openedAtSeconds > counters.now().seconds) counters.addChanged(kind, [id]);
      }
      // Known from now on, also without a stored count.
      dayWindowOf(counters, 'customer', id);
    });
    const known = withTimeout(continued, MAX_WAIT_MS);
    inFlight.set(id, known);
    return known;
  }

  return (caller: CountedCaller): Promise<void> | undefined => {
    if (caller.kind === 'address' || counters.isKnown(caller)) return undefined;
    return inFlight.get(caller.id) ?? begin(caller.id);
  };
}

/** Stores the counts that have changed, of both kinds, once a second and at the end. */
function repeatStoring(
  counters: MemoryCounters,
  { database, background, warn, onFailure, onLost }: DayCountOptions,
) {
  let isWarned = false;

  async function write(kind: DayCountKind, ids: readonly bigint[]) {
    const { wallAheadSeconds } = counters.now();
    const counts = ids.map((customerId) => {
      const { openedAtSeconds, admitted } = dayWindowOf(counters, kind, customerId);
      return {
        customerId,
        openedAtSeconds: openedAtSeconds + wallAheadSeconds,
        used: admitted,
      };
    });
    const written = await storeDayCounts(database.client, kind, counts, {
      nowSeconds: wallSecondsOf(counters) + MAX_DIFFERENCE_SECONDS,
      overAtSeconds: overAtSecondsOf(counters),
    });
    if (written === counts.length || isWarned) return;
    isWarned = true;
    warn(OTHER_INSTANCES);
  }

  for (const kind of ['customer', 'reserve'] as const) {
    repeatWrites(background, {
      take: takeChanges(counters, kind),
      write: (ids) => write(kind, ids),
      restore: (ids) => counters.addChanged(kind, ids),
      onFailure,
      isFaultOfRow,
      onLost(id, cause) {
        const name = `day count of the customer ${id}`;
        onLost(new Error(`The ${name} cannot be stored`, { cause }), name);
      },
    });
  }
}

/**
 * @returns a function that takes the counts to store: those that have changed, or all once the
 *   clock was set, since days are stored by the time of day. Otherwise a day would end early or
 *   late once it is read again.
 */
function takeChanges(counters: MemoryCounters, kind: DayCountKind) {
  let storedAheadSeconds = counters.now().wallAheadSeconds;
  return () => {
    const { wallAheadSeconds } = counters.now();
    if (wallAheadSeconds !== storedAheadSeconds) counters.addAllChanged(kind);
    storedAheadSeconds = wallAheadSeconds;
    return counters.takeChanged(kind);
  };
}
