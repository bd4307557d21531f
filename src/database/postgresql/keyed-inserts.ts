import type { NewRow, Table } from '../insert-rows.ts';
import type {
  FindUses,
  InsertOnce,
  KeyedRow,
  KeyedTable,
  OwnedKey,
  Use,
} from '../keyed-inserts.ts';
import { oncePerTable } from '../once-per-table.ts';
import type { Int32, Int64, Query } from '../statements.ts';

/*
 * Rows with keys in PostgreSQL: each batch is one statement, of the same text whatever its size. The rows are
 * one parameter of JSON, whose values get their types from the table.
 */

type Found = [customerId: Int32, key: string, bodyHash: string, id: Int64];

/** Looks up each key by itself: a plan that was made for a small table uses the index, too. */
const findSql = oncePerTable(
  ({ keys, reference }: KeyedTable) => `
  SELECT wanted.*, used.*
  FROM json_to_recordset($1::json) AS wanted ("customerId" int, key text), LATERAL (
    SELECT body_hash, ${reference} FROM ${keys}
    WHERE customer_id = wanted."customerId" AND key = wanted.key AND expires_at > $2::timestamptz
    LIMIT 1
  ) AS used`,
);

/**
 * Chooses ids, inserts the keys with them, and then rows for those keys that were inserted, or had expired:
 * whether a key refers to a row is checked at the end. Keys are inserted in order, since two batches that wait
 * for each other would be a deadlock.
 */
const insertSql = oncePerTable(({ name, columns, keys, reference }: KeyedTable) => {
  const names = Object.values(columns);
  return `
  WITH wanted AS MATERIALIZED (
    SELECT nextval((SELECT pg_get_serial_sequence('${name}', 'id')::regclass)) AS id,
      "customerId", key, "bodyHash", given
    FROM json_to_recordset($1::json)
      AS request ("customerId" int, key text, "bodyHash" text, "row" json),
      json_populate_record(NULL::${name}, request."row") AS given
  ), used AS (
    INSERT INTO ${keys} AS existing (customer_id, key, body_hash, ${reference}, expires_at)
    SELECT "customerId", key, "bodyHash", id, $3::timestamptz FROM wanted ORDER BY "customerId", key
    ON CONFLICT (customer_id, key) DO UPDATE SET
      body_hash = excluded.body_hash, ${reference} = excluded.${reference}, expires_at = excluded.expires_at
    WHERE existing.expires_at <= $2::timestamptz
    RETURNING customer_id, key, body_hash, ${reference} AS id
  ), inserted AS (
    INSERT INTO ${name} (id, ${names.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT id, ${names.map((column) => `(given).${column}`).join(', ')} FROM wanted JOIN used USING (id)
  )
  SELECT * FROM used`;
});

export function findUses(query: Query): FindUses {
  return async (table, keys, now) => {
    const found = await query<Found>(findSql(table), [JSON.stringify(keys), now]);
    return inOrder(keys, found);
  };
}

export function insertOnce(query: Query): InsertOnce {
  return async (table, rows, now, expiresAt) => {
    // The first of twins: a statement cannot insert a key twice.
    const wanted = Array.from(Map.groupBy(rows, identityOf).values(), ([first]) => {
      const { row, ...request } = first as KeyedRow;
      return { ...request, row: byColumn(table, row) };
    });
    const json = JSON.stringify(wanted, (_name, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const used = await query<Found>(insertSql(table), [json, now, expiresAt]);
    return inOrder(rows, used);
  };
}

function byColumn({ columns }: Table, row: NewRow) {
  return Object.fromEntries(Object.entries(columns).map(([field, column]) => [column, row[field]]));
}

function inOrder(keys: readonly OwnedKey[], found: readonly Found[]): (Use | undefined)[] {
  const uses = new Map(
    found.map(([customerId, key, bodyHash, id]) => [
      identityOf({ customerId, key }),
      { bodyHash, id: BigInt(id) },
    ]),
  );
  return keys.map((key) => uses.get(identityOf(key)));
}

function identityOf({ customerId, key }: { readonly customerId: Int32; readonly key: string }) {
  return `${customerId} ${key}`;
}
