import { isUtf8 } from 'node:buffer';
import { bodyRequired, invalidBody, invalidJson } from '../errors/index.ts';
import { readLiteral } from '../schema/exact-numbers.ts';
import { shownName } from '../schema/messages.ts';

/*
 * Reads JSON bodies without losing anything: rejects bytes that are not UTF-8 and repeated keys,
 * and rounds no number.
 */

export const MAX_DEPTH = 32;
/** An integer that a double holds as it was written: not `-0`, which would pass as 0. */
const PLAIN_NUMBER = /^(?:0|-?[1-9]\d{0,14})$/;
const START_OF_NUMBER = '-0123456789';
const PART_OF_NUMBER = `${START_OF_NUMBER}.eE+`;

/**
 * @returns undefined where there is no body
 * @throws invalid_json when the body is not JSON in UTF-8, is nested too deep, or has a repeated
 *   key; invalid_body when it is null, or `__proto__` is a key
 * @see RFC 8259 section 4
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidJson('The body is not valid UTF-8.');
  // A parser may ignore a byte order mark (RFC 8259 section 8.1).
  const text = bytes.toString().replace(/^\ufeff+/, '');
  if (text.trim() === '') return undefined;
  const value = parse(text);
  if (value === null) throw bodyRequired();
  const hasPlainNumbers = checkTokens(text);
  return hasPlainNumbers ? value : parse(text, readNumber);
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

function parse(text: string, reviver?: Reviver): unknown {
  try {
    // Every supported Node gives a reviver the source of a primitive. TypeScript does not know it.
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
  } catch {
    // Not in the words of the parser, which quote the body.
    throw invalidJson('The body is not valid JSON.');
  }
}

function readNumber(_key: string, value: unknown, { source }: { readonly source?: string }) {
  return typeof value === 'number' ? readLiteral(String(source)) : value;
}

/**
 * Checks the nesting and the keys of valid JSON. Reads single characters, since matching tokens
 * costs several times as much.
 *
 * @returns whether a double holds every number in the text as it was written
 */
function checkTokens(text: string): boolean {
  const objects: Set<string>[] = [];
  let isPlain = true;
  let latest = '';
  let end = 0;
  for (let at = 0; at < text.length; at = end) {
    const first = text[at] as string;
    end = endOfToken(text, at, first);
    if (first === '"') latest = text.slice(at, end);
    else if (first === ':') addKey(objects.at(-1), keyOf(latest));
    else if (first === '{' || first === '[') enter(objects);
    else if (first === '}' || first === ']') objects.pop();
    else if (START_OF_NUMBER.includes(first)) isPlain &&= PLAIN_NUMBER.test(text.slice(at, end));
  }
  return isPlain;
}

/** The end of the string or the number that begins here. Anything else is a single character. */
function endOfToken(text: string, start: number, first: string): number {
  let end = start + 1;
  if (first === '"') {
    while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (START_OF_NUMBER.includes(first)) while (PART_OF_NUMBER.includes(text[end] ?? ' ')) end += 1;
  return end;
}

/** @param string as it is written, in quotes */
function keyOf(string: string): string {
  return string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
}

function enter(objects: Set<string>[]) {
  if (objects.push(new Set()) > MAX_DEPTH) {
    throw invalidJson(`The body must not be nested more than ${MAX_DEPTH} levels deep.`);
  }
}

function addKey(keys: Set<string> | undefined, key: string) {
  // Code that copies an object property by property would set the prototype of the copy.
  if (key === '__proto__') throw invalidBody('__proto__ is not a known field.');
  if (keys?.has(key)) throw invalidJson(`${shownName(key)} appears twice in one object.`);
  keys?.add(key);
}
