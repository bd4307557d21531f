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

/**
 * Makes reads of the same key that are requested within one tick share one query. It is sent at the
 * end of the tick, so that no result is older than its request.
 */
export function coalesceReads<Request, Result>(
  read: (request: Request) => Promise<Result>,
  keyOf: (request: Request) => string,
): (request: Request) => Promise<Result> {
  const waiting = new Map<string, Promise<Result>>();
  return (request) => {
    const key = keyOf(request);
    const shared = waiting.get(key);
    if (shared) return shared;
    const { promise, resolve } = Promise.withResolvers<Result>();
    waiting.set(key, promise);
    atEndOfTick(() => {
      waiting.delete(key);
      resolve(read(request));
    });
    return promise;
  };
}

const unsent: (() => void)[] = [];

/** All at once, so that reads of every kind can travel together. */
function atEndOfTick(send: () => void) {
  if (unsent.push(send) === 1) setImmediate(sendAll);
}

function sendAll() {
  for (const send of unsent.splice(0)) send();
}
