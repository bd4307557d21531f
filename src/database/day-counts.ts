// What customers have used of their days, where an instance counts in its memory.

import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from './database.ts';
import type { Integer, Query } from './statements.ts';

interface DayCount {
  readonly customerId: bigint;
  /** When the customer's day began; Unix time. */
  readonly openedAtSeconds: number;
  readonly used: number;
}

/** The days that began after a time. Prepared SQL, since a start needs no query compiler. */
export async function readDayCounts(query: Query, afterSeconds: number): Promise<DayCount[]> {
  const rows = await query<[customerId: Integer, openedAtSeconds: Integer, used: Integer]>(
    'SELECT customer_id, opened_at_seconds, used FROM day_usages WHERE opened_at_seconds > $1',
    [afterSeconds],
  );
  return rows.map(([customerId, openedAtSeconds, used]) => ({
    customerId: BigInt(customerId),
    openedAtSeconds: Number(openedAtSeconds),
    used: Number(used),
  }));
}

/**
 * Stores counts in one statement. Keeps a higher count of the same day, which another instance has
 * stored.
 *
 * @param overAtSeconds days that began until then are over
 * @returns how many counts are stored
 */
export async function storeDayCounts(
  client: PrismaClient,
  counts: readonly DayCount[],
  overAtSeconds: number,
): Promise<number> {
  // In order, so that two instances that write the same rows do not deadlock.
  const rows = counts
    .toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1))
    .map(({ customerId, openedAtSeconds, used }) => {
      return Prisma.sql`(${customerId}, ${openedAtSeconds}, ${used})`;
    });
  return client.$executeRaw`
    INSERT INTO day_usages AS stored (customer_id, opened_at_seconds, used)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (customer_id)
    DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used
    WHERE stored.used <= excluded.used OR stored.opened_at_seconds <= ${overAtSeconds}`;
}
