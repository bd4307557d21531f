// Lists by id, in prepared SQL.

import type { Query, Value } from './statements.ts';

/** What a list selects: all columns of a row, and the column that its filter is by. */
interface Selected<Column extends string> {
  readonly select: string;
  readonly filteredBy: Column;
}

interface Range<Column extends string> {
  readonly filter: { readonly [Name in Column]?: string | undefined };
  readonly after: { readonly id: bigint } | undefined;
  readonly count: number;
}

/**
 * A list of a table's rows by ascending id, of one value of a column or of all. The value is sent
 * twice, which makes PostgreSQL use an index that begins with the column: for `status = $1` it may
 * read the table by id until it has found enough rows, past all the older ones with another value.
 */
export function listRows<const Column extends string, Row, Values extends unknown[]>(
  query: Query,
  { select, filteredBy: column }: Selected<Column>,
  toRow: (values: Values) => Row,
) {
  const first = `${select} ORDER BY id LIMIT $1`;
  const next = `${select} WHERE id > $1 ORDER BY id LIMIT $2`;
  const ofValue = `${select} WHERE ${column} IN ($1, $2)`;
  const firstOfValue = `${ofValue} ORDER BY ${column}, id LIMIT $3`;
  const nextOfValue = `${ofValue} AND id > $3 ORDER BY ${column}, id LIMIT $4`;

  function statementFor(range: Range<Column>): [sql: string, values: Value[]] {
    const { filter, after, count } = range;
    const value = filter[column];
    if (value === undefined) return after ? [next, [after.id, count]] : [first, [count]];
    return after
      ? [nextOfValue, [value, value, after.id, count]]
      : [firstOfValue, [value, value, count]];
  }

  return {
    sort: { id: 'int64 asc' },
    async read(range: Range<Column>) {
      return (await query<Values>(...statementFor(range))).map(toRow);
    },
  } as const;
}
