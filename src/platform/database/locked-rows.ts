// Rows that a transaction reads in order to change them.

import { Prisma } from '../../../generated/platform/prisma/client.ts';
import type { Provider } from './service-database.ts';
import type { SqlTransaction } from './statements.ts';

/**
 * Lets one transaction after the other change or remove a row: what is read of it from now on stays
 * true until this one has ended.
 */
export async function lockRow(
  transaction: SqlTransaction,
  provider: Provider,
  table: string,
  id: bigint,
): Promise<void> {
  // SQLite has no FOR UPDATE, and needs none: it runs one transaction at a time.
  if (provider === 'sqlite') return;
  await transaction.$queryRaw`SELECT FROM ${Prisma.raw(table)} WHERE id = ${id} FOR UPDATE`;
}
