import { invalidParameter } from './errors.ts';
import type { Shape, Style } from './parameter-shapes.ts';
import { shownName } from './schema/index.ts';

/*
 * What is written in one text: a list, or names with values. What separates them is found before
 * anything is decoded, so that an element can contain it.
 */

/** Decodes a part of a text. */
export type Decode = (text: string, name: string) => string;

/** Reads the text of a parameter. @throws invalid_parameter */
export type ReadText = (text: string, decode: Decode) => unknown;

const DELIMITERS: Readonly<Record<string, string | RegExp>> = {
  spaceDelimited: /%20|\+/,
  pipeDelimited: /\||%7C/i,
};

/** Returns how a parameter that is written in one text is read: as texts, which the schema then reads. */
export function textReader(name: string, shape: Shape, { style, explode }: Style): ReadText {
  const delimiter = DELIMITERS[style] ?? ',';
  const split = (text: string) => text.split(delimiter);
  if (shape.kind === 'list') {
    return (text, decode) => split(text).map((part) => decode(part, name));
  }
  if (shape.kind !== 'object') return (text, decode) => decode(text, name);
  const pairsOf = explode ? explodedPairs : alternatingPairs;
  return (text, decode) => toObject(name, pairsOf(name, split(text)), decode);
}

/** `R=100,G=200` */
function explodedPairs(name: string, parts: readonly string[]) {
  return parts.map((part) => {
    const equals = part.indexOf('=');
    if (equals === -1) throw notPairs(name);
    return [part.slice(0, equals), part.slice(equals + 1)] as const;
  });
}

/** `R,100,G,200` */
function alternatingPairs(name: string, parts: readonly string[]) {
  if (parts.length % 2 === 1) throw notPairs(name);
  return parts.flatMap((part, index) => {
    return index % 2 === 0 ? [[part, String(parts[index + 1])] as const] : [];
  });
}

function toObject(
  name: string,
  pairs: readonly (readonly [property: string, text: string])[],
  decode: Decode,
) {
  // Clients choose the names.
  const object: Record<string, string> = Object.create(null);
  for (const [text, value] of pairs) {
    const property = decode(text, name);
    if (property in object) throw sentTwice(`${name}.${property}`);
    object[property] = decode(value, name);
  }
  return object;
}

function notPairs(name: string) {
  return invalidParameter(`${name} must be pairs of a name and a value.`);
}

export function sentTwice(name: string) {
  return invalidParameter(`${shownName(name)} must be sent only once.`);
}
