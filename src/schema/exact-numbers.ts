import { _, type CodeKeywordDefinition } from 'ajv/dist/2020.js';
import type { Schema } from './schemas.ts';

/*
 * Numbers without rounding. Ajv's own keywords know no bigint, so one keyword of ours replaces all
 * keywords that a schema has for a number.
 */

/** Where a value was written: in JSON, or as text in a URL, a header or an environment variable. */
export type Source = 'json' | 'text';

/** All that a schema says of a number: the value of the keyword `exactNumber`. */
interface NumberSchema {
  readonly type: 'integer' | 'number';
  readonly isNullable: boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

type Numeric = number | bigint;
/** Returns undefined for a number that fits, and otherwise what it must be. */
type Rule = (number: Numeric) => string | undefined;

/** @see https://spec.openapis.org/registry/format/ */
const RANGES: ReadonlyMap<string, readonly [Numeric, Numeric]> = new Map([
  ['integer', [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
  ['integer int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['integer int64', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['number', [-Number.MAX_VALUE, Number.MAX_VALUE]],
  ['number double', [-Number.MAX_VALUE, Number.MAX_VALUE]],
]);
/** The longest integer of all ranges, the lowest int64, has 20 characters. */
const MAX_INTEGER_LENGTH = 20;
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
/** @see RFC 8259 section 6 */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER_KEYWORDS: ReadonlySet<string> = new Set<keyof Omit<NumberSchema, 'isNullable'>>([
  'type',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'enum',
  'const',
]);

/** JavaScript writes a double in at most 25 characters; JSON may add zeros to it. */
const MAX_NUMBER_LENGTH = 100;
/** At most 15 digits, and no exponent beyond the range: a double has such a number's digits. */
const SHORT_NUMBER = /^-?[\d.]{1,15}(?:[eE][+-]?\d{1,2})?$/;
const PARTS_OF_NUMBER = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Whether a JSON number keeps its value as a double. It does not with too many digits, as in
 * 1.00000000000000000001, or out of range, as in 1e-400.
 */
export function isDouble(text: string): boolean {
  if (SHORT_NUMBER.test(text)) return true;
  if (text.length > MAX_NUMBER_LENGTH) return false;
  const digits = significantDigits(text);
  return digits !== undefined && digits === significantDigits(String(Number(text)));
}

/** The digits of a number without zeros around them, and where its point is; else undefined. */
function significantDigits(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = PARTS_OF_NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/0+$/, '');
  const significant = digits.replace(/^0+/, '');
  const point = Number(exponent) + whole.length - (digits.length - significant.length);
  return significant === '' ? '0' : `${significant} ${point}`;
}

/**
 * Reads a JSON number without losing anything: `5` as 5, 2^53+1 as a bigint. `5.0`, `-0` and
 * numbers that no double holds become symbols with their text, which fit no type of a schema.
 */
export function readLiteral(text: string): Numeric | symbol {
  const number = Number(text);
  if (!INTEGER.test(text)) {
    return Number.isInteger(number) || !isDouble(text) ? Symbol(text) : number;
  }
  if (Number.isSafeInteger(number)) return number;
  // Reading a longer text as a bigint would take long.
  return text.length <= MAX_INTEGER_LENGTH ? BigInt(text) : Symbol(text);
}

/** Moves all keywords about a number into `exactNumber`. Returns any other schema unchanged. */
export function withExactNumber(schema: Schema): Schema {
  const types = [schema.type].flat();
  const type = types.find((one) => one === 'integer' || one === 'number');
  if (type === undefined) return schema;
  const entries = Object.entries(schema);
  const ofNumber = entries.filter(([keyword]) => NUMBER_KEYWORDS.has(keyword));
  const others = entries.filter(([keyword]) => !NUMBER_KEYWORDS.has(keyword));
  return {
    ...Object.fromEntries(others),
    exactNumber: { ...Object.fromEntries(ofNumber), type, isNullable: types.includes('null') },
  };
}

/**
 * The Ajv keyword `exactNumber`. In a request it replaces the value by the number: an int64 is
 * always a bigint there. Written as code, since a function would double the cost of a page.
 */
export function exactNumberKeyword(source: Source, isRequest: boolean): CodeKeywordDefinition {
  return {
    keyword: 'exactNumber',
    error: { message: ({ params }) => _`${params.found}` },
    code(context) {
      const { gen, data, schema, it } = context;
      const read = gen.scopeValue('func', { ref: createReader(schema, source) });
      const found = gen.const('found', _`${read}(${data})`);
      context.setParams({ found });
      context.pass(_`typeof ${found} != "string"`);
      if (!isRequest) return;
      const place = _`${it.parentData}[${it.parentDataProperty}]`;
      gen.if(_`typeof ${found} != "string"`, () => gen.assign(place, found));
    },
  };
}

/**
 * Returns a function that makes a value a number, or says what the value must be.
 *
 * @throws when a number could not be checked exactly
 */
function createReader(
  schema: NumberSchema,
  source: Source,
): (data: unknown) => Numeric | null | string {
  const { type, format, isNullable } = schema;
  const isInteger = type === 'integer';
  const read = isInteger ? readInteger : readDouble;
  const { lowest, highest, rules } = rulesOf(schema);
  const wanted = `must be ${isInteger ? 'an integer' : 'a number'}${isNullable ? ' or null' : ''}`;
  const canBeNull = isNullable && (schema.enum?.includes(null) ?? true);
  return (data) => {
    if (data === null && canBeNull) return null;
    const given = source === 'text' && typeof data === 'string' ? readText(data, type) : data;
    const number = read(given);
    if (number === undefined) return isInteger ? wanted : wantedDouble(given, wanted);
    if (number < lowest) return `must be at least ${lowest}`;
    if (number > highest) return `must be at most ${highest}`;
    for (const rule of rules) {
      const message = rule(number);
      if (message !== undefined) return message;
    }
    return format === 'int64' ? BigInt(number) : Number(number);
  };
}

function readText(text: string, type: NumberSchema['type']) {
  const pattern = type === 'integer' ? INTEGER : JSON_NUMBER;
  return pattern.test(text) ? readLiteral(text) : undefined;
}

function readInteger(data: unknown): Numeric | undefined {
  if (typeof data === 'bigint') return data;
  if (typeof data === 'number') return Number.isSafeInteger(data) ? data : undefined;
  const text = typeof data === 'symbol' ? String(data.description) : '';
  if (!INTEGER.test(text)) return undefined;
  // The text is too long for any range.
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function readDouble(data: unknown): number | undefined {
  if (typeof data === 'number') return Number.isFinite(data) ? data : undefined;
  const text = textOf(data);
  return text !== undefined && isDouble(text) ? Number(text) : undefined;
}

/** What was written of a number that is not a JavaScript number already. */
function textOf(data: unknown): string | undefined {
  if (typeof data === 'bigint') return String(data);
  return typeof data === 'symbol' ? data.description : undefined;
}

function wantedDouble(data: unknown, wanted: string): string {
  const isRounded = Number.isFinite(Number(textOf(data)));
  return isRounded ? 'must be a number that a double holds as it is written' : wanted;
}

/** The least and the greatest number of a format. @throws for an unknown one */
export function rangeOf(type: string, format?: unknown): readonly [Numeric, Numeric] {
  const range = RANGES.get(format === undefined ? type : `${type} ${format}`);
  if (!range) throw new Error(`The format ${format} is not checked on type ${type}`);
  return range;
}

/** @throws when a keyword could not be checked exactly */
function rulesOf(schema: NumberSchema) {
  const { type, format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const range = rangeOf(type, format);
  const given = [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf];
  const bounds = given.filter((bound) => bound !== undefined);
  const isExact = (bound: number) =>
    Number.isSafeInteger(bound) && bound >= range[0] && bound <= range[1];
  if (type === 'integer' ? !bounds.every(isExact) : multipleOf !== undefined) {
    throw new Error(
      'A bound of an integer must be an integer of its format, and only an integer has multipleOf',
    );
  }
  const lowest = minimum !== undefined && minimum > range[0] ? minimum : range[0];
  const highest = maximum !== undefined && maximum < range[1] ? maximum : range[1];
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const rules = [
    ...rule(exclusiveMinimum, 'must be greater than', (number, bound) => number > bound),
    ...rule(exclusiveMaximum, 'must be less than', (number, bound) => number < bound),
    ...rule(multipleOf, 'must be a multiple of', (number, unit) => isMultiple(number, unit)),
    // As text, since 5 and 5n are the same number.
    ...rule(values, values?.length === 1 ? 'must be' : 'must be one of', (number, all) =>
      all.some((value) => String(value) === String(number)),
    ),
  ];
  return { lowest, highest, rules };
}

function isMultiple(number: Numeric, unit: number): boolean {
  return Number.isFinite(Number(number)) && BigInt(number) % BigInt(unit) === 0n;
}

function rule<Given>(
  given: Given | undefined,
  words: string,
  fits: (number: Numeric, given: Given) => boolean,
): Rule[] {
  if (given === undefined) return [];
  const message = `${words} ${Array.isArray(given) ? given.map(String).join(', ') : given}`;
  return [(number) => (fits(number, given) ? undefined : message)];
}
