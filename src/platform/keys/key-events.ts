// Who has done what to an API key, and when. Events are added, and removed when they are old.

import { type KeyEvent, Prisma } from '../../../generated/platform/prisma/client.ts';
import {
  type Database,
  type Instant,
  type Integer,
  ROWS_PER_PAGE,
  readInstant,
  readPages,
  type Transaction,
  writeInstant,
} from '../database/index.ts';

/** What can be done to a key. */
export type KeyAction =
  | 'created'
  | 'changed'
  | 'rotated'
  | 'revoked'
  | 'banned'
  | 'unbanned'
  | 'disabled'
  | 'enabled'
  | 'removed';

/** Who changes a key, a user of the system, another key or the service itself, and when. */
export type Stamp = Readonly<Pick<KeyEvent, 'actor' | 'at'>>;

/**
 * Notes who has done what to a key.
 *
 * @param transaction that of the change itself, so that neither is stored without the other
 */
export async function recordKeyEvent(
  transaction: Transaction,
  stamp: Stamp,
  action: KeyAction,
  apiKey: { readonly id: bigint; readonly customerId: bigint },
  detail: string,
): Promise<void> {
  const { id: apiKeyId, customerId } = apiKey;
  await recordKeyEvents(transaction, stamp, action, [{ apiKeyId, customerId, detail }]);
}

/** As `recordKeyEvent`, for the same change of several keys. */
export async function recordKeyEvents(
  transaction: Transaction,
  { actor, at }: Stamp,
  action: KeyAction,
  events: readonly Pick<KeyEvent, 'apiKeyId' | 'customerId' | 'detail'>[],
): Promise<void> {
  // As SQL: Prisma's query takes twice the CPU, while others wait for the transaction on SQLite.
  const rows = events.map(({ apiKeyId, customerId, detail }) => {
    return Prisma.sql`(${at}, ${actor}, ${action}, ${apiKeyId}, ${customerId}, ${detail})`;
  });
  await transaction.$executeRaw`
    INSERT INTO key_events (at, actor, action, api_key_id, customer_id, detail)
    VALUES ${Prisma.join(rows)}`;
}

/** The actor of changes that the service makes by itself. */
export const SERVICE = 'service';

type EventRow = [
  id: Integer,
  at: Instant,
  actor: string,
  action: string,
  apiKeyId: Integer,
  customerId: Integer,
  detail: string,
];

const LIST = `
  SELECT id, at, actor, action, api_key_id, customer_id, detail FROM key_events
  WHERE id > $1 AND at >= $2`;
const LIST_ALL = `${LIST} ORDER BY id LIMIT $3`;
const LIST_OF_KEY = `${LIST} AND api_key_id = $3 ORDER BY id LIMIT $4`;

/** Reads the events of a key, or of all keys, since an instant, in pages, oldest first. */
export function readKeyEvents(
  { query }: Pick<Database, 'query'>,
  apiKeyId: bigint | undefined,
  sinceMs: number,
): AsyncGenerator<KeyEvent[]> {
  const since = writeInstant(sinceMs);
  return readPages(async (after: KeyEvent | undefined) => {
    const values = [after?.id ?? 0, since];
    const rows = await (apiKeyId === undefined
      ? query<EventRow>(LIST_ALL, [...values, ROWS_PER_PAGE])
      : query<EventRow>(LIST_OF_KEY, [...values, apiKeyId, ROWS_PER_PAGE]));
    return rows.map(toEvent);
  });
}

function toEvent([id, at, actor, action, apiKeyId, customerId, detail]: EventRow): KeyEvent {
  return {
    id: BigInt(id),
    at: readInstant(at),
    actor,
    action,
    apiKeyId: BigInt(apiKeyId),
    customerId: BigInt(customerId),
    detail,
  };
}
