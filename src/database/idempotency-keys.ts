import { hash } from 'node:crypto';
import { batchInserts } from './batched-inserts.ts';
import { batchReads } from './batched-reads.ts';
import type { Database } from './database.ts';
import type { NewRow } from './insert-rows.ts';
import { type KeyedRow, type KeyedTable, type OwnedKey, toInstant } from './keyed-inserts.ts';

/*
 * Adds a row once, however often its request is repeated: the row and the key of the request are stored
 * in one transaction, and no customer can store a key twice.
 *
 * The response is not stored. It consists of the body and the id, so the same body gets the same
 * response, even if the row has changed since.
 */

/**
 * The row, or why there is none: the key was used for another row, or another request is using it and
 * its result is not visible yet.
 */
export type IdempotentOutcome<Row> = Row | 'key_reused' | 'key_in_use';

const LIFETIME_MS = 86_400_000;

/**
 * @returns a function that adds a row unless its key was used within the last 24 hours. Of concurrent
 *   requests one adds it; the others wait for that.
 */
export function insertOnceInto<Row extends NewRow>(
  { findUses, insertOnce }: Pick<Database, 'findUses' | 'insertOnce'>,
  table: KeyedTable,
): (row: Row, owned: OwnedKey) => Promise<IdempotentOutcome<Row & { id: bigint }>> {
  // Apart from inserting, so that a repeated request depends on no write.
  const find = batchReads((keys: readonly OwnedKey[]) =>
    findUses(table, keys, toInstant(Date.now())),
  );
  const insert = batchInserts((rows: readonly KeyedRow[]) => {
    const now = Date.now();
    return insertOnce(table, rows, toInstant(now), toInstant(now + LIFETIME_MS));
  });
  return async (row, owned) => {
    const bodyHash = hashBody(row);
    const use =
      (await find(owned)) ??
      (await insert({ ...owned, bodyHash, row })) ??
      // Of a request that was made at the same time.
      (await find(owned));
    if (!use) return 'key_in_use';
    if (use.bodyHash !== bodyHash) return 'key_reused';
    return { id: use.id, ...row };
  };
}

/** Bodies are compared by meaning: whitespace, the order of fields and omitted defaults make no difference. */
function hashBody(body: object): string {
  const canonical = JSON.stringify(body, (_name, value) => {
    if (typeof value === 'bigint') return String(value);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value).sort()) : value;
  });
  return hash('sha256', canonical);
}
