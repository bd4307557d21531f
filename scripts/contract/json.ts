// Reads and changes JSON documents, whatever their form.

import querystring from 'node:querystring';

/** An object of a document that may have anything. */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an empty object for any value that is not an object. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** An object with the same keys and other values. */
export function mapValues<Value>(
  object: Json,
  change: (value: unknown, key: string) => Value,
): Record<string, Value> {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const);
  return Object.fromEntries(entries);
}

/**
 * Merges an object into another, in place. Objects at the same key are merged, and lists joined. An
 * object replaces no value of another type, and is replaced by none.
 */
export function merge(target: Json, update: Json): Json {
  for (const [key, value] of Object.entries(update)) {
    const present = target[key];
    if (isObject(present) && isObject(value)) merge(present, value);
    else if (Array.isArray(present) && Array.isArray(value)) present.push(...value);
    // A key without a value is null.
    else if (present === undefined || present === null || isObject(present) === isObject(value))
      target[key] = value;
  }
  return target;
}

/** The value that keys lead to; undefined if there is none. */
export function follow(document: unknown, keys: readonly string[]): unknown {
  const step = (at: unknown, key: string) =>
    Object.hasOwn(at ?? {}, key) ? (at as Json)[key] : undefined;
  return keys.reduce(step, document);
}

/** The keys of a JSON pointer in a URI fragment. @see RFC 6901 section 6 */
export function keysOf(pointer: string): string[] {
  // Unlike decodeURIComponent, this takes a `%` that begins no character as it is.
  const keys = querystring.unescape(pointer).split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON pointer of keys, in a URI fragment. */
export function pointerOf(keys: readonly string[]): string {
  const steps = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#/${steps.join('/').replaceAll('%', '%25')}`;
}
