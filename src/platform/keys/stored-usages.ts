// What API keys are used for: requests and errors of each key, by day and operation.

import { type KeyUsage, Prisma } from '../../../generated/platform/prisma/client.ts';
import {
  type Database,
  exactSum,
  type Instant,
  type Integer,
  MAX_INTEGER,
  type PrismaClient,
  ROWS_PER_PAGE,
  readInstant,
  readPages,
} from '../database/index.ts';

/** What one instance has counted since it wrote last. */
export interface CountedUsage extends Pick<KeyUsage, 'apiKeyId' | 'day' | 'operation'> {
  readonly customerId: bigint;
  requests: number;
  clientErrors: number;
  serverErrors: number;
  lastUsedAt: Date;
}

/** Adds usages to the stored ones, in one statement, since other instances add theirs too. */
export async function addKeyUsages(
  client: PrismaClient,
  usages: readonly CountedUsage[],
): Promise<void> {
  // In order, so that two instances that write the same rows do not deadlock.
  const rows = usages.toSorted(byPrimaryKey).map((usage) => {
    const { apiKeyId, customerId, day, operation, lastUsedAt } = usage;
    const counts = [usage.requests, usage.clientErrors, usage.serverErrors];
    const values = [apiKeyId, customerId, day, operation, ...counts, lastUsedAt];
    return Prisma.sql`(${Prisma.join(values)})`;
  });
  await client.$executeRaw`
    INSERT INTO key_usages AS k (
      api_key_id, customer_id, day, operation, requests, client_errors, server_errors, last_used_at
    )
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (api_key_id, day, operation) DO UPDATE SET
      customer_id = excluded.customer_id,
      requests = ${increased('requests')},
      client_errors = ${increased('client_errors')},
      server_errors = ${increased('server_errors')},
      last_used_at = CASE
        WHEN excluded.last_used_at > k.last_used_at THEN excluded.last_used_at
        ELSE k.last_used_at END`;
}

/**
 * A stored count and what is added to it. It stays at the greatest integer: beyond that, PostgreSQL
 * would reject the statement, and SQLite would store a rounded number.
 */
function increased(column: string): Prisma.Sql {
  return Prisma.raw(`CASE
        WHEN k.${column} > ${MAX_INTEGER} - excluded.${column} THEN ${MAX_INTEGER}
        ELSE k.${column} + excluded.${column} END`);
}

/** Removes the usage of all keys of a customer. */
export async function removeUsageOf(client: PrismaClient, customerId: bigint): Promise<void> {
  await client.$executeRaw`
    DELETE FROM key_usages WHERE customer_id = ${customerId} OR api_key_id IN (
      SELECT id FROM api_keys WHERE customer_id = ${customerId}
    )`;
}

function byPrimaryKey(one: CountedUsage, other: CountedUsage): number {
  if (one.apiKeyId !== other.apiKeyId) return one.apiKeyId < other.apiKeyId ? -1 : 1;
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
  apiKeyId: bigint,
  afterDay: string,
): Promise<Omit<KeyUsage, 'customerId'>[]> {
  const rows = await query<UsageRow>(
    `SELECT day, operation, requests, client_errors, server_errors, last_used_at FROM key_usages
      WHERE api_key_id = $1 AND day > $2 ORDER BY day, operation`,
    [apiKeyId, afterDay],
  );
  return rows.map(([day, operation, requests, clientErrors, serverErrors, lastUsedAt]) => ({
    apiKeyId,
    day,
    operation,
    requests: BigInt(requests),
    clientErrors: BigInt(clientErrors),
    serverErrors: BigInt(serverErrors),
    lastUsedAt: readInstant(lastUsedAt),
  }));
}

/** The keys that have usage after a day, removed ones too, and all that exist. */
const USED_KEYS = `
  SELECT api_key_id FROM key_usages WHERE customer_id = $1 AND day > $2 AND api_key_id > $3
  UNION SELECT id FROM api_keys WHERE customer_id = $4 AND id > $5
  ORDER BY 1 LIMIT $6`;

/** Reads which keys of a customer can have usages after a day, also removed ones, in pages. */
export function readUsedKeys(
  { query }: Pick<Database, 'query'>,
  customerId: bigint,
  afterDay: string,
): AsyncGenerator<{ readonly id: bigint }[]> {
  return readPages(async (after: { readonly id: bigint } | undefined) => {
    const afterId = after?.id ?? 0n;
    const values = [customerId, afterDay, afterId, customerId, afterId, ROWS_PER_PAGE];
    const rows = await query<[id: Integer]>(USED_KEYS, values);
    return rows.map(([id]) => ({ id: BigInt(id) }));
  });
}

/** Whose usage, and of which days. */
interface UsageFilter {
  readonly customerId: bigint;
  /** Undefined for all keys of the customer. */
  readonly keyId: bigint | undefined;
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

const COUNTS = 'requests, client_errors, server_errors';

/** Instances that are older than the column `customer_id` add rows without it. */
const SUMS = `
  SELECT day, operation,
    ${exactSum('requests')}, ${exactSum('client_errors')}, ${exactSum('server_errors')}
  FROM (
    SELECT api_key_id, day, operation, ${COUNTS} FROM key_usages WHERE customer_id = $1
    UNION ALL
    SELECT api_key_id, day, operation, ${COUNTS} FROM key_usages JOIN api_keys k ON k.id = api_key_id
    WHERE key_usages.customer_id IS NULL AND k.customer_id = $2
  ) AS own
  WHERE api_key_id BETWEEN $3 AND $4
    AND day BETWEEN $5 AND $6 AND (day < $7 OR operation > $8)
  GROUP BY day, operation ORDER BY day DESC, operation LIMIT $9`;

/** The usage of a customer's keys together, newest day first, then by operation. */
export function openUsage({ query }: Pick<Database, 'query'>) {
  return {
    sort: { day: 'text desc', operation: 'text asc' },
    async read({ filter, after, count }: UsageRange) {
      const { customerId, keyId, fromDay, toDay } = filter;
      const ids = [keyId ?? 0n, keyId ?? MAX_INTEGER];
      const { day: lastDay, operation } = after ?? { day: toDay, operation: '' };
      const values = [customerId, customerId, ...ids, fromDay, lastDay, lastDay, operation, count];
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
