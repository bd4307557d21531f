import { type KeyUsage, Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from './database.ts';
import type { Integer } from './statements.ts';

interface LatestUse {
  readonly id: Integer;
  /** Null for a key that was never used. */
  readonly lastUsedAt: Date | string | null;
  /** Null for a key that was not used today. */
  readonly usedToday: Integer | null;
}

/** The day of a time in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Adds usages to the stored ones, in one statement, since other instances add theirs too. */
export async function addKeyUsages(
  client: PrismaClient,
  usages: readonly KeyUsage[],
): Promise<void> {
  // In order, so that two instances that write the same rows do not deadlock.
  const rows = usages.toSorted(byPrimaryKey).map((usage) => {
    const { apiKeyId, day, operation, requests, clientErrors, lastUsedAt } = usage;
    const values = [apiKeyId, day, operation, requests, clientErrors, lastUsedAt];
    return Prisma.sql`(${Prisma.join(values)})`;
  });
  await client.$executeRaw`
    INSERT INTO key_usages AS k (api_key_id, day, operation, requests, client_errors, last_used_at)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (api_key_id, day, operation) DO UPDATE SET
      requests = k.requests + excluded.requests,
      client_errors = k.client_errors + excluded.client_errors,
      last_used_at = CASE
        WHEN excluded.last_used_at > k.last_used_at THEN excluded.last_used_at
        ELSE k.last_used_at END`;
}

function byPrimaryKey(one: KeyUsage, other: KeyUsage): number {
  if (one.apiKeyId !== other.apiKeyId) return one.apiKeyId - other.apiKeyId;
  if (one.day !== other.day) return one.day < other.day ? -1 : 1;
  return one.operation < other.operation ? -1 : 1;
}

/** By key: when it was last used, to the minute, and how many requests it has sent today. */
export async function latestUse(client: Pick<PrismaClient, '$queryRaw'>, nowMs: number) {
  // Looks each key up by itself: as a join, PostgreSQL reads the 400 days of all keys.
  const rows = await client.$queryRaw<LatestUse[]>`
    SELECT k.id, (
      SELECT max(last_used_at) FROM key_usages WHERE api_key_id = k.id
        AND day = (SELECT max(day) FROM key_usages WHERE api_key_id = k.id)
    ) AS "lastUsedAt", (
      SELECT sum(requests) FROM key_usages WHERE api_key_id = k.id AND day = ${dayOf(nowMs)}
    ) AS "usedToday" FROM api_keys k`;
  return new Map(
    rows.map(({ id, lastUsedAt, usedToday }) => {
      const lastUse = lastUsedAt === null ? null : new Date(lastUsedAt);
      return [Number(id), { lastUsedAt: lastUse, usedToday: Number(usedToday) }];
    }),
  );
}
