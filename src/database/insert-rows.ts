import { oncePerTable } from './once-per-table.ts';
import type { Int64, Query, Value } from './statements.ts';

/** A table, whose rows have a generated `id`. */
export interface Table {
  readonly name: string;
  /** Its other columns, by the names of fields. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A row without its id, by the names of fields: it has all of them. */
export type NewRow = Readonly<Record<string, Value>>;

/** Inserts rows in one statement. @returns their ids, in their order */
export async function insertRows(
  query: Query,
  table: Table,
  rows: readonly NewRow[],
): Promise<bigint[]> {
  const inserted = await query<[Int64]>(...insertStatement(table, rows));
  // Ids grow from row to row, but the order in which they are returned is undefined.
  return inserted.map(([id]) => BigInt(id)).sort((a, b) => Number(a - b));
}

/** @returns the statement, which returns ids, and its values */
export function insertStatement(
  table: Table,
  rows: readonly NewRow[],
): [sql: string, values: Value[]] {
  const { fields, sqls } = insertionsOf(table);
  const sql = sqls[rows.length] ?? insertionOf(table, rows.length);
  sqls[rows.length] = sql;
  const values = rows.flatMap((row) => fields.map((field) => row[field] as Value));
  return [sql, values];
}

const insertionsOf = oncePerTable(({ columns }: Table) => ({
  fields: Object.keys(columns),
  /** By the number of rows. */
  sqls: [] as string[],
}));

function insertionOf({ name, columns }: Table, count: number): string {
  const names = Object.values(columns);
  const tuples = Array.from({ length: count }, (_, i) => {
    const parameters = names.map((_name, j) => `$${i * names.length + j + 1}`);
    return `(${parameters})`;
  });
  return `INSERT INTO ${name} (${names}) VALUES ${tuples} RETURNING id`;
}
