import { type KeyUsage, Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from './database.ts';

/** The day of a time in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Adds usages to those that are stored, in one statement, as other instances do. */
export async function addKeyUsages(
  client: PrismaClient,
  usages: readonly KeyUsage[],
): Promise<void> {
  const rows = usages.map(({ apiKeyId, day, operation, requests, rejections, lastUsedAt }) => {
    return Prisma.sql`(${apiKeyId}, ${day}, ${operation}, ${requests}, ${rejections}, ${lastUsedAt})`;
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

/** When each key was last used, to the minute, and how many requests it has sent today, by its id. */
export async function latestUse(client: PrismaClient) {
  const { keyUsage } = client;
  const where = { day: dayOf(Date.now()) };
  const last = await keyUsage.groupBy({ by: ['apiKeyId'], _max: { lastUsedAt: true } });
  const today = await keyUsage.groupBy({ by: ['apiKeyId'], where, _sum: { requests: true } });
  const usedToday = new Map(today.map(({ apiKeyId, _sum }) => [apiKeyId, _sum.requests ?? 0]));
  return new Map(
    last.map(({ apiKeyId: id, _max: { lastUsedAt } }) => {
      return [id, { lastUsedAt, usedToday: usedToday.get(id) ?? 0 }];
    }),
  );
}
