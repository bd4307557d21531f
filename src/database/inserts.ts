// Inserts rows, each with the Idempotency-Key of its request if it has one, in one transaction.

import type Sqlite from 'better-sqlite3';
import {
  type CreateOutcome,
  expiryOf,
  findRepeat,
  type IdempotencyKey,
  repeatOutcome,
  type StoredKey,
  storedKeyQuery,
} from './idempotency-keys.ts';
import { writeInstant } from './instants.ts';
import type { Integer, Query, Value } from './statements.ts';

/** A table whose rows can be inserted. */
export interface Table {
  /** The fields of a row, and their columns in the same order: all but the id. */
  readonly fields: readonly string[];
  readonly columnNames: readonly string[];
  /** SQL for SQLite, which inserts one row. */
  readonly insertOne: string;
  /** SQL for PostgreSQL, which inserts any number of rows. */
  readonly insertAll: string;
}

export interface NewRow {
  readonly values: Readonly<Record<string, Value>>;
  readonly key: IdempotencyKey | undefined;
}

/** @returns the outcome of each row, in their order; a promise where a repeat is looked up */
export type Insert = (
  table: Table,
  rows: readonly NewRow[],
  nowMs: number,
) => Promise<readonly (CreateOutcome | Promise<CreateOutcome>)[]>;

/** Runs a prepared statement that returns rows, at once. */
export type Run = <Row>(sql: string, values: readonly Value[]) => Row[];

/** A column as PostgreSQL has it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

const INTO_KEYS =
  'INTO idempotency_keys AS existing (row_id, customer_id, key, body_hash, expires_at)';
// A key that has expired may still be there.
const REPLACING = `ON CONFLICT (customer_id, key) DO UPDATE SET row_id = excluded.row_id,
  body_hash = excluded.body_hash, expires_at = excluded.expires_at`;
const STORE_KEY = `INSERT ${INTO_KEYS} VALUES ($1, $2, $3, $4, $5) ${REPLACING} RETURNING key`;

/** @param columns by the fields of a row, all but the id */
export function tableOf(name: string, columns: Readonly<Record<string, Column>>): Table {
  const names = Object.values(columns).map((column) => column.name);
  const definitions = Object.values(columns).map((column) => `${column.name} ${column.type}`);
  const parameters = names.map((_name, i) => `$${i + 1}`);
  return {
    fields: Object.keys(columns),
    columnNames: names,
    insertOne: `INSERT INTO ${name} (${names}) VALUES (${parameters}) RETURNING id`,
    // Each key is looked up by itself: with NOT EXISTS, PostgreSQL, which takes JSON for a hundred
    // rows, reads up to some thousands of stored keys for each batch, which takes twice the CPU of
    // the server in `idempotent` of `npm run bench`. Keys are stored in order, so that two batches
    // do not deadlock.
    insertAll: `
      WITH given AS (
        SELECT nextval('${name}_id_seq') AS id, *
        FROM json_to_recordset($1)
          AS rows (place int, key_owner int, key_value text, key_hash text, ${definitions})
        WHERE (
          SELECT expires_at > $2 FROM idempotency_keys
          WHERE customer_id = key_owner AND key = key_value
        ) IS NOT TRUE
      ), stored AS (
        INSERT ${INTO_KEYS}
        SELECT id, key_owner, key_value, key_hash, $3::timestamptz FROM given
        WHERE key_value IS NOT NULL ORDER BY key_owner, key_value
        ${REPLACING} WHERE existing.expires_at <= $4 RETURNING row_id
      ), inserted AS (
        INSERT INTO ${name} (id, ${names}) SELECT id, ${names} FROM given
        WHERE key_value IS NULL OR id IN (SELECT row_id FROM stored)
        RETURNING id
      )
      SELECT place, id FROM given JOIN inserted USING (id)`,
  };
}

/** For SQLite: all rows in one transaction, since each flush to disk blocks the process. */
export function sqliteInserts(connection: Sqlite.Database, run: Run) {
  function insertRow({ fields, insertOne }: Table, row: NewRow, nowMs: number): CreateOutcome {
    const { values, key } = row;
    const stored = key && run<StoredKey>(...storedKeyQuery(key, nowMs))[0];
    if (stored) return repeatOutcome(key, stored);
    const columns = fields.map((field) => values[field] ?? null);
    // RETURNING returns one row.
    const [[id]] = run<[bigint]>(insertOne, columns) as [[bigint]];
    if (key) run(STORE_KEY, [id, key.customerId, key.value, key.bodyHash, expiryOf(nowMs)]);
    return { kind: 'created', id };
  }

  const insertRows = (table: Table, rows: readonly NewRow[], nowMs: number) =>
    rows.map((row) => insertRow(table, row, nowMs));
  // Takes the write lock at once, so that no other process stores a key in between.
  return connection.transaction(insertRows).immediate;
}

/** For PostgreSQL: one statement, run by `queryAlone`, since it may wait for others. */
export function postgresqlInserts(query: Query, queryAlone: Query): Insert {
  return async (table, rows, nowMs) => {
    const now = writeInstant(nowMs);
    const given = toJson(table, withoutRepeats(rows));
    const inserted = await queryAlone<[place: Integer, id: Integer]>(table.insertAll, [
      given,
      now,
      expiryOf(nowMs),
      now,
    ]);
    const ids = new Map(inserted.map(([place, id]) => [Number(place), BigInt(id)]));
    return rows.map(async ({ key }, place): Promise<CreateOutcome> => {
      const id = ids.get(place);
      if (id !== undefined) return { kind: 'created', id };
      // The key was used before, or by another row of the batch.
      return (key && (await findRepeat(query, key, nowMs))) ?? { kind: 'key_in_use' };
    });
  };
}

/** Leaves a place empty whose key an earlier row has: a statement changes a row only once. */
function withoutRepeats(rows: readonly NewRow[]): (NewRow | undefined)[] {
  const keys = new Set<string>();
  return rows.map((row) => {
    if (!row.key) return row;
    const key = `${row.key.customerId} ${row.key.value}`;
    if (keys.has(key)) return undefined;
    keys.add(key);
    return row;
  });
}

function toJson({ fields, columnNames }: Table, rows: readonly (NewRow | undefined)[]): string {
  const given = rows.flatMap((row, place) => {
    if (!row) return [];
    const { values, key } = row;
    const columns = fields.map((field, i) => [columnNames[i], values[field]]);
    return {
      place,
      key_owner: key?.customerId,
      key_value: key?.value,
      key_hash: key?.bodyHash,
      ...Object.fromEntries(columns),
    };
  });
  return JSON.stringify(given, (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
