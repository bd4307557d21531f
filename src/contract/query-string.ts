import { invalidParameter } from './errors.ts';
import { shownName } from './schema/index.ts';

/** Calls back with the name, decoded, and the text, as it was sent, of each query parameter of a URL. */
export function readQuery(url: string, onParameter: (name: string, text: string) => void): void {
  // The router takes a fragment for a query, too.
  const start = url.search(/[?#]/);
  if (start === -1) return;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    onParameter(decodeQuery(name) ?? name, equals === -1 ? '' : pair.slice(equals + 1));
  }
}

/**
 * Decodes a text of a query, where `+` stands for a space.
 *
 * @throws invalid_parameter when it is not UTF-8 in percent-encoding
 */
export function decodeQueryText(text: string, name: string): string {
  return decodeQuery(text) ?? reject(name);
}

/** @throws invalid_parameter when it is not UTF-8 in percent-encoding */
export function decodeText(text: string, name: string): string {
  return decode(text) ?? reject(name);
}

function decodeQuery(text: string): string | undefined {
  return decode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function reject(name: string): never {
  throw invalidParameter(`${shownName(name)} must be percent-encoded UTF-8.`);
}
