// Inserts rows and their idempotency keys into PostgreSQL: all by one statement.

import { type Adapter, type Integer, type Value, writeInstant } from '../database/index.ts';
import {
  type CreateOutcome,
  expiryOf,
  findRepeat,
  INSERT_KEY,
  REPLACING_KEY,
} from './idempotency-keys.ts';
import { type Column, columnsOf, type Insert, type NewRow, type Table } from './inserts.ts';

export function postgresqlInserts<Row>(
  table: Table<Row>,
  { query, queryAlone }: Pick<Adapter, 'query' | 'queryAlone'>,
): Insert {
  const columns = columnsOf(table);
  const insertAll = insertStatement(table.name, columns);
  return async (rows, nowMs) => {
    const now = writeInstant(nowMs);
    const given = toJson(columns, withoutRepeats(rows));
    const values = [given, now, expiryOf(nowMs), now];
    // Alone, since it may wait for others.
    const inserted = await queryAlone<[place: Integer, id: Integer]>(insertAll, values);
    const ids = new Map(inserted.map(([place, id]) => [Number(place), BigInt(id)]));
    return rows.map(async ({ idempotencyKey }, place): Promise<CreateOutcome> => {
      const id = ids.get(place);
      if (id !== undefined) return { kind: 'created', id };
      // The key was used before, or by another row of the batch.
      const repeat = idempotencyKey && (await findRepeat(query, idempotencyKey, nowMs));
      return repeat ?? { kind: 'key_in_use' };
    });
  };
}

/**
 * The statement for rows as JSON, in three steps. Each key is looked up by itself: with NOT EXISTS,
 * PostgreSQL, which takes JSON for a hundred rows, reads up to some thousands of stored keys for
 * each batch, which takes twice the CPU of the server in `idempotent` of `npm run bench`.
 */
function insertStatement(name: string, columns: readonly Column[]): string {
  const names = columns.map((column) => column.name);
  const definitions = columns.map((column) => `${column.name} ${column.type}`);
  return `
    -- The rows without a key, or with a key that is not stored or has expired. Each gets its id.
    WITH new_row AS (
      SELECT nextval('${name}_id_seq') AS id, *
      FROM json_to_recordset($1)
        AS given (place int, key_owner bigint, key_value text, key_hash text, ${definitions})
      WHERE (
        SELECT expires_at > $2 FROM idempotency_keys
        WHERE customer_id = key_owner AND key = key_value
      ) IS NOT TRUE
    -- Their keys, but for those that another transaction has stored meanwhile. In order, so that
    -- two batches do not deadlock.
    ), stored_key AS (
      ${INSERT_KEY}
      SELECT id, key_owner, key_value, key_hash, $3::timestamptz FROM new_row
      WHERE key_value IS NOT NULL ORDER BY key_owner, key_value
      ${REPLACING_KEY} WHERE existing.expires_at <= $4 RETURNING row_id
    -- The rows without a key, or whose key is stored now.
    ), inserted AS (
      INSERT INTO ${name} (id, ${names}) SELECT id, ${names} FROM new_row
      WHERE key_value IS NULL OR id IN (SELECT row_id FROM stored_key)
      RETURNING id
    )
    SELECT place, id FROM new_row JOIN inserted USING (id)`;
}

/** Leaves a place empty whose key an earlier row has: a statement changes a row only once. */
function withoutRepeats(rows: readonly NewRow[]): (NewRow | undefined)[] {
  const earlier = new Set<string>();
  return rows.map((row) => {
    if (!row.idempotencyKey) return row;
    const { customerId, value } = row.idempotencyKey;
    const id = `${customerId} ${value}`;
    if (earlier.has(id)) return undefined;
    earlier.add(id);
    return row;
  });
}

function toJson(
  columns: ReturnType<typeof columnsOf>,
  rows: readonly (NewRow | undefined)[],
): string {
  const given: Record<string, Value | undefined>[] = [];
  for (const [place, row] of rows.entries()) {
    if (!row) continue;
    const { values, idempotencyKey } = row;
    const cells: Record<string, Value | undefined> = {
      place,
      key_owner: jsonValueOf(idempotencyKey?.customerId),
      key_value: idempotencyKey?.value,
      key_hash: idempotencyKey?.bodyHash,
    };
    for (const { name, field } of columns) cells[name] = jsonValueOf(values[field]);
    given.push(cells);
  }
  return JSON.stringify(given);
}

/** JSON has no bigint, and PostgreSQL reads a number from text as well. */
function jsonValueOf(value: Value | undefined): Value | undefined {
  return typeof value === 'bigint' ? String(value) : value;
}
