import type { Query, Value } from './statements.ts';

export interface Page {
  /** The id before the page's first one; undefined for the first page. */
  readonly after: bigint | undefined;
  readonly count: number;
  readonly status: string | undefined;
}

/**
 * A function that returns a page of a table's rows by ascending id, of one status or of all. The
 * status is sent twice, which makes PostgreSQL use the index of it: for `status = $1` it may read
 * the table by id until it has found enough rows, past all the older ones of another status.
 */
export function listRows<Row, Values extends unknown[]>(
  query: Query,
  select: string,
  toRow: (values: Values) => Row,
): (page: Page) => Promise<Row[]> {
  const first = `${select} ORDER BY id LIMIT $1`;
  const next = `${select} WHERE id > $1 ORDER BY id LIMIT $2`;
  const ofStatus = `${select} WHERE status IN ($1, $2)`;
  const firstOfStatus = `${ofStatus} ORDER BY status, id LIMIT $3`;
  const nextOfStatus = `${ofStatus} AND id > $3 ORDER BY status, id LIMIT $4`;

  function statementFor({ after, count, status }: Page): [sql: string, values: Value[]] {
    if (status === undefined) {
      return after === undefined ? [first, [count]] : [next, [after, count]];
    }
    return after === undefined
      ? [firstOfStatus, [status, status, count]]
      : [nextOfStatus, [status, status, after, count]];
  }

  return async (page) => (await query<Values>(...statementFor(page))).map(toRow);
}
