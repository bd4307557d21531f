import { isIPv6 } from 'node:net';

/**
 * The path that a request is for, without its query. The target may be in absolute form.
 *
 * @see RFC 9112 section 3.2
 */
export function requestPath(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/** A target with no more than the first parameters of its query, not counting empty ones. */
export function firstParameters(target: string, count: number): string {
  let left = count;
  let start = target.indexOf('?') + 1;
  if (start === 0) return target;
  for (let end = target.indexOf('&', start); end !== -1; end = target.indexOf('&', start)) {
    if (end > start) left -= 1;
    if (left === 0) return target.slice(0, end);
    start = end + 1;
  }
  return target;
}

/** Most targets: a path with no part empty or encoded, and a query. */
export const PLAIN = /^(?:\/[\w.~-]+)+(?:\?[^#]*)?$/;
const ABSOLUTE = /^https?:\/\/([^/?#]+)(\/[^?#]*)?(\?[^#]*)?$/i;
/** Without a comma, which a proxy may have put between two hosts. */
const HOST = /^(?:\[([\da-f:.]+)\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d{1,5})?)?$/i;
const MAX_PORT = 65_535;

/** Whether a text is a host with or without a port, or empty, as in `Host`. @see RFC 9110 section 7.2 */
export function isHost(text: string): boolean {
  if (text === '') return true;
  const match = HOST.exec(text);
  if (!match) return false;
  const [, ipv6, port = '0'] = match;
  return (ipv6 === undefined || isIPv6(ipv6)) && Number(port) <= MAX_PORT;
}

/**
 * Reads a request target.
 *
 * @returns the path with the query; undefined for a target that is malformed
 * @see RFC 9112 section 3.2
 */
export function readTarget(target: string): string | undefined {
  if (PLAIN.test(target)) return target;
  if (target.includes('#')) return undefined;
  const url = target.startsWith('/') || target === '*' ? target : originForm(target);
  return url !== undefined && isDecodable(requestPath(url)) ? url : undefined;
}

/** Of an absolute target, what it would be in origin form. */
function originForm(target: string): string | undefined {
  const [, host, path = '/', query = ''] = ABSOLUTE.exec(target) ?? [];
  return host !== undefined && isHost(host) ? path + query : undefined;
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
