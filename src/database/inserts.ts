import type Sqlite from 'better-sqlite3';
import {
  type Created,
  findUse,
  type Insert,
  type KeyedTable,
  keyTimes,
  type NewRow,
} from './keyed-table.ts';
import type { Query, Value } from './statements.ts';

/*
 * Batches of rows with their keys, each in one transaction.
 */

/** Runs a prepared statement that returns rows, at once. */
export type Run = <Row>(sql: string, values: readonly Value[]) => Row[];

/** In SQLite by prepared statements with nothing in between, since each flush to the disk stops the process. */
export function sqliteInserts(connection: Sqlite.Database, run: Run) {
  function insertOne({ sql }: KeyedTable, { values, use }: NewRow): Created {
    const [now, expiresAt] = keyTimes();
    const found = use && run<[bigint, string]>(sql.findKey, [use.customerId, use.key, now])[0];
    if (found) return found[1] === use.bodyHash ? found[0] : 'key_reused';
    // There is an id for each row.
    const [[id]] = run<[bigint]>(sql.insert, values) as [[bigint]];
    if (use) run(sql.storeKey, [id, use.customerId, use.key, use.bodyHash, expiresAt]);
    return id;
  }

  // With the write lock from the beginning: what is found stays true.
  return connection.transaction((table: KeyedTable, rows: readonly NewRow[]) =>
    rows.map((row) => insertOne(table, row)),
  ).immediate;
}

/**
 * In PostgreSQL by one statement, whose text is the same for any number of rows.
 *
 * @param queryAlone runs it, since it may wait for other transactions
 */
export function postgresqlInserts(query: Query, queryAlone: Query): Insert {
  return async (table, rows) => {
    const given = rows.map(({ values, use }, place) => {
      const texts = values.map((value) => (typeof value === 'bigint' ? String(value) : value));
      const row = Object.fromEntries(table.columns.map((column, i) => [column, texts[i]]));
      const key = { key_owner: use?.customerId, key_text: use?.key, key_hash: use?.bodyHash };
      return { place, ...key, ...row };
    });
    const values = [JSON.stringify(given), ...keyTimes()];
    const ids = new Map(await queryAlone<[place: number, id: string]>(table.sql.insertAll, values));
    // What is left are keys that were used before, or by a twin.
    const find = async ({ use }: NewRow) => use && findUse(query, table, use);
    return Promise.all(
      rows.map(async (row, place): Promise<Created> => {
        const id = ids.get(place);
        return id === undefined ? ((await find(row)) ?? 'key_in_use') : BigInt(id);
      }),
    );
  };
}
