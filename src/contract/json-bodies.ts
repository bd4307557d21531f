import { isUtf8 } from 'node:buffer';
import { parse as parseLossless } from 'lossless-json';
import { bodyRequired, invalidBody, invalidJson } from './errors.ts';
import { isExactInDouble, readLiteral, shownName } from './schema/index.ts';

/*
 * Reads JSON bodies without losing anything: what is not UTF-8 is rejected, a repeated key is
 * rejected, and no number is rounded.
 */

const MAX_DEPTH = 32;
const START_OF_NUMBER = '-0123456789';
const PART_OF_NUMBER = `${START_OF_NUMBER}.eE+`;

/**
 * Parses a body, or a part of one that is JSON by itself.
 *
 * @param subject what messages call it
 * @throws invalid_json as `parseJson` does, and when it is not UTF-8
 */
export function readJson(bytes: Buffer, subject = 'The body'): unknown {
  if (!isUtf8(bytes)) throw invalidJson(`${subject} is not valid UTF-8.`);
  // A parser may ignore a byte order mark (RFC 8259 section 8.1).
  return parseJson(bytes.toString().replace(/^\ufeff+/, ''), subject);
}

/**
 * Parses JSON. Where a double could change a number, all of them are read by `readLiteral`.
 *
 * @throws invalid_json when the text is not JSON, is nested too deep, or has a repeated key; invalid_body when
 *   there is none, or `__proto__` is a key
 * @see RFC 8259 section 4
 */
export function parseJson(text: string, subject = 'The body'): unknown {
  const value = parse(text, subject);
  return hasOnlySafeNumbers(text, subject) ? value : parseLossless(text, null, readLiteral);
}

function parse(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === '' && subject === 'The body') throw bodyRequired;
    // Not in the words of the parser, which quote the body.
    throw invalidJson(`${subject} is not valid JSON.`);
  }
}

/**
 * Checks the nesting and the keys of valid JSON. Returns whether a double can hold every number in it
 * as it was written. Goes from character to character, since matching each token costs several times as much.
 */
function hasOnlySafeNumbers(text: string, subject: string): boolean {
  const objects: Set<string>[] = [];
  let safe = true;
  let latest = '';
  let end = 0;
  for (let at = 0; at < text.length; at = end) {
    const first = text[at] as string;
    end = endOfToken(text, at, first);
    if (first === '"') latest = text.slice(at, end);
    else if (first === ':') addKey(objects.at(-1), keyOf(latest));
    else if (first === '{' || first === '[') enter(objects, subject);
    else if (first === '}' || first === ']') objects.pop();
    else if (START_OF_NUMBER.includes(first)) safe &&= isExactInDouble(text.slice(at, end));
  }
  return safe;
}

/** Where a string or a number ends that begins there. Anything else is looked at one character at a time. */
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

function enter(objects: Set<string>[], subject: string) {
  if (objects.push(new Set()) > MAX_DEPTH) {
    throw invalidJson(`${subject} must not be nested more than ${MAX_DEPTH} levels deep.`);
  }
}

function addKey(keys: Set<string> | undefined, key: string) {
  // What copies an object property by property would set the prototype of the copy.
  if (key === '__proto__') throw invalidBody('__proto__ is not a known field.');
  if (keys?.has(key)) throw invalidJson(`${shownName(key)} appears twice in one object.`);
  keys?.add(key);
}
