import type { FastifyBaseLogger } from 'fastify';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from '../database/index.ts';
import { startRegularWrites } from '../regular-writes.ts';
import { type CountedCaller, type Counters, currentSeconds, WINDOW_SECONDS } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';

const SEVERAL =
  'Other instances count in this database, and limits hold for each one alone: set REDIS_URL';

/**
 * Stores the day counts of counters in memory, so that they survive the process. Minute counts are
 * not worth the writes. A greater count that another instance has stored stays, with a warning.
 */
export async function createDurableCounters(
  counters: MemoryCounters,
  client: PrismaClient,
  log: FastifyBaseLogger,
): Promise<Counters> {
  /** The customers whose count has changed. */
  let unsaved = new Set<number>();
  let isWarned = false;

  const where = { openedAtSeconds: { gt: currentSeconds() - WINDOW_SECONDS.day } };
  for (const { customerId, openedAtSeconds, used } of await client.dayUsage.findMany({ where })) {
    const { day } = counters.usageOf(customerId, currentSeconds());
    Object.assign(day, { openedAtSeconds: Number(openedAtSeconds), used });
  }

  function count(caller: CountedCaller, amount: 0 | 1) {
    const counted = counters.count(caller, amount);
    const isChanged = amount === 1 && !counted.rejectedBy;
    if (isChanged && typeof caller.id === 'number') unsaved.add(caller.id);
    return counted;
  }

  const close = startRegularWrites(log, 'day counts are not stored', {
    take() {
      const ids = [...unsaved];
      unsaved = new Set();
      return ids;
    },
    async write(ids) {
      const rows = ids.map((id) => {
        const { day } = counters.usageOf(id, currentSeconds());
        return Prisma.sql`(${id}, ${day.openedAtSeconds}, ${day.used})`;
      });
      const lastDay = currentSeconds() - WINDOW_SECONDS.day;
      const written = await client.$executeRaw`
        INSERT INTO day_usages AS stored (customer_id, opened_at_seconds, used)
        VALUES ${Prisma.join(rows)}
        ON CONFLICT (customer_id)
        DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used
        WHERE stored.used <= excluded.used OR stored.opened_at_seconds <= ${lastDay}`;
      if (written === rows.length || isWarned) return;
      isWarned = true;
      log.warn(SEVERAL);
    },
    restore(ids) {
      for (const id of ids) unsaved.add(id);
    },
  });
  return { count, close };
}
