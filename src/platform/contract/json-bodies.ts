// Reads JSON bodies without losing anything: rejects bytes that are not UTF-8 and repeated keys,
// and rounds no number.

import { isUtf8 } from 'node:buffer';
import { errors } from '../errors/index.ts';
import { changeSchema, type Schema } from '../schema/schemas.ts';
import { shownName } from '../schema/sentences.ts';
import { readNumber } from '../schema/written-numbers.ts';

const MAX_DEPTH = 32;

/**
 * How many fields of an object, and items of a list, are read. The rest is cut off, since thousands
 * of fields or numbers would cost many times as much as any other body of that size. What is left
 * is more than the schema allows, so validation still rejects it. A message to `/mcp` is accepted
 * where its fields are free, as in `_meta`: there only free fields are cut off.
 */
export interface BodyBounds {
  /** The fields that any object of the schema has: they are never cut off. */
  readonly names: ReadonlySet<string>;
  readonly maxFields: number;
  readonly maxItems: number;
}

/** Beyond what the schema allows: enough to say what is wrong with any body that people write. */
const SPARE = 30;

export function bodyBounds(schema: Schema): BodyBounds {
  const names = new Set<string>();
  let maxItems = SPARE;
  changeSchema(schema, (part) => {
    for (const name of Object.keys(part.properties ?? {})) names.add(name);
    // Lint refuses a list in a request without its `maxItems`.
    if (part.type === 'array') maxItems = Math.max(maxItems, Number(part.maxItems) + SPARE);
    return part;
  });
  return { names, maxFields: names.size + SPARE, maxItems };
}

/**
 * @returns undefined where there is no body
 * @throws invalid_json when the body is not JSON in UTF-8, is nested too deep, or has a repeated
 *   key; invalid_body when it is null, or `__proto__` is a key
 * @see RFC 8259 section 4
 */
