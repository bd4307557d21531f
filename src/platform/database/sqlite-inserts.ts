// Inserts rows and their idempotency keys into SQLite.

import type Sqlite from 'better-sqlite3';
import {
  type CreateOutcome,
  expiryOf,
  INSERT_KEY,
  type KeyedRow,
  keyedRowQuery,
  REPLACING_KEY,
  repeatOutcome,
} from './idempotency-keys.ts';
import type { NewRow, Table } from './inserts.ts';
import type { Value } from './statements.ts';

/** Runs a prepared statement that returns rows, at once. */
export type Run = <Row>(sql: string, values: readonly Value[]) => Row[];

const STORE_KEY = `${INSERT_KEY} VALUES ($1, $2, $3, $4, $5) ${REPLACING_KEY} RETURNING key`;

/** All rows in one transaction, since each flush to disk blocks the process. */
export function sqliteInserts(connection: Sqlite.Database, run: Run) {
  function insertRows(table: Table, rows: readonly NewRow[], nowMs: number): CreateOutcome[] {
    const names = table.columns.map(({ name }) => name);
    const parameters = names.map((_name, i) => `$${i + 1}`);
    const insertOne = `INSERT INTO ${table.name} (${names}) VALUES (${parameters}) RETURNING id`;
    return rows.map(({ values, idempotencyKey }) => {
      const stored = idempotencyKey && run<KeyedRow>(...keyedRowQuery(idempotencyKey, nowMs))[0];
      if (stored) return repeatOutcome(idempotencyKey, stored);
      const columns = table.columns.map(({ field }) => values[field] ?? null);
      // RETURNING returns one row.
      const [[id]] = run<[bigint]>(insertOne, columns) as [[bigint]];
      if (idempotencyKey) {
        const { customerId, value, bodyHash } = idempotencyKey;
        run(STORE_KEY, [id, customerId, value, bodyHash, expiryOf(nowMs)]);
      }
      return { kind: 'created', id };
    });
  }

  // Takes the write lock at once, so that no other process stores a key in between.
  return connection.transaction(insertRows).immediate;
}
