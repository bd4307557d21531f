import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/*
 * The form of an API key: `ask_`, 32 random characters and a checksum of 6, all base62. By the
 * checksum a mistyped key is rejected without a look-up, and scanners recognize a leaked one.
 */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ask_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = `${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`;
const ANYWHERE = new RegExp(FORM);
const WHOLE = new RegExp(`^${FORM}$`);
const IN_TEXT = new RegExp(`(?<![0-9A-Za-z])${FORM}(?![0-9A-Za-z])`, 'g');

/** Creates a key of 190 random bits. It is shown once and never stored. */
export function createApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]);
  const body = PREFIX + secret.join('');
  return body + checksumOf(body);
}

/** Whether a text has the form of a key and the right checksum. */
export function isWellFormed(key: string): boolean {
  return WHOLE.test(key) && key.endsWith(checksumOf(key.slice(0, -CHECKSUM_LENGTH)));
}

/** Whether a text may contain a key, mistyped ones included. */
export function resemblesApiKey(text: string): boolean {
  return ANYWHERE.test(text);
}

/** The keys in a text, such as a log, each once. Only those with the right checksum are keys. */
export function keysIn(text: string): string[] {
  return [...new Set(text.match(IN_TEXT))].filter(isWellFormed);
}

/** Returns 8 characters of a key, by which people recognize it. */
export function hintOf(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`;
}

/** Reads the scopes of a key as they are stored: null for a key that may do everything. */
export function readScopes(stored: string | null): readonly string[] | null {
  return stored === null ? null : stored.split(' ').filter(Boolean);
}

/** Returns what is stored of a key: its SHA-256 in hexadecimal. 190 random bits need no salt. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
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
