import type { FastifyBaseLogger } from 'fastify';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import { faultKind, type PrismaClient } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import { type CountedCaller, type Counters, currentSeconds, WINDOW_SECONDS } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';

const SAVE_INTERVAL_MS = 1_000;
const ROWS_PER_STATEMENT = 500;

/**
 * Stores the day counts of counters in memory, so that they survive the process: a stop loses none,
 * a crash at most those of the last second. Minute counts are not worth the writes.
 */
export async function createDurableCounters(
  counters: MemoryCounters,
  client: PrismaClient,
  log: FastifyBaseLogger,
): Promise<Counters> {
  const logFailure = createFailureLog(log, 'day counts are not stored');
  /** The customers whose count has changed. */
  const unsaved = new Set<number>();
  let saving = Promise.resolve();

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

  async function saveAll() {
    while (unsaved.size > 0) {
      const ids = [...unsaved].slice(0, ROWS_PER_STATEMENT);
      for (const id of ids) unsaved.delete(id);
      try {
        await saveSome(ids);
      } catch (err) {
        for (const id of ids) unsaved.add(id);
        return logFailure(err, faultKind(err));
      }
    }
  }

  async function saveSome(ids: readonly number[]) {
    const rows = ids.map((id) => {
      const { day } = counters.usageOf(id, currentSeconds());
      return Prisma.sql`(${id}, ${day.openedAtSeconds}, ${day.used})`;
    });
    await client.$executeRaw`
      INSERT INTO day_usages (customer_id, opened_at_seconds, used) VALUES ${Prisma.join(rows)}
      ON CONFLICT (customer_id)
      DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used`;
  }

  function save() {
    // One after the other, so that an older count never overwrites a newer one.
    saving = saving.then(saveAll);
    return saving;
  }

  const timer = setInterval(save, SAVE_INTERVAL_MS).unref();
  return {
    count,
    async close() {
      clearInterval(timer);
      await save();
      logFailure.flush();
    },
  };
}
