import type { Parameter } from './parameters.ts';

/*
 * How a parameter is written where it is sent.
 *
 * @see OpenAPI 3.1, section 4.8.12 (styles), RFC 6570 (what they are derived from)
 */

/** The text of a primitive, of each item or of each property. */
export type Raw = string | readonly string[] | { readonly parts: RawParts };
type RawParts = readonly (readonly [name: string, text: string])[];

/** The text as it is sent, or the pairs of a query. */
export type Sent = string | readonly string[];

const DELIMITERS: Readonly<Record<string, string>> = {
  simple: ',',
  form: ',',
  spaceDelimited: ' ',
  pipeDelimited: '|',
};
const DEFAULT_STYLES = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' };

/** @returns undefined where the place has no form for it */
export function sendRaw(parameter: Parameter, raw: Raw): Sent | undefined {
  const { name, in: place, style = DEFAULT_STYLES[place], explode = style === 'form' } = parameter;
  const parts = typeof raw === 'string' ? undefined : 'parts' in raw ? raw.parts : raw;
  if (parts?.length === 0 || !isWritable(raw)) return undefined;
  if (place === 'query' && explode && parts) return explodedPairs(name, style, raw);
  const delimiter = DELIMITERS[style];
  if (delimiter === undefined) return undefined;
  const encode = place === 'header' ? (text: string) => text : encodeURIComponent;
  const texts = textsOf(raw, explode);
  // Written like the delimiter, in this place.
  const isAmbiguous = (text: string) =>
    parts !== undefined &&
    (text.includes(delimiter) || (explode && text.includes('='))) &&
    (place === 'header' || delimiter !== ',');
  if (texts.some((pair) => pair.some(isAmbiguous))) return undefined;
  // There may be white space around the elements of a list (RFC 9110 section 5.6.1).
  const isTrimmed = (text: string) => text.trim() === text;
  if (place === 'header' && !texts.flat().every(isTrimmed)) return undefined;
  const joined = texts
    .map((pair) => pair.map(encode).join('='))
    .join(delimiter === ' ' ? '%20' : delimiter === '|' ? '%7C' : ',');
  return inPlace(parameter, joined);
}

export function sendJson(parameter: Parameter, json: string): Sent | undefined {
  if (!json.isWellFormed()) return undefined;
  const isHeader = parameter.in === 'header';
  return inPlace(parameter, isHeader ? escapeNonAscii(json) : encodeURIComponent(json));
}

function inPlace({ name, in: place }: Parameter, text: string): Sent | undefined {
  if (place === 'query') return [`${encodeURIComponent(name)}=${text}`];
  if (place === 'path') return ['', '.', '..'].includes(text) ? undefined : text;
  if (place === 'cookie') return text;
  return /^[ -~\x80-\xff]*$/.test(text) && text.trim() === text ? text : undefined;
}

function explodedPairs(name: string, style: string, raw: Raw): Sent | undefined {
  if (typeof raw === 'string') return undefined;
  if (!('parts' in raw)) {
    if (style === 'deepObject') return undefined;
    return raw.map((text) => [name, text].map(encodeURIComponent).join('='));
  }
  return raw.parts.map(([key, text]) => {
    const inside = encodeURIComponent(key);
    const full = style === 'deepObject' ? `${encodeURIComponent(name)}[${inside}]` : inside;
    return `${full}=${encodeURIComponent(text)}`;
  });
}

/** Names and values that stand beside each other, or together where the style is exploded. */
function textsOf(raw: Raw, explode: boolean): (readonly string[])[] {
  if (typeof raw === 'string') return [[raw]];
  if (!('parts' in raw)) return raw.map((text) => [text]);
  return explode ? [...raw.parts] : raw.parts.flat().map((text) => [text]);
}

function isWritable(raw: Raw): boolean {
  return textsOf(raw, false).every(([text = '']) => text.isWellFormed());
}

function escapeNonAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
