// What API keys are used for: requests and client errors of each key, by day and operation.

import { type KeyUsage, Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { Database, PrismaClient } from './database.ts';
import { type Instant, readInstant } from './instants.ts';
import type { Integer } from './statements.ts';

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

type UsageRow = [
  day: string,
  operation: string,
  requests: Integer,
  clientErrors: Integer,
  lastUsedAt: Instant,
];

/** Reads the usages of a key after a day, by day and operation: at most 400 days. */
export async function readKeyUsages(
  { query }: Pick<Database, 'query'>,
  apiKeyId: number,
  afterDay: string,
): Promise<KeyUsage[]> {
  const rows = await query<UsageRow>(
    `SELECT day, operation, requests, client_errors, last_used_at FROM key_usages
      WHERE api_key_id = $1 AND day > $2 ORDER BY day, operation`,
    [apiKeyId, afterDay],
  );
  return rows.map(([day, operation, requests, clientErrors, lastUsedAt]) => ({
    apiKeyId,
    day,
    operation,
    requests: Number(requests),
    clientErrors: Number(clientErrors),
    lastUsedAt: readInstant(lastUsedAt),
  }));
}
