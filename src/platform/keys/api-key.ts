// The form of an API key: `ask_`, 32 random characters and a checksum of 6, all base62. By the
// checksum a mistyped key is rejected without a look-up, and scanners recognize a leaked one.

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ask_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = `${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`;
const KEY_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const ANYWHERE = new RegExp(FORM);
const WHOLE = new RegExp(`^${FORM}$`);
/** Whatever stands around it: `%20`, `\n` and `%3D` end with a letter or digit. */
const IN_TEXT = new RegExp(FORM, 'g');
/** A key, or so much of one that was cut that the rest could be guessed. */
const REVEALED = new RegExp(`${PREFIX}[0-9A-Za-z]{16,}`, 'g');

/** Creates a key of 190 random bits. It is shown once and never stored. */
export function generateApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]);
  const body = PREFIX + secret.join('');
  return body + checksumOf(body);
}

/** Whether a text has the form of a key and the right checksum. */
export function isWellFormed(text: string): boolean {
  return WHOLE.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** Whether a text may contain a key, mistyped ones included. */
export function resemblesApiKey(text: string): boolean {
  return ANYWHERE.test(text);
}

/** Replaces every key in a text, also one that is cut off. */
export function withoutApiKeys(text: string): string {
  return text.replaceAll(REVEALED, `${PREFIX}…`);
}

/**
 * Finds the keys in a stream, such as a log, each once. Only those with the right checksum are
 * keys.
 */
export async function* apiKeysIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const found = new Set<string>();
  // The end of the last chunk, which may be the beginning of a key.
  let rest = '';
  for await (const chunk of chunks) {
    // One character for each byte, without the zeros of UTF-16.
    const text = rest + chunk.toString('latin1').replaceAll('\0', '');
    for (const [match] of text.matchAll(IN_TEXT)) {
      if (found.has(match) || !isWellFormed(match)) continue;
      // A copy, since a part of a text keeps all of it in memory.
      const apiKey = Buffer.from(match).toString();
      found.add(apiKey);
      yield apiKey;
    }
    rest = text.slice(1 - KEY_LENGTH);
  }
}

/** Returns 8 characters of a key, by which people recognize it. */
export function hintOf(apiKey: string): string {
  return `${apiKey.slice(0, PREFIX.length + 4)}…${apiKey.slice(-4)}`;
}

/** Returns what is stored of a key: its SHA-256 in hexadecimal. 190 random bits need no salt. */
export function hashApiKey(apiKey: string): string {
  return hash('sha256', apiKey);
}

/** Returns the CRC-32 as six base62 digits, most significant first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
