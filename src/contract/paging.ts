// Keyset pagination: a page begins after the last row of the previous page, so that page N costs
// what page 1 costs. A cursor is the position of that row, its id or a text, with a checksum over
// the list that it was issued for.

import { crc32 } from 'node:zlib';
import { errors } from '../errors/index.ts';
import { pathOf } from './addresses.ts';

interface ListRequest {
  readonly query: { readonly limit: number; readonly cursor?: string };
  readonly url: string;
}

interface ListReply {
  header(name: 'Link', value: string): unknown;
}

const ID_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** The id after which the page begins; undefined for the first. @throws invalid_parameter */
export function pageStart(request: ListRequest): bigint | undefined {
  return readCursor(request, ID_BYTES)?.readBigInt64BE();
}

/**
 * The requested page. Where another one follows, sets a `Link` to it.
 *
 * @param rows the rows of the page, and one more if there is one
 * @see RFC 8288
 */
export function page<Row extends { readonly id: bigint }>(
  request: ListRequest,
  reply: ListReply,
  rows: readonly Row[],
): Row[] {
  return pageOf(request, reply, rows, ({ id }) => {
    const bytes = Buffer.alloc(ID_BYTES);
    bytes.writeBigInt64BE(id);
    return bytes;
  });
}

/**
 * As `pageStart`, for a list in the order of texts.
 *
 * @param form of the text after which a page can begin
 * @returns the groups of the form; an empty list for the first page
 */
export function textPageStart(request: ListRequest, form: RegExp): readonly string[] {
  const position = readCursor(request);
  if (!position) return [];
  const [, ...groups] = form.exec(position.toString()) ?? [];
  if (groups.length === 0) throw wrongCursor();
  return groups;
}

/** As `page`, for a list in the order of texts. */
export function textPage<Row>(
  request: ListRequest,
  reply: ListReply,
  rows: readonly Row[],
  textOf: (row: Row) => string,
): Row[] {
  return pageOf(request, reply, rows, (row) => Buffer.from(textOf(row)));
}

function pageOf<Row>(
  request: ListRequest,
  reply: ListReply,
  rows: readonly Row[],
  positionOf: (row: Row) => Buffer,
): Row[] {
  const { query } = request;
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  if (last && rows.length > shown.length) {
    const search = toSearch({ ...query, cursor: cursorAfter(positionOf(last), request) });
    reply.header('Link', `<${pathOf(request.url)}?${search}>; rel="next"`);
  }
  return shown;
}

/** The position in a cursor; undefined without one. @throws invalid_parameter */
function readCursor(request: ListRequest, length?: number): Buffer | undefined {
  const { cursor } = request.query;
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, 'base64url').subarray(0, -CHECKSUM_BYTES);
  const isWhole = length === undefined || position.length === length;
  if (isWhole && cursor === cursorAfter(position, request)) return position;
  throw wrongCursor();
}

/** The checksum is no secret, so a caller can make cursors. */
const wrongCursor = () => errors.invalidParameter('cursor was not issued for this list.');

function cursorAfter(position: Buffer, request: ListRequest): string {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(pathAndFilters(request), crc32(position)));
  return Buffer.concat([position, checksum]).toString('base64url');
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
