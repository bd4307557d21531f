// The day counts of this process in the database, where an instance counts without Redis.

import { type PeriodicWork, repeatWrites } from '../async/periodic-work.ts';
import { type Database, readDayCounts, storeDayCounts } from '../database/index.ts';
import type { MemoryCounters } from './memory-counters.ts';
import { WINDOW_SECONDS } from './windows.ts';

const OTHER_INSTANCES =
  'Other instances count in this database, so each instance enforces limits on its own: ' +
  'set REDIS_URL';

interface DayCountOptions {
  readonly database: Pick<Database, 'client' | 'query'>;
  readonly background: PeriodicWork;
  /** Takes one line that the operator should read. */
  readonly warn: (message: string) => void;
  /** Takes the error when counts cannot be stored now. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Goes on with the stored day counts of customers, and stores them in the background, so that they
 * survive the process. Minute counts are not worth the writes. A higher count of another instance
 * is kept, with a warning.
 */
export async function keepDayCounts(
  counters: MemoryCounters,
  { database, background, warn, onFailure }: DayCountOptions,
): Promise<void> {
  const { client, query } = database;
  const { now } = counters;
  const toWallSeconds = (seconds: number) => seconds + now().wallAheadSeconds;
  const dayAgoSeconds = () => toWallSeconds(now().seconds) - WINDOW_SECONDS.day;
  const dayWindowOf = (id: bigint) =>
    counters.openWindows({ kind: 'customer', id }, now().seconds).day;
  let isWarned = false;
  for (const { customerId, openedAtSeconds, used } of await readDayCounts(query, dayAgoSeconds())) {
    Object.assign(dayWindowOf(customerId), { openedAtSeconds, admitted: used });
  }

  repeatWrites(background, {
    take: () => counters.takeChanged('customer'),
    async write(ids) {
      const counts = ids.map((customerId) => {
        const { openedAtSeconds, admitted } = dayWindowOf(customerId);
        return { customerId, openedAtSeconds, used: admitted };
      });
      const written = await storeDayCounts(client, counts, dayAgoSeconds());
      if (written === counts.length || isWarned) return;
      isWarned = true;
      warn(OTHER_INSTANCES);
    },
    restore: (ids) => counters.restoreChanged('customer', ids),
    onFailure,
  });
}
