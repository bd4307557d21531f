import type { FastifyBaseLogger } from 'fastify';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Counters } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import { currentSeconds, emptyWindow, WINDOW_SECONDS, type Window } from './window.ts';

const FLUSH_INTERVAL_MS = 1_000;
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
  await restore(counters, client);
  let unsaved = new Map<number, Window>();
  let flushing = Promise.resolve();

  async function save() {
    unsaved = new Map([...unsaved, ...counters.takeChangedDays()]);
    const days = [...unsaved];
    for (let start = 0; start < days.length; start += ROWS_PER_STATEMENT) {
      await store(client, days.slice(start, start + ROWS_PER_STATEMENT));
    }
    unsaved.clear();
  }

  /** Saves one after the other, so that an older count never overwrites a newer one. */
  function flush() {
    flushing = flushing.then(save).catch((err) => log.error({ err }, 'day counts are not stored'));
    return flushing;
  }

  const timer = setInterval(flush, FLUSH_INTERVAL_MS).unref();

  async function close() {
    clearInterval(timer);
    await flush();
    await counters.close();
  }

  return { count: counters.count, peek: counters.peek, close };
}

async function restore(counters: MemoryCounters, client: PrismaClient) {
  const oldestOpenDay = currentSeconds() - WINDOW_SECONDS.day;
  const days = await client.dayUsage.findMany({
    where: { openedAtSeconds: { gt: oldestOpenDay } },
  });
  for (const { customerId, openedAtSeconds, used } of days) {
    counters.adopt(customerId, {
      minute: emptyWindow(),
      day: { openedAtSeconds: Number(openedAtSeconds), used },
    });
  }
}

async function store(client: PrismaClient, days: [number, Window][]) {
  const rows = days.map(([id, day]) => Prisma.sql`(${id}, ${day.openedAtSeconds}, ${day.used})`);
  await client.$executeRaw`
    INSERT INTO day_usages (customer_id, opened_at_seconds, used) VALUES ${Prisma.join(rows)}
    ON CONFLICT (customer_id)
    DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used`;
}
