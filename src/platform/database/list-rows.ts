// Lists by id, in prepared SQL.

import type { Query, Value } from './statements.ts';

/** What a list selects: all columns of a row, and the column that its filter is by. */
interface Selected<Column extends string> {
  readonly select: string;
  readonly filteredBy: Column;
}

interface Range<Column extends string> {
  readonly filter: { readonly [Name in Column]?: string | undefined } & {
    /** Only rows with these ids, of which there is at least one. */
    readonly id?: readonly bigint[] | undefined;
  };
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
    if (filter.id) return statementForIds(filter.id, range);
    const value = filter[column];
    if (value === undefined) return after ? [next, [after.id, count]] : [first, [count]];
    return after
      ? [nextOfValue, [value, value, after.id, count]]
      : [firstOfValue, [value, value, count]];
  }

  function statementForIds(ids: readonly bigint[], range: Range<Column>): [string, Value[]] {
    const { filter, after, count } = range;
    const value = filter[column];
    const values: Value[] = [];
    const parameter = (given: Value) => `$${values.push(given)}`;
    const conditions = [`id IN (${padded(ids).map(parameter)})`];
    if (value !== undefined) conditions.push(`${column} = ${parameter(value)}`);
    if (after) conditions.push(`id > ${parameter(after.id)}`);
    const where = conditions.join(' AND ');
    return [`${select} WHERE ${where} ORDER BY id LIMIT ${parameter(count)}`, values];
  }

  return {
    sort: { id: 'int64 asc' },
    async read(range: Range<Column>) {
      return (await query<Values>(...statementFor(range))).map(toRow);
    },
  } as const;
}

/** Repeats the last one until there are 1, 2, 4, 8 ..., so that there are few statements. */
function padded(ids: readonly bigint[]): readonly bigint[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, i) => ids[Math.min(i, ids.length - 1)] as bigint);
}
