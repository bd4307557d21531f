// What API keys are used for: requests and errors of each key, by day and operation.

import { type KeyUsage, Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { Database, PrismaClient } from './database.ts';
import { type Instant, readInstant } from './instants.ts';
import type { Integer } from './statements.ts';

/** Adds usages to the stored ones, in one statement, since other instances add theirs too. */
export async function addKeyUsages(
  client: PrismaClient,
  usages: readonly KeyUsage[],
): Promise<void> {
  // In order, so that two instances that write the same rows do not deadlock.
  const rows = usages.toSorted(byPrimaryKey).map((usage) => {
    const { apiKeyId, day, operation, requests, clientErrors, serverErrors, lastUsedAt } = usage;
    const counts = [requests, clientErrors, serverErrors];
    const values = [apiKeyId, day, operation, ...counts, lastUsedAt];
    return Prisma.sql`(${Prisma.join(values)})`;
  });
  await client.$executeRaw`
    INSERT INTO key_usages AS k
      (api_key_id, day, operation, requests, client_errors, server_errors, last_used_at)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (api_key_id, day, operation) DO UPDATE SET
      requests = k.requests + excluded.requests,
      client_errors = k.client_errors + excluded.client_errors,
      server_errors = k.server_errors + excluded.server_errors,
      last_used_at = CASE
        WHEN excluded.last_used_at > k.last_used_at THEN excluded.last_used_at
        ELSE k.last_used_at END`;
}

/** Removes the usage of all keys of a customer. */
export async function removeUsageOf(client: PrismaClient, customerId: number): Promise<void> {
  await client.$executeRaw`
    DELETE FROM key_usages WHERE api_key_id IN (
      SELECT id FROM api_keys WHERE customer_id = ${customerId}
    )`;
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
  serverErrors: Integer,
  lastUsedAt: Instant,
];

/** Reads the usages of a key after a day, by day and operation: at most 400 days. */
export async function readKeyUsages(
  { query }: Pick<Database, 'query'>,
  apiKeyId: number,
  afterDay: string,
): Promise<KeyUsage[]> {
  const rows = await query<UsageRow>(
    `SELECT day, operation, requests, client_errors, server_errors, last_used_at FROM key_usages
      WHERE api_key_id = $1 AND day > $2 ORDER BY day, operation`,
    [apiKeyId, afterDay],
  );
  return rows.map(([day, operation, requests, clientErrors, serverErrors, lastUsedAt]) => ({
    apiKeyId,
    day,
    operation,
    requests: Number(requests),
    clientErrors: Number(clientErrors),
    serverErrors: Number(serverErrors),
    lastUsedAt: readInstant(lastUsedAt),
  }));
}

/** Whose usage, and of which days. */
interface UsageFilter {
  readonly customerId: number;
  /** Undefined for all keys of the customer. */
  readonly keyId: number | undefined;
  readonly fromDay: string;
  readonly toDay: string;
}

interface UsageRange {
  readonly filter: UsageFilter;
  readonly after: { readonly day: string; readonly operation: string } | undefined;
  readonly count: number;
}

type SumRow = [
  day: string,
  operation: string,
  requests: Integer,
  clientErrors: Integer,
  serverErrors: Integer,
];

const SUMS = `
  SELECT day, operation, sum(requests), sum(client_errors), sum(server_errors) FROM key_usages
  WHERE api_key_id IN (
    SELECT id FROM api_keys WHERE customer_id = $1 AND id BETWEEN $2 AND $3
  ) AND day BETWEEN $4 AND $5 AND (day < $6 OR operation > $7)
  GROUP BY day, operation ORDER BY day DESC, operation LIMIT $8`;
const MAX_ID = 2 ** 31 - 1;

/** The usage of a customer's keys together, newest day first, then by operation. */
export function openUsage({ query }: Pick<Database, 'query'>) {
  return {
    order: { day: 'text desc', operation: 'text asc' },
    async read({ filter, after, count }: UsageRange) {
      const { customerId, keyId, fromDay, toDay } = filter;
      const ids = [keyId ?? 0, keyId ?? MAX_ID];
      const { day: lastDay, operation } = after ?? { day: toDay, operation: '' };
      const values = [customerId, ...ids, fromDay, lastDay, lastDay, operation, count];
      return (await query<SumRow>(SUMS, values)).map(toSum);
    },
  } as const;
}

function toSum([day, operation, requests, clientErrors, serverErrors]: SumRow) {
  return {
    day,
    operation,
    requests: BigInt(requests),
    clientErrors: BigInt(clientErrors),
    serverErrors: BigInt(serverErrors),
  };
}
