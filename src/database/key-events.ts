import type { Prisma } from '../../generated/prisma/sqlite/client.ts';

/** What can be done to a key. */
export type KeyAction = 'created' | 'changed' | 'rotated' | 'revoked' | 'banned' | 'unbanned';

/**
 * Notes who has done what to a key. Events are only ever added.
 *
 * @param transaction that of the change itself, so that neither is stored without the other
 * @param actor a user of the system that the command ran on, or the service itself
 */
export async function recordKeyEvent(
  transaction: Prisma.TransactionClient,
  actor: string,
  action: KeyAction,
  key: { readonly id: number; readonly customerId: number },
  detail = '',
): Promise<void> {
  const { id: apiKeyId, customerId } = key;
  const at = new Date(Date.now());
  await transaction.keyEvent.create({ data: { at, actor, action, apiKeyId, customerId, detail } });
}

/** The actor of what the service does by itself. */
export const SERVICE = 'service';
