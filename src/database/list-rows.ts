import { coalesceReads } from './batched-reads.ts';
import type { Query } from './statements.ts';

export interface Page {
  /** The id before the page's first one. */
  readonly after: bigint;
  readonly count: number;
  readonly status: string | undefined;
}

/** The lowest 64-bit integer. */
const LOWEST_ID = -(2n ** 63n);

export function isFirstPage({ after }: Page): boolean {
  return after === LOWEST_ID;
}

/** A function that returns a page of a table's rows by ascending id, of one status or of all. */
export function listRows<Row, Values extends unknown[]>(
  query: Query,
  select: string,
  toRow: (values: Values) => Row,
): (page: Page) => Promise<readonly Row[]> {
  const order = 'ORDER BY id LIMIT';
  const all = `${select} WHERE id > $1 ${order} $2`;
  const byStatus = `${select} WHERE status = $1 AND id > $2 ${order} $3`;

  async function list({ after, count, status }: Page) {
    const rows = await (status === undefined
      ? query<Values>(all, [after, count])
      : query<Values>(byStatus, [status, after, count]));
    return rows.map(toRow);
  }

  // Most callers want the first page.
  return coalesceReads(list, ({ after, count, status }) => `${after} ${count} ${status}`);
}
