import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { errors, isHost } from '../contract/index.ts';

/*
 * What is wrong with the head of a request that another reader of the same bytes, such as a proxy, could take for a
 * different one. What Node cannot parse never gets here (connection-errors.ts).
 */

const { malformedRequest: malformed } = errors;

/** Header fields with a single value, of which Node would use the first. @see RFC 9110 section 5.3 */
const SINGLETONS = new Map(
  [
    ...['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from'],
    ...['host', 'if-modified-since', 'if-unmodified-since', 'last-modified', 'location'],
    ...['max-forwards', 'proxy-authorization', 'referer', 'retry-after', 'server', 'user-agent'],
  ].map((name) => [name, malformed(`The header field ${name} must appear only once.`)]),
);
export const AUTHORIZATION_REPEATED = SINGLETONS.get('authorization');
const HOST_MISSING = malformed('The header field host is required.');
const HOST_INVALID = malformed('The header field host must be a host and a port.');
const CODING_IN_HTTP_1_0 = malformed('HTTP/1.0 has no transfer-encoding.');

/** How many fields a header may have. Within the 16 kB that it may take there could be thousands, at 80 bytes each. */
export const MAX_FIELDS = 100;

/** The error of a request of the API whose head can be read in two ways. Other anonymous callers get their 401. */
export function ambiguousHeadError({ caller, headError }: FastifyRequest) {
  // The field with the key may be among those that were dropped.
  const isForAll = headError === AUTHORIZATION_REPEATED || headError === errors.headersTooLarge;
  return caller.customer || isForAll ? headError : undefined;
}

/** A valid one, or none. Most requests have the same. */
let latestHost: string | undefined;

export function findHeadError(request: IncomingMessage): errors.ApiError | undefined {
  const { headers, rawHeaders, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return errors.versionNotSupported;
  if (rawHeaders.length > 2 * MAX_FIELDS) return errors.headersTooLarge;
  // Counting is cheaper than comparing names, and most requests have each name once.
  if (rawHeaders.length > 2 * Object.keys(headers).length) {
    const repeated = findRepeated(rawHeaders);
    if (repeated) return repeated;
  }
  const { host, 'transfer-encoding': coding } = headers;
  if (host === undefined && httpVersion === '1.1') return HOST_MISSING;
  if (host !== undefined && host !== latestHost && !isHost(host)) return HOST_INVALID;
  latestHost = host;
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') return CODING_IN_HTTP_1_0;
  return coding.toLowerCase() === 'chunked' ? undefined : errors.codingNotImplemented;
}

function findRepeated(rawHeaders: readonly string[]): errors.ApiError | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = String(rawHeaders[i]).toLowerCase();
    if (seen.has(name) && SINGLETONS.has(name)) return SINGLETONS.get(name);
    seen.add(name);
  }
  return undefined;
}
