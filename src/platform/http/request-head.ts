// Ambiguous heads of requests, which another reader of the same bytes, such as a proxy, could take
// for a different request. Heads that Node cannot parse are the subject of connection-errors.ts.

import type { IncomingMessage } from 'node:http';
import { type ApiError, errors } from '../errors/index.ts';
import { isHost } from './hosts.ts';

const { malformedRequest: malformed } = errors;
const onlyOnce = (name: string) => malformed(`The header field ${name} must appear only once.`);

/** What is wrong with a head. */
export interface HeadError {
  readonly error: ApiError;
  /** What became of the API key: dropped, since there were two; or perhaps among dropped fields. */
  readonly key: 'kept' | 'dropped' | 'unknown';
}

const AUTHORIZATION_REPEATED: HeadError = { error: onlyOnce('authorization'), key: 'dropped' };
const TOO_MANY_FIELDS: HeadError = { error: errors.headersTooLarge, key: 'unknown' };
const plain = (error: ApiError): HeadError => ({ error, key: 'kept' });
const VERSION = plain(errors.httpVersionNotSupported);
const HOST_MISSING = plain(malformed('The header field host is required.'));
const HOST_INVALID = plain(malformed('The header field host must be a host and a port.'));
const CODING_IN_HTTP_1_0 = plain(malformed('HTTP/1.0 has no transfer-encoding.'));
const OTHER_CODING = plain(errors.codingNotImplemented);

/** The most header fields. 16 kB can contain thousands, each of which takes 80 bytes. */
export const MAX_FIELDS = 100;

export function findHeadError(request: IncomingMessage): HeadError | undefined {
  const { headers, rawHeaders, httpVersion } = request;
  const repeated = findRepeated(request);
  // Before any other error, since with two keys nobody is the caller.
  if (repeated?.key === 'dropped') return repeated;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return VERSION;
  if (rawHeaders.length > 2 * MAX_FIELDS) return TOO_MANY_FIELDS;
  if (repeated) return repeated;
  const { host, 'transfer-encoding': coding } = headers;
  if (host === undefined && httpVersion === '1.1') return HOST_MISSING;
  if (host !== undefined && !isHost(host)) return HOST_INVALID;
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') return CODING_IN_HTTP_1_0;
  return coding.toLowerCase() === 'chunked' ? undefined : OTHER_CODING;
}

/**
 * Finds a repeated field of which Node uses only the first value: authorization, or else the first.
 *
 * @see RFC 9110 section 5.3
 */
function findRepeated({ headers, rawHeaders }: IncomingMessage): HeadError | undefined {
  // Most requests have each name once.
  if (rawHeaders.length === 2 * Object.keys(headers).length) return undefined;
  const values = new Map<string, string | undefined>();
  let first: HeadError | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = String(rawHeaders[i]).toLowerCase();
    const isDropped = values.has(name) && headers[name] === values.get(name);
    if (isDropped && name === 'authorization') return AUTHORIZATION_REPEATED;
    if (isDropped) first ??= plain(onlyOnce(name));
    values.set(name, rawHeaders[i + 1]);
  }
  return first;
}
