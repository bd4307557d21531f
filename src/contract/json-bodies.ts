import { isUtf8 } from 'node:buffer';
import { parse as parseLossless } from 'lossless-json';
import { bodyRequired, invalidBody, invalidJson } from './errors.ts';
import { isExactInDouble, readLiteral, shownName } from './schema/index.ts';

/*
 * Reads JSON bodies without losing anything: what is not UTF-8 is rejected, a repeated key is
 * rejected, and no number is rounded.
 */

const MAX_DEPTH = 32;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|-?\d[\d.eE+-]*/g;

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
 * as it was written.
 */
function hasOnlySafeNumbers(text: string, subject: string): boolean {
  const objects: Set<string>[] = [];
  let safe = true;
  let lastString = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const first = token[0];
    if (first === '"') lastString = token;
    else if (first === ':') addKey(objects.at(-1), JSON.parse(lastString));
    else if (first === '{' || first === '[') enter(objects, subject);
    else if (first === '}' || first === ']') objects.pop();
    else safe &&= isExactInDouble(token);
  }
  return safe;
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
