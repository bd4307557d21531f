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
  { name, columns }: Table,
  rows: readonly NewRow[],
): [sql: string, values: Value[]] {
  const fields = Object.keys(columns);
  const tuples = rows.map((_row, i) => {
    const parameters = fields.map((_field, j) => `$${i * fields.length + j + 1}`);
    return `(${parameters.join()})`;
  });
  const names = Object.values(columns).join();
  return [
    `INSERT INTO ${name} (${names}) VALUES ${tuples.join()} RETURNING id`,
    rows.flatMap((row) => fields.map((field) => row[field] as Value)),
  ];
}
