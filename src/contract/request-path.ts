/**
 * The path that a request is for, without its query. The address may be in absolute form, and the
 * router takes a fragment for a query, too.
 *
 * @see RFC 9112 section 3.2
 */
export function requestPath(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}
