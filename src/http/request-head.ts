import type { IncomingMessage } from 'node:http';
import { type ApiError, errors } from '../errors/index.ts';
import { isHost } from './request-targets.ts';

/*
 * Finds ambiguous heads: another reader of the same bytes, such as a proxy, could read a different
 * request. Heads that Node cannot parse are the subject of connection-errors.ts.
 */

const { malformedRequest: malformed } = errors;
const onlyOnce = (name: string) => malformed(`The header field ${name} must appear only once.`);

export const AUTHORIZATION_REPEATED = onlyOnce('authorization');
const HOST_MISSING = malformed('The header field host is required.');
const HOST_INVALID = malformed('The header field host must be a host and a port.');
const CODING_IN_HTTP_1_0 = malformed('HTTP/1.0 has no transfer-encoding.');

/** The most header fields. 16 kB can contain thousands, each of which takes 80 bytes. */
export const MAX_FIELDS = 100;

export function findHeadError(request: IncomingMessage): ApiError | undefined {
  const { headers, rawHeaders, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return errors.versionNotSupported;
  if (rawHeaders.length > 2 * MAX_FIELDS) return errors.headersTooLarge;
  const repeated = findRepeated(request);
  if (repeated) return repeated;
  const { host, 'transfer-encoding': coding } = headers;
  if (host === undefined && httpVersion === '1.1') return HOST_MISSING;
  if (host !== undefined && !isHost(host)) return HOST_INVALID;
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') return CODING_IN_HTTP_1_0;
  return coding.toLowerCase() === 'chunked' ? undefined : errors.codingNotImplemented;
}

/** Finds a repeated field of which Node uses only the first value. @see RFC 9110 section 5.3 */
function findRepeated({ headers, rawHeaders }: IncomingMessage): ApiError | undefined {
  const values = new Map<string, string | undefined>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = String(rawHeaders[i]).toLowerCase();
    const isDropped = values.has(name) && headers[name] === values.get(name);
    if (isDropped) return name === 'authorization' ? AUTHORIZATION_REPEATED : onlyOnce(name);
    values.set(name, rawHeaders[i + 1]);
  }
  return undefined;
}
