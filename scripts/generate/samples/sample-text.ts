import fc from 'fast-check';
import type { Json } from '../json.ts';
import { bound } from './bounds.ts';

const WORD = 'example';

/** A text of each format, by the number of the variant. */
const FORMATS: Readonly<Record<string, (n: number) => string>> = {
  date: (n) => `2026-01-${two(n % 28)}`,
  'date-time': (n) => `2026-01-${two(n % 28)}T12:00:00Z`,
  time: (n) => `12:00:${two(n % 59)}Z`,
  email: (n) => `${WORD}${n || ''}@example.com`,
  uri: (n) => `https://example.com/${n || ''}`,
  'uri-reference': (n) => `/${WORD}${n || ''}`,
  uuid: (n) => `3fa85f64-5717-4562-b3fc-${String(n).padStart(12, '0')}`,
};

/** Texts that a pattern allows are drawn in the same way each time. */
const SEED = 1;
const DRAWN = 500;

/** A text that schemas allow together. */
export function sampleText(parts: readonly Json[], variant: number): string {
  const least = bound(parts, 'minLength', Math.max, 0);
  const most = bound(parts, 'maxLength', Math.min, Number.POSITIVE_INFINITY);
  const patterns = parts.flatMap(({ pattern }) => (pattern ? [new RegExp(`${pattern}`, 'u')] : []));
  const isAllowed = (text: string) =>
    [...text].length >= least &&
    [...text].length <= most &&
    patterns.every((pattern) => pattern.test(text));

  const format = parts.find((part) => part.format !== undefined)?.format;
  const formatted = FORMATS[String(format)]?.(variant);
  if (formatted !== undefined) return formatted;
  const word = filled(least, most, variant);
  const [pattern] = patterns;
  if (!pattern || isAllowed(word)) return word;
  const drawn = fc.sample(fc.stringMatching(pattern), { seed: SEED, numRuns: DRAWN });
  const allowed = [...new Set(drawn.filter(isAllowed))].sort(simplestFirst);
  return allowed[variant % allowed.length] ?? word;
}

/** A word of a length within bounds. */
function filled(least: number, most: number, variant: number) {
  const suffix = variant === 0 ? '' : String(variant);
  const length = Math.min(Math.max(WORD.length, least), most) - suffix.length;
  return WORD.repeat(Math.ceil(least / WORD.length) + 1).slice(0, Math.max(0, length)) + suffix;
}

/** Those that need no escapes, and of those the shortest. */
function simplestFirst(a: string, b: string) {
  const rank = (text: string) => (/^[\w.@-]+$/.test(text) ? 0 : 1_000) + text.length;
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function two(n: number) {
  return String(n + 1).padStart(2, '0');
}
