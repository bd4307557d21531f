// Values for the schemas of the subset, as handlers have them, and what is wrong with others. A
// schema is as it was written, with its references.

import fc from 'fast-check';
import { type Context, resolve, type Schema } from './resolve.ts';

/** How a value is wrong: the path of what is, and the value that has it. */
export interface Fault {
  readonly path: readonly string[];
  readonly value: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '1999-12-31'],
  'date-time': ['2026-11-21T09:30:00.250+01:00', '2026-11-21t09:30:00z'],
  email: ['bolt@example.com', 'a.b+c@example.org'],
  uri: ['https://example.com/bolt?a=b#c', 'urn:isbn:1'],
  'uri-reference': ['/bolt?a=b', '', '#a'],
  uuid: ['2b1c5a8e-6f0d-4f63-9f0a-3d1c5a8e6f0d'],
};
/** No lists and texts are longer, whatever the schema allows. */
const LONGEST = 4;
/** But for those of a pattern, which may ask for more. */
const LONGEST_MATCH = 1_000;
/**
 * Any character. fast-check's own unit `binary` first makes a map of them all, which takes a
 * second.
 */
const CHARACTER = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter(isCharacter)
  .map((code) => String.fromCodePoint(code), codeOf);
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Values that fit a schema. */
export function valid(written: Schema, context: Context): fc.Arbitrary<unknown> {
  const schema = resolve(written, context);
  const { enum: values, const: only, oneOf, anyOf } = schema;
  if (only !== undefined) return fc.constant(only);
  if (values) return fc.constantFrom(...values).map((value) => exact(value, schema));
  if (oneOf ?? anyOf) return fc.oneof(...(oneOf ?? anyOf ?? []).map((one) => valid(one, context)));
  const [type, orNull] = [schema.type].flat();
  const one = ofType(String(type), schema, context);
  return orNull ? fc.option(one) : one;
}

/** An int64 as a handler has it. */
export function exact(value: unknown, { format }: Schema): unknown {
  return format === 'int64' && typeof value === 'number' ? BigInt(value) : value;
}

function ofType(type: string, schema: Schema, context: Context): fc.Arbitrary<unknown> {
  if (type === 'string') return texts(schema);
  if (type === 'integer') return integers(schema);
  if (type === 'number') return numbers(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return lists(schema, context);
  return type === 'object' ? objects(schema, context) : fc.constant(null);
}

function texts({ minLength = 0, maxLength, pattern, format }: Schema): fc.Arbitrary<string> {
  const [least, most] = [Number(minLength), Number(maxLength ?? Number.POSITIVE_INFINITY)];
  const matched = new RegExp(typeof pattern === 'string' ? pattern : '', 'u');
  const fits = (text: string) => {
    const { length } = [...text];
    return length >= least && length <= most && matched.test(text) && !text.includes('\0');
  };
  if (typeof format === 'string') {
    return fc.constantFrom(...(FORMATS[format] ?? []).filter(fits));
  }
  if (typeof pattern === 'string') return matching(pattern, least, most).filter(fits);
  const longest = Math.max(least, Math.min(most, LONGEST));
  return fc.string({ unit: CHARACTER, minLength: least, maxLength: longest }).filter(fits);
}

/** Surrogates are only halves of characters. */
function isCharacter(code: number): boolean {
  return code < 0xd800 || code > 0xdfff;
}

/** @throws for what is not one character, by which fast-check finds the characters of a text */
function codeOf(text: unknown): number {
  const [character, ...others] = String(text);
  if (character === undefined || others.length > 0) throw new Error('This is not one character.');
  return character.codePointAt(0) ?? 0;
}

/** What fast-check does not know of a pattern is left out: the values are filtered afterwards. */
const LOOKAROUND = /\(\?<?[=!][^()]*\)/g;

/** Texts of a pattern, and longer ones, of which those are taken that fit. */
function matching(pattern: string, least: number, most: number): fc.Arbitrary<string> {
  const known = new RegExp(pattern.replaceAll(LOOKAROUND, ''), 'u');
  const shown = fc.stringMatching(known, { maxLength: Math.min(most, LONGEST_MATCH) });
  const longer = fc.tuple(shown, shown).map(([one, other]) => {
    const long = [...one, ...other.repeat(least)];
    return long.slice(0, Math.max(least, Math.min(most, one.length))).join('');
  });
  return least === 0 ? shown : fc.oneof(shown, longer);
}

function integers(schema: Schema): fc.Arbitrary<number | bigint> {
  const { format, minimum, maximum, multipleOf = 1 } = schema;
  const range = format === 'int32' ? 2n ** 31n : 2n ** 53n;
  const [lowest, highest] = format === 'int64' ? [INT64.min, INT64.max] : [1n - range, range - 1n];
  const min = minimum === undefined ? lowest : BigInt(Number(minimum));
  const max = maximum === undefined ? highest : BigInt(Number(maximum));
  const unit = BigInt(Number(multipleOf));
  const counts = { min: -floored(-min, unit), max: floored(max, unit) };
  const units = fc.bigInt(counts).map((count) => count * unit);
  return format === 'int64' ? units : units.map(Number);
}

/** Division that rounds down, below zero too. */
function floored(number: bigint, unit: bigint): bigint {
  return number / unit - (number % unit < 0n ? 1n : 0n);
}

function numbers(schema: Schema): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const largest = Number.MAX_VALUE;
  const min = Math.max(Number(minimum ?? -largest), Number(exclusiveMinimum ?? -largest));
  const max = Math.min(Number(maximum ?? largest), Number(exclusiveMaximum ?? largest));
  const [minExcluded, maxExcluded] = [exclusiveMinimum === min, exclusiveMaximum === max];
  const double = fc.double({ noNaN: true, min, max, minExcluded, maxExcluded });
  // JSON has one zero.
  return double.map((number) => number + 0);
}

