// Keyset pagination: a page begins after the last row of the previous page, so that page N costs
// what page 1 costs.

import { errors } from '../errors/index.ts';
import { pathOf } from './addresses.ts';
import { isSamePosition, readCursor, type Sort, writeCursor } from './cursors.ts';

/**
 * A list of rows. How its rows are sorted belongs to it, so that no cursor can be made for another
 * list of the same rows: such a cursor would skip rows.
 */
export interface List<Filter, Position extends object, Row extends Position> {
  /** The fields of a position. No two rows have the same position. */
  readonly sort: Sort;
  read(range: {
    readonly filter: Filter;
    /** The position before the first row; undefined for the beginning of the list. */
    readonly after: Position | undefined;
    /** How many rows there are at most. */
    readonly count: number;
  }): Promise<Row[]>;
}

interface ListRequest {
  readonly query: { readonly limit: number; readonly cursor?: string };
  readonly url: string;
}

/**
 * Reads the requested page of a list. If there are more rows, sets a `Link` to the next page.
 *
 * @throws invalid_parameter if the cursor was not issued for this list
 * @see RFC 8288
 */
export async function page<Filter, Position extends object, Row extends Position>(
  request: ListRequest,
  reply: { header(name: 'Link', value: string): unknown },
  list: List<Filter, Position, Row>,
  filter: Filter,
): Promise<Row[]> {
  const { query } = request;
  // The compiler does not see that a sort has the fields of a position.
  const after = pageStart(request, list.sort) as Position | undefined;
  const rows = await list.read({ filter, after, count: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const following = rows.at(query.limit);
  if (last && following) {
    if (isSamePosition(list.sort, last, following)) {
      throw new Error(`The list has two rows with the same ${Object.keys(list.sort)}.`);
    }
    const cursor = cursorAfter(request, list, last);
    const search = toSearch({ ...query, cursor });
    reply.header('Link', `<${pathOf(request.url)}?${search}>; rel="next"`);
  }
  return shown;
}

/** The cursor of the page that begins after a row of a list. */
export function cursorAfter<Row extends object>(
  request: ListRequest,
  { sort }: { readonly sort: Sort },
  row: Row,
): string {
  return writeCursor(pathAndFilters(request), sort, row as Readonly<Record<string, unknown>>);
}

/** The position after which the page begins; undefined for the first. */
function pageStart(request: ListRequest, sort: Sort): object | undefined {
  const { cursor } = request.query;
  if (cursor === undefined) return undefined;
  const position = readCursor(pathAndFilters(request), sort, cursor);
  if (!position) throw errors.invalidParameter('cursor was not issued for this list.');
  return position;
}

/** What the pages of one list have in common: the path and the filters. */
function pathAndFilters(request: ListRequest): string {
  const { limit: _limit, cursor: _cursor, ...filters } = request.query;
  const search = toSearch(filters);
  search.sort();
  return `${pathOf(request.url)}?${search}`;
}

function toSearch(parameters: object): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, given] of Object.entries(parameters)) {
    // A list is sent as a parameter for each of its values.
    const values = Array.isArray(given) ? given : [given];
    for (const value of values) search.append(name, String(value));
  }
  return search;
}
