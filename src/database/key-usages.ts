import { type KeyUsage, Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from './database.ts';
import type { Instant, Int32, Int64 } from './statements.ts';

interface LatestUse {
  readonly id: Int32;
  readonly lastUsedAt: Instant;
  readonly usedToday: Int64;
}

/** The day of a time in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * Adds usages to the stored ones, in one statement, since other instances add theirs too. The
 * column `rejections` holds the client errors.
 */
export async function addKeyUsages(
  client: PrismaClient,
  usages: readonly KeyUsage[],
): Promise<void> {
  const rows = usages.map((usage) => {
    const { apiKeyId, day, operation, requests, clientErrors, lastUsedAt } = usage;
    const values = [apiKeyId, day, operation, requests, clientErrors, lastUsedAt];
    return Prisma.sql`(${Prisma.join(values)})`;
  });
  await client.$executeRaw`
    INSERT INTO key_usages AS k (api_key_id, day, operation, requests, rejections, last_used_at)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (api_key_id, day, operation) DO UPDATE SET
      requests = k.requests + excluded.requests,
      rejections = k.rejections + excluded.rejections,
      last_used_at = CASE
        WHEN excluded.last_used_at > k.last_used_at THEN excluded.last_used_at
        ELSE k.last_used_at END`;
}

/** By key: when it was last used, to the minute, and how many requests it has sent today. */
export async function latestUse(client: PrismaClient, nowMs: number) {
  // Reads the last day of each key, not all 400. CROSS JOIN has SQLite begin with the keys.
  const rows = await client.$queryRaw<LatestUse[]>`
    SELECT k.id, max(u.last_used_at) AS "lastUsedAt",
      sum(CASE WHEN u.day = ${dayOf(nowMs)} THEN u.requests ELSE 0 END) AS "usedToday"
    FROM api_keys k CROSS JOIN key_usages u
    WHERE u.api_key_id = k.id
      AND u.day = (SELECT max(day) FROM key_usages WHERE api_key_id = k.id)
    GROUP BY k.id`;
  return new Map(
    rows.map(({ id, lastUsedAt, usedToday }) => {
      return [Number(id), { lastUsedAt: new Date(lastUsedAt), usedToday: Number(usedToday) }];
    }),
  );
}