function lists({ items = {}, minItems = 0, maxItems = LONGEST }: Schema, context: Context) {
  const minLength = Number(minItems);
  const maxLength = Math.max(minLength, Math.min(Number(maxItems), LONGEST));
  const bounds = { minLength, maxLength };
  return fc.array(valid(items, context), bounds);
}

function objects(schema: Schema, context: Context): fc.Arbitrary<Values> {
  const { additionalProperties } = schema;
  const least = Number(schema.minProperties ?? 0);
  const most = Number(schema.maxProperties ?? Number.POSITIVE_INFINITY);
  if (additionalProperties) {
    // A key with `__proto__` is rejected.
    const keys = fc.string().filter((key) => !(key in {}));
    const count = { minKeys: least, maxKeys: Math.max(least, Math.min(most, LONGEST)) };
    const map = fc.dictionary(keys, valid(additionalProperties as Schema, context), count);
    return map.map((all) => ({ ...all }));
  }
  const fields = shownFields(schema, context);
  const requiredKeys = (schema.required ?? []).filter((name) => Object.hasOwn(fields, name));
  const parts = Object.entries(fields).map(([name, one]) => [name, valid(one, context)]);
  const optional = Object.keys(fields).filter((name) => !requiredKeys.includes(name));
  const atLeast = Math.max(0, least - requiredKeys.length);
  const atMost = Math.min(most - requiredKeys.length, optional.length);
  const all = fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>);
  const chosen = fc.subarray(optional, { minLength: atLeast, maxLength: atMost });
  return fc.tuple(all, chosen).map(([record, names]) => {
    const kept = Object.entries(record).filter(
      ([name]) => requiredKeys.includes(name) || names.includes(name),
    );
    return Object.fromEntries(kept);
  });
}

/** The fields that values of this direction have. */
export function shownFields({ properties = {} }: Schema, context: Context) {
  const hides = context.direction === 'request' ? 'readOnly' : 'writeOnly';
  const fields = Object.entries(properties).filter(([, one]) => !resolve(one, context)[hides]);
  return Object.fromEntries(fields);
}