export function readJson(bytes: Buffer, bounds: BodyBounds): unknown {
  if (!isUtf8(bytes)) throw errors.invalidJson('The body is not valid UTF-8.');
  // A parser may ignore a byte order mark (RFC 8259 section 8.1).
  const text = bytes.toString().replace(/^\ufeff+/, '');
  if (text.trim() === '') return undefined;
  const value = parse(text);
  if (value === null) throw errors.bodyRequired();
  return readExactly(text, value, bounds);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not in the words of the parser, which quote the body.
    throw errors.invalidJson('The body is not valid JSON.');
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LIST_START = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const LARGE_E = 0x45;
const SMALL_E = 0x65;
const SMALL_F = 0x66;
const OBJECT_START = 0x7b;
const OBJECT_END = 0x7d;
/** A double holds every integer of so many characters. */
const MAX_PLAIN_LENGTH = 15;

/** What holds a value: a list by its index, an object by its key. */
type Holder = Record<string | number, unknown>;

/**
 * Walks through valid JSON beside the value that JSON.parse has made of it, for what JSON.parse
 * does not tell: which numbers it has rounded, and which keys are repeated. Reads single
 * characters, since matching tokens costs several times as much.
 *
 * @returns the value with no number rounded, cut to its bounds
 * @throws when the body is nested too deep, or has a repeated key or the key `__proto__`
 */
function readExactly(
  text: string,
  value: unknown,
  { names, maxFields, maxItems }: BodyBounds,
): unknown {
  const root = [value];
  let at = 0;
  let depth = 0;
  skipSpace();
  walk(root as unknown as Holder, 0);
  return root[0];

  /**
   * Passes over a value.
   *
   * @param place where its holder has it: an index, or where its key begins in the text, which is
   *   decoded only where the value is needed
   */
  function walk(holder: Holder, place: number): void {
    const first = text.charCodeAt(at);
    if (first === QUOTE) at = endOfString(text, at);
    else if (first === OBJECT_START) walkObject(holder, keyIn(holder, place));
    else if (first === LIST_START) walkList(holder[keyIn(holder, place)]);
    else if (first === MINUS || isDigit(first)) walkNumber(holder, place);
    else at += first === SMALL_F ? 'false'.length : 'true'.length;
  }

  function walkNumber(holder: Holder, place: number): void {
    const start = at;
    do at += 1;
    while (isDigit(text.charCodeAt(at)));
    const isPlain = !isPartOfNumber(text.charCodeAt(at));
    if (isPlain && at - start <= MAX_PLAIN_LENGTH) return;
    while (isPartOfNumber(text.charCodeAt(at))) at += 1;
    holder[keyIn(holder, place)] = readNumber(text.slice(start, at));
  }

  function walkList(list: unknown): void {
    // The key is repeated with another value, for which the holder is rejected.
    if (!isList(list)) {
      skipMember();
      return;
    }
    walkMembers(LIST_END, (index) => {
      if (index < maxItems) walk(list, index);
      else skipMember();
    });
    if (list.length > maxItems) list.length = maxItems;
  }

  function walkObject(holder: Holder, key: string | number): void {
    const object = holder[key];
    if (!isObject(object)) {
      skipMember();
      return;
    }
    const keys: number[] = [];
    const count = walkMembers(OBJECT_END, (index) => {
      const place = at;
      keys.push(place);
      if (index >= maxFields && !names.has(stringAt(place))) {
        skipMember();
        return;
      }
      at = endOfString(text, at);
      skipSpace();
      at += 1;
      skipSpace();
      walk(object, place);
    });
    // Code that copies an object property by property would set the prototype of the copy.
    if (Object.hasOwn(object, '__proto__')) {
      throw errors.invalidBody('__proto__ is not a known field.');
    }
    if (Object.keys(object).length !== count) rejectRepeated(keys);
    if (count > maxFields) holder[key] = firstFields(object, keys.slice(0, maxFields));
  }

  /** Passes over a list or an object. @returns how many members it has */
  function walkMembers(end: number, walkMember: (index: number) => void): number {
    enter();
    skipSpace();
    let count = 0;
    for (; text.charCodeAt(at) !== end; count += 1) {
      walkMember(count);
      skipSpace();
      if (text.charCodeAt(at) === COMMA) at += 1;
      skipSpace();
    }
    at += 1;
    depth -= 1;
    return count;
  }

  function enter(): void {
    at += 1;
    depth += 1;
    if (depth > MAX_DEPTH) {
      throw errors.invalidJson(`The body must not be nested more than ${MAX_DEPTH} levels deep.`);
    }
  }

  /** Passes over a member that is cut off, up to the comma or the end behind it. */
  function skipMember(): void {
    const outer = depth;
    for (;;) {
      const code = text.charCodeAt(at);
      const isEnd = code === LIST_END || code === OBJECT_END;
      if (depth === outer && (isEnd || code === COMMA)) return;
      if (code === QUOTE) at = endOfString(text, at);
      else if (code === LIST_START || code === OBJECT_START) enter();
      else at += 1;
      if (isEnd) depth -= 1;
    }
  }

  function rejectRepeated(keys: readonly number[]): void {
    const known = new Set<string>();
    for (const key of keys.map(stringAt)) {
      if (known.has(key)) {
        throw errors.invalidJson(`${shownName(key)} appears twice in one object.`);
      }
      known.add(key);
    }
  }

  /** What is left of an object with too many fields: those of the schema, and the first others. */
  function firstFields(object: Holder, keys: readonly number[]): object {
    const kept = [...names, ...keys.map(stringAt)].filter((key) => Object.hasOwn(object, key));
    return Object.fromEntries(kept.map((key) => [key, object[key]]));
  }

  function keyIn(holder: Holder, place: number): string | number {
    return Array.isArray(holder) ? place : stringAt(place);
  }

  function stringAt(start: number): string {
    const string = text.slice(start, endOfString(text, start));
    return string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
  }

  function skipSpace(): void {
    while (text.charCodeAt(at) <= SPACE) at += 1;
  }
}

function isList(value: unknown): value is Holder & { length: number } {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Whether a character can be in a number. */
function isPartOfNumber(code: number): boolean {
  if (isDigit(code) || code === POINT || code === MINUS || code === PLUS) return true;
  return code === SMALL_E || code === LARGE_E;
}

/** Where a string ends that begins at its quote. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
    end += code === BACKSLASH ? 2 : 1;
  }
  return end + 1;
}
