import { isObject, type Json } from '../json.ts';

/*
 * How the value of a parameter is written in a request.
 *
 * @see OpenAPI 3.1.1 section 4.8.12.4, "Style Values"
 */

/** A parameter and the value that it is to have. */
export interface Filled {
  readonly name: string;
  readonly in: string;
  readonly style?: string | undefined;
  readonly explode?: boolean | undefined;
  /** Whether the value is sent as JSON. */
  readonly isJson: boolean;
  readonly value: unknown;
}

type Encode = (text: string) => string;

const DELIMITERS: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

/** What takes the place of the parameter in the path. */
export function inPath({ value, isJson, explode }: Filled): string {
  return isJson ? encode(JSON.stringify(value)) : simple(value, explode, encode);
}

/** The pairs of the query, each encoded. */
export function inQuery({ name, value, isJson, style = 'form', explode }: Filled): string[] {
  const pair = (key: string, text: string) => `${encode(key)}=${text}`;
  if (isJson) return [pair(name, encode(JSON.stringify(value)))];
  if (isObject(value) && style === 'deepObject') {
    return Object.entries(value).map(([key, one]) => pair(`${name}[${key}]`, encode(String(one))));
  }
  const isExploded = explode ?? style === 'form';
  if (isExploded && isObject(value)) {
    return Object.entries(value).map(([key, one]) => pair(key, encode(String(one))));
  }
  if (isExploded && Array.isArray(value)) {
    return value.map((one) => pair(name, encode(String(one))));
  }
  return [
    pair(
      name,
      flat(value)
        .map(encode)
        .join(DELIMITERS[style] ?? ','),
    ),
  ];
}

/** Headers are not encoded, and carry ASCII alone. */
export function inHeader({ value, isJson, explode }: Filled): string {
  return isJson ? asciiJson(value) : simple(value, explode, (text) => text);
}

/** A pair of the Cookie header. */
export function inCookie({ name, value, isJson }: Filled): string {
  const text = isJson ? encode(JSON.stringify(value)) : flat(value).map(encode).join(',');
  return `${name}=${text}`;
}

function simple(value: unknown, explode: boolean | undefined, encode: Encode): string {
  if (!explode || !isObject(value)) return flat(value).map(encode).join(',');
  const pairs = Object.entries(value).map(([key, one]) => `${encode(key)}=${encode(String(one))}`);
  return pairs.join(',');
}

/** The elements of a list, or the names and values of an object, one after the other. */
function flat(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return isObject(value)
    ? Object.entries(value as Json)
        .flat()
        .map(String)
    : [String(value)];
}

/** Percent-encodes all that is not unreserved. @see RFC 3986 section 2.3 */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
