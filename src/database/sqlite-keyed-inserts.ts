import type Sqlite from 'better-sqlite3';
import { insertStatement } from './insert-rows.ts';
import type {
  FindUses,
  InsertOnce,
  Instant,
  KeyedRow,
  KeyedTable,
  OwnedKey,
  Use,
} from './keyed-inserts.ts';
import type { Value } from './statements.ts';

/*
 * Rows with keys in SQLite: each batch is one transaction of prepared statements, which run one after the
 * other with nothing in between.
 */

/** Runs a prepared statement that returns rows, at once. */
type Run = <Row>(sql: string, values: readonly Value[]) => Row[];

/** What an adapter does, at once. */
interface KeyedInserts {
  findUses(...keys: Parameters<FindUses>): (Use | undefined)[];
  insertOnce(...rows: Parameters<InsertOnce>): Use[];
}

export function keyedInserts(connection: Sqlite.Database, run: Run): KeyedInserts {
  const inTransaction = connection.transaction((work: () => Use[]) => work());

  function find({ keys, reference }: KeyedTable, { customerId, key }: OwnedKey, now: Instant) {
    const sql = `SELECT body_hash, ${reference} FROM ${keys}
      WHERE customer_id = $1 AND key = $2 AND expires_at > $3`;
    const [found] = run<[string, bigint]>(sql, [customerId, key, now]);
    return found && { bodyHash: found[0], id: found[1] };
  }

  function insert(table: KeyedTable, keyed: KeyedRow, expiresAt: Instant): Use {
    const { customerId, key, bodyHash, row } = keyed;
    // There is an id for each row.
    const [[id]] = run(...insertStatement(table, [row])) as [[bigint]];
    // A key that has expired may still be there.
    run(
      `INSERT OR REPLACE INTO ${table.keys}
       (customer_id, key, body_hash, ${table.reference}, expires_at)
       VALUES ($1, $2, $3, $4, $5) RETURNING key`,
      [customerId, key, bodyHash, id, expiresAt],
    );
    return { bodyHash, id };
  }

  return {
    findUses: (table, keys, now) => keys.map((key) => find(table, key, now)),
    // With the write lock from the beginning: what is found stays true.
    insertOnce: (table, rows, now, expiresAt) =>
      inTransaction.immediate(() =>
        rows.map((row) => find(table, row, now) ?? insert(table, row, expiresAt)),
      ),
  };
}
