// Who has done what to an API key, and when. Events are only ever added.

import type { KeyEvent, Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { PrismaClient } from './database.ts';
import { ROWS_PER_PAGE, readPages } from './pages.ts';

/** What can be done to a key. */
export type KeyAction = 'created' | 'changed' | 'rotated' | 'revoked' | 'banned' | 'unbanned';

/** Who changes a key, a user of the system or the service itself, and when. */
export type Stamp = Readonly<Pick<KeyEvent, 'actor' | 'at'>>;

/**
 * Notes who has done what to a key.
 *
 * @param transaction that of the change itself, so that neither is stored without the other
 */
export async function recordKeyEvent(
  transaction: Prisma.TransactionClient,
  { actor, at }: Stamp,
  action: KeyAction,
  key: { readonly id: number; readonly customerId: number },
  detail: string,
): Promise<void> {
  const { id: apiKeyId, customerId } = key;
  await transaction.keyEvent.create({ data: { at, actor, action, apiKeyId, customerId, detail } });
}

/** The actor of changes that the service makes by itself. */
export const SERVICE = 'service';

/** Reads the events of a key, or of all keys, in pages, oldest first. */
export function readKeyEvents(
  client: PrismaClient,
  apiKeyId: number | undefined,
): AsyncGenerator<KeyEvent[]> {
  return readPages((after: KeyEvent | undefined) =>
    client.keyEvent.findMany({
      where: { ...(apiKeyId && { apiKeyId }), id: { gt: after?.id ?? 0 } },
      orderBy: { id: 'asc' },
      take: ROWS_PER_PAGE,
    }),
  );
}
