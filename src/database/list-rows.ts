import type { Query, Value } from './statements.ts';

export interface Page {
  /** The id before the page's first one; undefined for the first page. */
  readonly after: bigint | undefined;
  readonly count: number;
  readonly status: string | undefined;
}

/** A function that returns a page of a table's rows by ascending id, of one status or of all. */
export function listRows<Row, Values extends unknown[]>(
  query: Query,
  select: string,
  toRow: (values: Values) => Row,
): (page: Page) => Promise<Row[]> {
  const first = `${select} ORDER BY id LIMIT $1`;
  const next = `${select} WHERE id > $1 ORDER BY id LIMIT $2`;
  const firstOfStatus = `${select} WHERE status = $1 ORDER BY id LIMIT $2`;
  const nextOfStatus = `${select} WHERE status = $1 AND id > $2 ORDER BY id LIMIT $3`;

  function statementFor({ after, count, status }: Page): [sql: string, values: Value[]] {
    if (status === undefined) {
      return after === undefined ? [first, [count]] : [next, [after, count]];
    }
    return after === undefined
      ? [firstOfStatus, [status, count]]
      : [nextOfStatus, [status, after, count]];
  }

  return async (page) => (await query<Values>(...statementFor(page))).map(toRow);
}
