import type { FastifyInstance } from 'fastify';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import { startPeriodicWrites } from '../async/periodic-writes.ts';
import type { Database, Int32, Int64 } from '../database/index.ts';
import { type Counters, WINDOW_SECONDS } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';

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
  let isWarned = false;
  // Prepared SQL, since the start does not wait for Prisma's query compiler.
  const stored = await query<[customerId: Int32, openedAtSeconds: Int64, used: Int32]>(
    'SELECT customer_id, opened_at_seconds, used FROM day_usages WHERE opened_at_seconds > $1',
    [currentSeconds() - WINDOW_SECONDS.day],
  );
  for (const [customerId, openedAtSeconds, admitted] of stored) {
    const { day } = counters.openWindows(Number(customerId), currentSeconds());
    Object.assign(day, { openedAtSeconds: Number(openedAtSeconds), admitted: Number(admitted) });
  }

  const close = startPeriodicWrites(app, 'day counts could not be stored', {
    take() {
      const ids = [...changed];
      changed.clear();
      return ids;
    },
    async write(ids) {
      const rows = ids.map((id) => {
        const { day } = counters.openWindows(id, currentSeconds());
        return Prisma.sql`(${id}, ${day.openedAtSeconds}, ${day.admitted})`;
      });
      const dayAgo = currentSeconds() - WINDOW_SECONDS.day;
      const written = await client.$executeRaw`
        INSERT INTO day_usages AS stored (customer_id, opened_at_seconds, used)
        VALUES ${Prisma.join(rows)}
        ON CONFLICT (customer_id)
        DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used
        WHERE stored.used <= excluded.used OR stored.opened_at_seconds <= ${dayAgo}`;
      if (written === rows.length || isWarned) return;
      isWarned = true;
      app.log.warn(OTHER_INSTANCES);
    },
    restore(ids) {
      for (const id of ids) changed.add(id);
    },
  });
  return { count: counters.count, close };
}
