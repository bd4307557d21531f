// The day counts of this process in the database, where an instance counts without Redis.

import type { FastifyInstance } from 'fastify';
import { startPeriodicWrites } from '../async/periodic-writes.ts';
import { type Database, readDayCounts, storeDayCounts } from '../database/index.ts';
import type { Counters } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import { WINDOW_SECONDS } from './windows.ts';

const OTHER_INSTANCES =
  'Other instances count in this database, so each instance enforces limits on its own: ' +
  'set REDIS_URL';

/**
 * Stores the day counts of counters in memory, so that they survive the process. Minute counts are
 * not worth the writes. A higher count of another instance is kept, with a warning.
 */
export async function createDurableCounters(
  counters: MemoryCounters,
  { client, query }: Pick<Database, 'client' | 'query'>,
  app: Pick<FastifyInstance, 'log' | 'addHook'>,
): Promise<Counters> {
  const { changed, currentSeconds } = counters;
  const dayAgoSeconds = () => currentSeconds() - WINDOW_SECONDS.day;
  const dayOf = (id: number) =>
    counters.openWindows({ kind: 'customer', id }, currentSeconds()).day;
  let isWarned = false;
  for (const { customerId, openedAtSeconds, used } of await readDayCounts(query, dayAgoSeconds())) {
    Object.assign(dayOf(customerId), { openedAtSeconds, admitted: used });
  }

  const close = startPeriodicWrites(app, 'day counts could not be stored', {
    take() {
      const ids = [...changed];
      changed.clear();
      return ids;
    },
    async write(ids) {
      const counts = ids.map((customerId) => {
        const { openedAtSeconds, admitted } = dayOf(customerId);
        return { customerId, openedAtSeconds, used: admitted };
      });
      const written = await storeDayCounts(client, counts, dayAgoSeconds());
      if (written === counts.length || isWarned) return;
      isWarned = true;
      app.log.warn(OTHER_INSTANCES);
    },
    restore(ids) {
      for (const id of ids) changed.add(id);
    },
  });
  return { count: counters.count, look: counters.look, close };
}
