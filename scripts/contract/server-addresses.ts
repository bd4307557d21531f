// The addresses of servers, in the form in which equal ones have the same text.

/** Relative addresses are compared as if both contracts were published here. */
const BASES = ['http', 'https'].map((scheme) => `${scheme}://contract.invalid/a/b/c/d/e/f`);
/** Stands for the path of an operation, which is appended as it is. */
const PATH = '/~';

/**
 * An address without what says nothing: a default port, the case of its scheme and host, and the
 * encoding of characters that need none. One that no URL can be, as `https://{host}:{port}`, stays
 * as it is.
 *
 * @see RFC 3986 section 6.2
 */
export function serverAddress(written: string): string {
  const url = written.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
  const addresses = BASES.map((base) => URL.parse(url + PATH, base)?.href ?? written);
  return [...new Set(addresses)].join(' ');
}
