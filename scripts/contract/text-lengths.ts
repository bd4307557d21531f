/*
 * The possible lengths of a text with a format and a pattern.
 */

/** How many characters a text has at least and at most. */
type Lengths = readonly [least: number, most: number];

const NO_END = Number.POSITIVE_INFINITY;
const OF_FORMATS: Readonly<Record<string, Lengths>> = {
  date: [10, 10],
  time: [9, NO_END],
  'date-time': [20, NO_END],
  email: [5, NO_END],
  uri: [2, NO_END],
  uuid: [36, 36],
};
/** The part of a pattern that matches one character, or a position between two. */
const ATOM =
  /\\[pu]\{[^}]*\}|\\ud[89ab]..\\ud[c-f]..|\\u....|\\x[\da-f]{2}|\\c.|\\.|\[(?:\\.|[^\\\]])*\]|[^\\[]/;
const TIMES = /([*+?])|\{(\d+)(,?)(\d*)\}/;
const ATOMS = new RegExp(`(${ATOM.source})(?:${TIMES.source})?\\??`, 'giu');
const POSITION = /^(?:\^|\$|\\[bB])$/;

/** The lengths of texts that match both. The true range may be narrower. */
export function textLengths(pattern: unknown, format: unknown): Lengths {
  const [least, most] = OF_FORMATS[String(format)] ?? [0, NO_END];
  const [leastMatched, mostMatched] =
    typeof pattern === 'string' ? lengthsOf(pattern) : [0, NO_END];
  return [Math.max(least, leastMatched), Math.min(most, mostMatched)];
}

/** The lengths of texts that match a pattern; any length if it has groups or alternatives. */
function lengthsOf(pattern: string): Lengths {
  if (/[(|]/.test(pattern)) return [0, NO_END];
  let [least, most] = [0, 0];
  for (const [, atom = '', sign, count, comma, highest] of pattern.matchAll(ATOMS)) {
    if (POSITION.test(atom)) continue;
    const [from, to] = timesOf(sign, count, comma, highest);
    least += from;
    most += to;
  }
  const isWhole = pattern.startsWith('^') && /(?<!\\)\$$/.test(pattern);
  return [least, isWhole ? most : NO_END];
}

/** How often an atom is repeated, by its quantifier. */
function timesOf(sign?: string, count?: string, comma?: string, highest?: string): Lengths {
  if (sign !== undefined) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : NO_END];
  if (count === undefined) return [1, 1];
  if (!comma) return [Number(count), Number(count)];
  return [Number(count), highest ? Number(highest) : NO_END];
}
