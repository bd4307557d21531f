import type { Query } from './statements.ts';

export interface Page {
  /** The id before the page's first one. */
  readonly after: bigint;
  readonly count: number;
  readonly status: string | undefined;
}

/** A function that returns a page of a table's rows by ascending id, of one status or of all. */
export function listRows<Row, Values extends unknown[]>(
  query: Query,
  select: string,
  toRow: (values: Values) => Row,
): (page: Page) => Promise<Row[]> {
  const all = `${select} WHERE id > $1 ORDER BY id LIMIT $2`;
  const byStatus = `${select} WHERE status = $1 AND id > $2 ORDER BY id LIMIT $3`;

  return async ({ after, count, status }) => {
    const isAll = status === undefined;
    const values = isAll ? [after, count] : [status, after, count];
    return (await query<Values>(isAll ? all : byStatus, values)).map(toRow);
  };
}