/** A value with what defaults fill in. */
export function filled(written: Schema, value: unknown, context: Context): unknown {
  const schema = resolve(written, context);
  if (Array.isArray(value)) return value.map((one) => filled(schema.items ?? {}, one, context));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  const fields = Object.entries(shownFields(schema, context)).flatMap(([name, one]) => {
    const field = resolve(one, context);
    const given = (value as Values)[name];
    if (given !== undefined) return [[name, filled(one, given, context)]];
    if (field.default === undefined) return [];
    return [[name, exact(filled(one, field.default, context), field)]];
  });
  return Object.fromEntries(fields);
}

/** Values with one fault: a field too many or too few, or a value that does not fit its schema. */
export function faulty(written: Schema, context: Context): fc.Arbitrary<Fault> {
  const schema = resolve(written, context);
  const { oneOf, anyOf, items, required = [] } = schema;
  const types = [schema.type ?? (oneOf || anyOf ? 'union' : 'object')].flat();
  const wrong = fc.constantFrom(...WRONG.filter(([not]) => types.every((type) => not !== type)));
  const itself: fc.Arbitrary<Fault> = wrong.map(([, value]) => ({ path: [], value }));
  if (oneOf || anyOf) return fc.constant({ path: [], value: ['x\0y'] });
  const own = outOfBounds(schema).map(
    (value): fc.Arbitrary<Fault> => fc.constant({ path: [], value }),
  );
  if (items) {
    const below = faulty(items, context).map(({ path, value }) => ({
      path: ['0', ...path],
      value: [value],
    }));
    return fc.oneof(itself, below, ...own);
  }
  if (!schema.properties) return fc.oneof(itself, ...own);
  const fields = shownFields(schema, context);
  const whole = valid(schema, context).filter((value) => value !== null) as fc.Arbitrary<Values>;
  const changed = Object.entries(fields).map(([name, one]) =>
    fc.tuple(whole, faulty(one, context)).map(([value, fault]) => ({
      path: [name, ...fault.path],
      value: { ...value, [name]: fault.value },
    })),
  );
  const less = required
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => whole.map(({ [name]: _, ...value }) => ({ path: [name], value })));
  const more = whole.map((value) => ({ path: ['unknown'], value: { ...value, unknown: 1 } }));
  return fc.oneof(itself, more, ...less, ...changed);
}

/** Values by the type that they have. Null fits no type but null. */
const WRONG: readonly (readonly [type: string, value: unknown])[] = [
  ['string', 'x\0y'],
  ['boolean', true],
  ['object', {}],
  ['array', []],
  ['null', null],
];

/** Values of the right type that the keywords of a schema exclude. */
function outOfBounds(schema: Schema): unknown[] {
  const { format, minimum, maximum, exclusiveMaximum, maxLength, maxItems, multipleOf } = schema;
  const { enum: values, const: only, items } = schema;
  const [type] = [schema.type].flat();
  return [
    ...(type === 'string' ? ['a\0b', '\ud83d'] : []),
    ...(values || only || format || isOther(schema) ? ['?? %%'] : []),
    ...(typeof maxLength === 'number' ? ['🐶'.repeat(maxLength + 1)] : []),
    ...(format === 'int64' ? [INT64.max + 1n, INT64.min - 1n, 2n ** 80n, 0.5] : []),
    ...(format === 'int32' ? [2 ** 31, -(2 ** 31) - 1] : []),
    ...(type === 'integer' && format !== 'int64' ? [2n ** 53n, 1.5, 10n ** 30n] : []),
    ...(typeof minimum === 'number' ? [minimum - 1 - Math.abs(minimum)] : []),
    ...(typeof maximum === 'number' ? [maximum + 1 + Math.abs(maximum)] : []),
    ...(typeof exclusiveMaximum === 'number' ? [exclusiveMaximum] : []),
    ...(typeof multipleOf === 'number' && multipleOf > 1 ? [1] : []),
    ...(type === 'integer' && values ? [Math.max(...values.map(Number)) + 1] : []),
    ...(items && typeof maxItems === 'number' ? [Array(maxItems + 1).fill(null)] : []),
  ];
}

function isOther({ pattern }: Schema): boolean {
  return typeof pattern === 'string' && !new RegExp(pattern, 'u').test('?? %%');
}
