// What customers have used of their days, where an instance counts in its memory.

import { Prisma } from '../../../generated/platform/prisma/client.ts';
import {
  DAY_MS,
  type Database,
  type Integer,
  isInJson,
  type PrismaClient,
  removalOf,
} from '../database/index.ts';

/** The tables of counts: of customers' plans, and of their reserves. */
const TABLES = { customer: 'day_usages', reserve: 'account_day_usages' } as const;

/** What is counted: requests against a customer's plan, or against its reserve. */
export type DayCountKind = keyof typeof TABLES;

interface DayCount {
  readonly customerId: bigint;
  /** When the customer's day began; Unix time. */
  readonly openedAtSeconds: number;
  readonly used: number;
}

/**
 * Reads the days of customers that began after a time, of both kinds. Prepared SQL, since the first
 * request of each customer waits for it.
 */
export async function readDayCounts(
  { provider, query }: Pick<Database, 'provider' | 'query'>,
  customerIds: readonly bigint[],
  afterSeconds: number,
): Promise<(DayCount & { readonly kind: DayCountKind })[]> {
  const ids = `[${customerIds.join()}]`;
  const rows = await query<[DayCountKind, customerId: Integer, opened: Integer, used: Integer]>(
    `SELECT 'customer', customer_id, opened_at_seconds, used FROM ${TABLES.customer}
      WHERE customer_id ${isInJson(provider, '$1', 'bigint')} AND opened_at_seconds > $2
    UNION ALL SELECT 'reserve', customer_id, opened_at_seconds, used FROM ${TABLES.reserve}
      WHERE customer_id ${isInJson(provider, '$3', 'bigint')} AND opened_at_seconds > $4`,
    [ids, afterSeconds, ids, afterSeconds],
  );
  return rows.map(([kind, customerId, openedAtSeconds, used]) => ({
    kind,
    customerId: BigInt(customerId),
    openedAtSeconds: Number(openedAtSeconds),
    used: Number(used),
  }));
}

/**
 * Stores counts in one statement. Keeps a higher count of the same day, which another instance has
 * stored.
 *
 * @param nowSeconds a day that began later was stored by a clock that has been set back since
 * @param overAtSeconds days that began until then are over
 * @returns how many counts are stored
 */
export async function storeDayCounts(
  client: PrismaClient,
  kind: DayCountKind,
  counts: readonly DayCount[],
  { nowSeconds, overAtSeconds }: { readonly nowSeconds: number; readonly overAtSeconds: number },
): Promise<number> {
  // In order, so that two instances that write the same rows do not deadlock.
  const rows = counts
    .toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1))
    .map(({ customerId, openedAtSeconds, used }) => {
      return Prisma.sql`(${customerId}, ${openedAtSeconds}, ${used})`;
    });
  return client.$executeRaw`
    INSERT INTO ${Prisma.raw(TABLES[kind])} AS stored (customer_id, opened_at_seconds, used)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (customer_id)
    DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used
    WHERE stored.used <= excluded.used
      OR stored.opened_at_seconds <= ${overAtSeconds} OR stored.opened_at_seconds > ${nowSeconds}`;
}

/** What removes counts of days that are over. */
export const dayCountRemovals = Object.values(TABLES).map((table) =>
  removalOf({
    table,
    key: ['customer_id'],
    column: 'opened_at_seconds',
    valueAt: (nowMs) => Math.floor((nowMs - DAY_MS) / 1_000),
  }),
);
