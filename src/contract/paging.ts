// Keyset pagination: a page begins after the last id of the previous page, so that page N costs
// what page 1 costs. A cursor is that id with a checksum over the list that it was issued for.

import { crc32 } from 'node:zlib';
import { errors } from '../errors/index.ts';
import { pathOf } from './addresses.ts';

interface ListRequest {
  readonly query: { readonly limit: number; readonly cursor?: string };
  readonly url: string;
}

const ID_BYTES = 8;

/** The id after which the page begins; undefined for the first. @throws invalid_parameter */
export function pageStart(request: ListRequest): bigint | undefined {
  const { cursor } = request.query;
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const id = bytes.length > ID_BYTES ? bytes.readBigInt64BE() : 0n;
  if (cursor !== cursorAfter(id, request)) {
    throw errors.invalidParameter('cursor was not issued for this list.');
  }
  return id;
}

/**
 * The requested page. Where another one follows, sets a `Link` to it.
 *
 * @param rows the rows of the page, and one more if there is one
 * @see RFC 8288
 */
export function page<Row extends { readonly id: bigint }>(
  request: ListRequest,
  reply: { header(name: 'Link', value: string): unknown },
  rows: readonly Row[],
): Row[] {
  const { query } = request;
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  if (last && rows.length > shown.length) {
    const search = toSearch({ ...query, cursor: cursorAfter(last.id, request) });
    reply.header('Link', `<${pathOf(request.url)}?${search}>; rel="next"`);
  }
  return shown;
}

function cursorAfter(id: bigint, request: ListRequest): string {
  const bytes = Buffer.alloc(ID_BYTES + 4);
  bytes.writeBigInt64BE(id);
  const checksum = crc32(pathAndFilters(request), crc32(bytes.subarray(0, ID_BYTES)));
  bytes.writeUInt32BE(checksum, ID_BYTES);
  return bytes.toString('base64url');
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
