// Lists by id, in prepared SQL.

import type { Query, Value } from './statements.ts';

interface Range {
  readonly filter: { readonly status?: string | undefined };
  readonly after: { readonly id: bigint } | undefined;
  readonly count: number;
}

/**
 * A list of a table's rows by ascending id, of one status or of all. The status is sent twice,
 * which makes PostgreSQL use the index of it: for `status = $1` it may read the table by id until
 * it has found enough rows, past all the older ones of another status.
 */
export function listRows<Row, Values extends unknown[]>(
  query: Query,
  select: string,
  toRow: (values: Values) => Row,
) {
  const first = `${select} ORDER BY id LIMIT $1`;
  const next = `${select} WHERE id > $1 ORDER BY id LIMIT $2`;
  const ofStatus = `${select} WHERE status IN ($1, $2)`;
  const firstOfStatus = `${ofStatus} ORDER BY status, id LIMIT $3`;
  const nextOfStatus = `${ofStatus} AND id > $3 ORDER BY status, id LIMIT $4`;

  function statementFor({ filter, after, count }: Range): [sql: string, values: Value[]] {
    const { status } = filter;
    if (status === undefined) return after ? [next, [after.id, count]] : [first, [count]];
    return after
      ? [nextOfStatus, [status, status, after.id, count]]
      : [firstOfStatus, [status, status, count]];
  }

  return {
    sort: { id: 'int64 asc' },
    async read(range: Range) {
      return (await query<Values>(...statementFor(range))).map(toRow);
    },
  } as const;
}
