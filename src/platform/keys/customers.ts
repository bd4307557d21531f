// Customers, whose keys are in stored-keys.ts.

import type { Customer } from '../../../generated/platform/prisma/client.ts';
import type { SqlTransaction, Transaction } from '../database/index.ts';
import { removeIdempotencyKeysOf } from '../idempotency/index.ts';

/**
 * Lets one transaction after the other change the keys of a customer: until this one has ended, the
 * next one waits here.
 */
export async function lockCustomer(transaction: SqlTransaction, id: bigint): Promise<void> {
  // SQLite has no FOR UPDATE, and needs none: it runs one transaction at a time.
  await transaction.$executeRaw`UPDATE customers SET name = name WHERE id = ${id}`;
}

export function findCustomer(transaction: Transaction, id: bigint): Promise<Customer | null> {
  return transaction.customer.findUnique({ where: { id } });
}

export async function updateCustomer(
  transaction: Transaction,
  id: bigint,
  data: Pick<Customer, 'plan' | 'perMinute' | 'perDay'>,
): Promise<void> {
  await transaction.customer.update({ where: { id }, data });
}

/**
 * Removes the name of a customer, those of its keys and its idempotency keys, and revokes all keys.
 * The rows of the customer and its keys stay, since events refer to them.
 *
 * @returns the id of the newest key; undefined if all its keys are removed
 */
export async function endCustomer(
  transaction: Transaction,
  customerId: bigint,
  removedAt: Date,
): Promise<bigint | undefined> {
  const { apiKey, customer } = transaction;
  await customer.update({ where: { id: customerId }, data: { name: '', removedAt } });
  await apiKey.updateMany({ where: { customerId }, data: { name: '' } });
  // Expired ones too, which set-expiry would revive.
  const unrevoked = { customerId, revokedAt: null };
  await apiKey.updateMany({ where: unrevoked, data: { revokedAt: removedAt } });
  await removeIdempotencyKeysOf(transaction, customerId);
  const newest = { where: { customerId }, orderBy: { id: 'desc' } } as const;
  return (await apiKey.findFirst(newest))?.id;
}
