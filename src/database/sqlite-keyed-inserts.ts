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
import { oncePerTable } from './once-per-table.ts';
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

const findSql = oncePerTable(
  ({ keys, reference }: KeyedTable) => `SELECT body_hash, ${reference} FROM ${keys}
    WHERE customer_id = $1 AND key = $2 AND expires_at > $3`,
);

/** A key that has expired may still be there. */
const insertKeySql = oncePerTable(
  ({ keys, reference }: KeyedTable) => `INSERT OR REPLACE INTO ${keys}
    (customer_id, key, body_hash, ${reference}, expires_at)
    VALUES ($1, $2, $3, $4, $5) RETURNING key`,
);

export function keyedInserts(connection: Sqlite.Database, run: Run): KeyedInserts {
  const inTransaction = connection.transaction((work: () => Use[]) => work());

  function find(table: KeyedTable, { customerId, key }: OwnedKey, now: Instant) {
    const [found] = run<[string, bigint]>(findSql(table), [customerId, key, now]);
    return found && { bodyHash: found[0], id: found[1] };
  }

  function insert(table: KeyedTable, keyed: KeyedRow, expiresAt: Instant): Use {
    const { customerId, key, bodyHash, row } = keyed;
    // There is an id for each row.
    const [[id]] = run(...insertStatement(table, [row])) as [[bigint]];
    run(insertKeySql(table), [customerId, key, bodyHash, id, expiresAt]);
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
