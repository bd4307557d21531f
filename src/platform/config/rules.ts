// The rules for settings that a schema cannot express.

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';

/** Says what is wrong with a text, after the name of its setting. Shows no password. */
export type Rule = (text: string) => string | undefined;

function rule(isValid: (text: string) => boolean, problem: string): Rule {
  return (text) => (isValid(text) ? undefined : problem);
}

/** The items of a setting that is a list. */
export function splitList(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];

export const proxies = rule(
  (text) => splitList(text).every(isProxy),
  `must be a list of IP addresses, networks such as 10.0.0.0/8, or ${PROXY_GROUPS.join(', ')}.`,
);

/** Checked here, since Fastify reads a bare `1` as the address 0.0.0.1. */
function isProxy(text: string): boolean {
  if (PROXY_GROUPS.includes(text)) return true;
  const [, address = '', prefix] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const longestPrefix = { 4: 32, 6: 128 }[isIP(address)];
  return longestPrefix !== undefined && Number(prefix ?? longestPrefix) <= longestPrefix;
}

export const origins = rule(
  (text) => text.trim() === '*' || splitList(text).every(isOrigin),
  'must be a list of origins such as https://app.example.com, separated by commas, or * alone.',
);

/**
 * Whether an origin is written as browsers send it, since they compare origins byte by byte.
 *
 * @see https://fetch.spec.whatwg.org/#origin-header
 */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** `/v1/traces` is added at its end: no query may be there, not even an empty one. */
export const collector = rule(
  (text) => /^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text),
  'must be an http(s) address such as http://localhost:4318, without credentials and query.',
);

export const webPage = rule(
  (text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
  'must be an http(s) address.',
);

/**
 * A base address of one of these APIs: without credentials, and without characters that could end a
 * quoted text in a sample.
 */
export function baseUrl(basePaths: readonly string[]): Rule {
  return rule(
    (text) => {
      const path = URL.parse(text)?.pathname ?? '';
      const isEnding = basePaths.some((basePath) => path.endsWith(basePath));
      return isEnding && /^https?:\/\/[^\s"'$<>?#`\\@]+$/.test(text);
    },
    `must be an http(s) address that ends in ${basePaths.join(' or ')}.`,
  );
}

export const redisAddresses = rule(
  (text) => splitList(text).every(isRedisAddress),
  'must have the form redis://USER:PASSWORD@HOST:PORT. ' +
    'Write special characters in a password as in %2F.',
);

/** An unencoded `/`, `?` or `#` in a password would make its rest a path, query or fragment. */
function isRedisAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isWhole = hostname !== '' && hash === '' && !search.includes('@');
  const isEncoded = !/%(?![\da-f]{2})/i.test(username + password);
  return /^rediss?:$/.test(protocol) && isWhole && isEncoded && /^(\/\d*)?$/.test(pathname);
}

export const headerList: Rule = (text) => {
  try {
    headersOf(text);
    return undefined;
  } catch {
    return (
      'must have the form NAME=VALUE,NAME=VALUE. ' +
      'Write special characters in a value as in %2C.'
    );
  }
};

/**
 * The header fields of a setting, as OpenTelemetry writes them.
 *
 * @throws unless each has a name and a value that HTTP allows
 */
export function headersOf(text: string): Record<string, string> {
  const fields = splitList(text).map((field) => {
    const [name = '', value = ''] = /^(.+?) *= *(.+)$/s.exec(field)?.slice(1) ?? [];
    const decoded = decodeURIComponent(value);
    validateHeaderName(name);
    validateHeaderValue(name, decoded);
    return [name, decoded];
  });
  return Object.fromEntries(fields);
}
