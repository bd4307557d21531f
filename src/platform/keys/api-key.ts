// The form of an API key: the prefix of the service, an underscore, 32 random characters and a
// checksum of 6, all base62. By the checksum a mistyped key is rejected without a look-up, and
// scanners recognize a leaked one.

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

export type KeyFormat = ReturnType<typeof createKeyFormat>;

/**
 * The form of the API keys of a service.
 *
 * @param keyPrefix such as `abc`, for keys like `abc_...`
 */
export function createKeyFormat(keyPrefix: string) {
  const prefix = `${keyPrefix}_`;
  const form = `${prefix}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`;
  const keyLength = prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH;
  const anywhere = new RegExp(form);
  const whole = new RegExp(`^${form}$`);
  /** Whatever stands around it: `%20`, `\n` and `%3D` end with a letter or digit. */
  const inText = new RegExp(form, 'g');
  /** A key, or so much of one that was cut that the rest could be guessed. */
  const revealed = new RegExp(`${prefix}[0-9A-Za-z]{16,}`, 'g');

  /** Creates a key of 190 random bits. It is shown once and never stored. */
  function generateApiKey(): string {
    const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]);
    const body = prefix + secret.join('');
    return body + checksumOf(body);
  }

  /** Whether a text has the form of a key and the right checksum. */
  function isWellFormed(text: string): boolean {
    return whole.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
  }

  /** Whether a text may contain a key, mistyped ones included. */
  function resemblesApiKey(text: string): boolean {
    return anywhere.test(text);
  }

  /** Replaces every key in a text, also one that is cut off. */
  function withoutApiKeys(text: string): string {
    return text.includes(prefix) ? text.replaceAll(revealed, `${prefix}…`) : text;
  }

  /**
   * Finds the keys in a stream, such as a log, each once. Only those with the right checksum are
   * keys.
   */
  async function* apiKeysIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
    const found = new Set<string>();
    // The end of the last chunk, which may be the beginning of a key.
    let rest = '';
    for await (const chunk of chunks) {
      // One character for each byte, without the zeros of UTF-16.
      const text = rest + chunk.toString('latin1').replaceAll('\0', '');
      for (const [match] of text.matchAll(inText)) {
        if (found.has(match) || !isWellFormed(match)) continue;
        // A copy, since a part of a text keeps all of it in memory.
        const apiKey = Buffer.from(match).toString();
        found.add(apiKey);
        yield apiKey;
      }
      rest = text.slice(1 - keyLength);
    }
  }

  /** Returns 8 characters of a key, by which people recognize it. */
  function hintOf(apiKey: string): string {
    return `${apiKey.slice(0, prefix.length + 4)}…${apiKey.slice(-4)}`;
  }

  return { generateApiKey, isWellFormed, resemblesApiKey, withoutApiKeys, apiKeysIn, hintOf };
}

/** Returns what is stored of a key: its SHA-256 in hexadecimal. 190 random bits need no salt. */
export function hashApiKey(apiKey: string): string {
  return hash('sha256', apiKey);
}

/** Returns the CRC-32 as six base62 digits, most significant first. */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
