import fc from 'fast-check';
import type { Alternative } from './schema.ts';
import { matching } from './search.ts';

/*
 * Strings by their formats, patterns and lengths. What does not match all of an alternative is filtered
 * out by who asks for them.
 */

type Texts = fc.Arbitrary<string>;

const ODD_STRINGS = ['', ' ', '\0', 'a\0b', '\ud800', '__proto__', 'é', '\u{1f436}', 'e\u0301'];
const MAX_RANDOM_LENGTH = 999;
const dates = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const offsets = fc.constantFrom('Z', '+00:00', '-23:59', '+05:30');
const times = fc
  .tuple(dates, fc.constantFrom('', '.5', '.123456789'), offsets)
  .map(([date, fraction, offset]) => date.toISOString().slice(11, 19) + fraction + offset);

/** By format: what clearly is of it, and what clearly is not. */
const FORMATS: Readonly<Record<string, readonly [valid: Texts, invalid: readonly string[]]>> = {
  date: [
    dates.map((date) => date.toISOString().slice(0, 10)),
    ['2026-02-30', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', '2023-02-29'],
  ],
  'date-time': [
    fc.tuple(dates, times).map(([date, time]) => `${date.toISOString().slice(0, 10)}T${time}`),
    ['2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01', '2026-01-01T00:00:00', '2026'],
  ],
  time: [times, ['25:00:00Z', '12:60:00Z', '12:00', 'noon', '12:00:00+25:00']],
  email: [
    fc.stringMatching(/^[a-z0-9]{1,12}(?:\.[a-z0-9]{1,5})?@[a-z0-9]{1,12}\.(?:com|org|test)$/),
    ['rex', '@example.com', 'rex@', 'a b@example.com', 'a@b@example.com', 'rex@-.com'],
  ],
  uri: [
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    ['/relative', 'no uri', 'http://a b', 'http://[', '%zz:a', 'https://example.com/<a>'],
  ],
  'uri-reference': [
    fc.oneof(fc.webUrl(), fc.webPath(), fc.stringMatching(/^\/?[a-z0-9]{0,9}(?:\?[a-z]=[0-9])?$/)),
    ['a b', 'http://[', '/%zz', '<a>', 'a\\b'],
  ],
  uuid: [
    fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
    ),
    ['', 'none', '8e03978e40d543e8bc936894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f932g'],
  ],
};

/** Strings, many of which match the alternative. */
export function likelyStrings(alternative: Alternative): Texts {
  const listed = listedOf(alternative).filter((value) => typeof value === 'string');
  if (listed.length > 0) return fc.constantFrom(...listed);
  const formats = alternative.flatMap(({ format = '' }) => FORMATS[format]?.[0] ?? []);
  const patterns = alternative.flatMap(({ pattern }) =>
    pattern === undefined ? [] : fc.stringMatching(new RegExp(pattern, 'u')),
  );
  if (formats.length > 0) return fc.oneof(...formats);
  const [minLength, maxLength] = lengthsOf(alternative);
  const sized = { unit: 'binary', minLength, maxLength } as const;
  const longest = { ...sized, minLength: Math.max(minLength, maxLength), size: 'max' } as const;
  const random = [fc.string({ minLength, maxLength }), fc.string(sized), fc.string(longest)];
  return patterns.length > 0 ? fc.oneof(...patterns, ...patterns, ...random) : fc.oneof(...random);
}

/** Strings, many of which do not match the alternative. */
export function unlikelyStrings(alternative: Alternative): Texts {
  const [minLength] = lengthsOf(alternative);
  const maxLengths = alternative.flatMap(({ maxLength }) => maxLength ?? []);
  const formats = alternative.flatMap(({ format = '' }) => FORMATS[format]?.[1] ?? []);
  const inside = likelyStrings(alternative);
  return fc.oneof(
    fc.constantFrom(...ODD_STRINGS),
    fc.string({ unit: 'binary' }),
    ...(formats.length > 0 ? [fc.constantFrom(...formats)] : []),
    ...maxLengths.flatMap((length) => [
      fc.constant('a'.repeat(length + 1)),
      fc.constant('\u{1f436}'.repeat(length + 1)),
      inside.map((text) => text.padEnd(length + 1, text || 'a')),
    ]),
    ...(minLength > 0 ? [inside.map((text) => [...text].slice(0, minLength - 1).join(''))] : []),
    inside.map((text) => `${text}\0`),
    inside.map((text) => ` ${text}`),
    inside.map((text) => text.toUpperCase()),
  );
}

/** The values that `enum` and `const` name. */
export function listedOf(alternative: Alternative): readonly unknown[] {
  return alternative.flatMap(({ enum: values, const: only }) =>
    only === undefined ? (values ?? []) : [only],
  );
}

/** Text that has a form in UTF-8. */
export function wellFormed(texts: Texts): Texts {
  return matching(texts, (text) => text.isWellFormed(), 'text in UTF-8');
}

function lengthsOf(alternative: Alternative): readonly [minimum: number, maximum: number] {
  const minimum = Math.max(0, ...alternative.map(({ minLength = 0 }) => minLength));
  const maximum = Math.min(
    minimum + MAX_RANDOM_LENGTH,
    ...alternative.flatMap(({ maxLength }) => maxLength ?? []),
  );
  return [minimum, Math.max(minimum, maximum)];
}
