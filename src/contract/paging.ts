import { crc32 } from 'node:zlib';
import { invalidParameter } from './errors.ts';

/*
 * Pages by key: a page begins after the last id of the page before, so that page N costs what
 * page 1 costs. A cursor is that id and a checksum over the listing it belongs to.
 */

interface ListingRequest {
  readonly query: { readonly limit: number; readonly cursor?: string };
  readonly url: string;
}

const ID_BYTES = 8;
const LOWEST_ID = -(2n ** 63n);

/**
 * The id after which the requested page begins; below all others where it is the first one.
 *
 * @throws invalid_parameter when the cursor was altered or belongs to another listing
 */
export function pageStart(request: ListingRequest): bigint {
  const { cursor } = request.query;
  if (cursor === undefined) return LOWEST_ID;
  const bytes = Buffer.from(cursor, 'base64url');
  const id = bytes.length > ID_BYTES ? bytes.readBigInt64BE() : 0n;
  if (cursor !== cursorAfter(id, request)) {
    throw invalidParameter('cursor is not one that this listing issued.');
  }
  return id;
}

/**
 * The page itself, out of rows of which one more than its limit was read. Where there is a next
 * page, `Link` leads to it.
 *
 * @see RFC 8288
 */
export function page<Row extends { readonly id: bigint }>(
  request: ListingRequest,
  reply: { header(name: 'Link', value: string): unknown },
  rows: readonly Row[],
): Row[] {
  const { query } = request;
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  if (last && rows.length > shown.length) {
    const search = toSearch({ ...query, cursor: cursorAfter(last.id, request) });
    reply.header('Link', `<${pathOf(request)}?${search}>; rel="next"`);
  }
  return shown;
}

function cursorAfter(id: bigint, request: ListingRequest): string {
  const bytes = Buffer.alloc(ID_BYTES + 4);
  bytes.writeBigInt64BE(id);
  const checksum = crc32(listing(request), crc32(bytes.subarray(0, ID_BYTES)));
  bytes.writeUInt32BE(checksum, ID_BYTES);
  return bytes.toString('base64url');
}

/** What makes two requests pages of the same listing: the path and the filters. */
function listing(request: ListingRequest): string {
  const { limit: _limit, cursor: _cursor, ...filters } = request.query;
  const search = toSearch(filters);
  search.sort();
  return `${pathOf(request)}?${search}`;
}

function toSearch(parameters: object): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) search.append(name, String(value));
  return search;
}

function pathOf({ url }: ListingRequest): string {
  // The router takes what follows a # for a query, too.
  return url.replace(/[?#].*$/s, '');
}
