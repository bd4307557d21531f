import type { FastifyBaseLogger } from 'fastify';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import { faultKind, type PrismaClient } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import type { CallerId, CountedWindow, Counters } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import type { Limits } from './plans.ts';
import { currentSeconds, WINDOW_SECONDS } from './window.ts';

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
): Promise<Counters & { close(): Promise<void> }> {
  const logFailure = createFailureLog(log, 'day counts are not stored');
  await restore(counters, client);
  let unsaved = new Map<CallerId, CountedWindow>();
  let flushing = Promise.resolve();

  function count(id: CallerId, limits: Limits, apiKeyId?: number) {
    const counted = counters.count(id, limits, apiKeyId);
    if (!counted.rejectedBy) unsaved.set(id, counted.usage.day);
    return counted;
  }

  async function save() {
    const days = unsaved;
    unsaved = new Map();
    await store(client, [...days]).catch((err) => {
      unsaved = new Map([...days, ...unsaved]);
      logFailure(err, faultKind(err));
    });
  }

  function flush() {
    // One after the other, so that an older count never overwrites a newer one.
    flushing = flushing.then(save);
    return flushing;
  }

  const timer = setInterval(flush, FLUSH_INTERVAL_MS).unref();

  function close() {
    clearInterval(timer);
    return flush().finally(logFailure.flush);
  }

  return { count, peek: counters.peek, close };
}

async function restore(counters: MemoryCounters, client: PrismaClient) {
  const where = { openedAtSeconds: { gt: currentSeconds() - WINDOW_SECONDS.day } };
  for (const { customerId, ...row } of await client.dayUsage.findMany({ where })) {
    const day = { openedAtSeconds: Number(row.openedAtSeconds), used: row.used };
    const usage = { minute: { openedAtSeconds: 0, used: 0 }, day };
    counters.adopt(customerId, usage, currentSeconds());
  }
}

async function store(client: PrismaClient, days: [CallerId, CountedWindow][]) {
  for (let start = 0; start < days.length; start += ROWS_PER_STATEMENT) {
    const rows = days
      .slice(start, start + ROWS_PER_STATEMENT)
      .map(([id, day]) => Prisma.sql`(${id}, ${day.openedAtSeconds}, ${day.used})`);
    await client.$executeRaw`
      INSERT INTO day_usages (customer_id, opened_at_seconds, used) VALUES ${Prisma.join(rows)}
      ON CONFLICT (customer_id)
      DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used`;
  }
}
