import { compareDecimals, isMultipleOf } from './decimals.ts';
import { isCanonicalInteger, literalOf, readLiteral } from './literals.ts';
import { SchemaError } from './schema-error.ts';
import { type Check, mismatch, violation } from './violations.ts';

/** Where a value comes from: JSON, or the text of a URL, a header or an environment variable. */
export type Source = 'json' | 'text';

/** The keywords of a number. In bounds, a bigint holds what a number cannot. */
export interface NumberSchema {
  readonly format?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
}

type NumberType = 'integer' | 'number';
type Range = readonly [minimum: bigint | number, maximum: bigint | number];
/** @param number what handlers get @param given what was given, whose JSON text is exact */
type Rule = (number: bigint | number, given: unknown) => string | undefined;

const LARGEST_FLOAT = (2 - 2 ** -23) * 2 ** 127;
const UNLIMITED: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const DOUBLES: Range = [-Number.MAX_VALUE, Number.MAX_VALUE];
/** What each format can hold, of integers and of numbers. @see https://spec.openapis.org/registry/format/ */
const RANGES: Readonly<Record<NumberType, ReadonlyMap<string | undefined, Range>>> = {
  integer: new Map<string | undefined, Range>([
    [undefined, [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
    ['int32', [-(2 ** 31), 2 ** 31 - 1]],
    ['int64', [-(2n ** 63n), 2n ** 63n - 1n]],
  ]),
  number: new Map<string | undefined, Range>([
    [undefined, DOUBLES],
    ['float', [-LARGEST_FLOAT, LARGEST_FLOAT]],
    ['double', DOUBLES],
  ]),
};
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
const CANONICAL_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

interface Options {
  readonly type: NumberType;
  readonly source: Source;
  readonly keys: readonly string[];
  /** All types that the value may have. */
  readonly types: readonly string[];
  /** Whether the range is given elsewhere. */
  readonly isUnlimited: boolean;
}

/**
 * Checks a number without rounding it. An integer has to be written without fraction and exponent.
 *
 * @throws {SchemaError} when format or bounds cannot be checked
 */
export function numberCheck(schema: NumberSchema, options: Options): Check {
  const { type, source, types } = options;
  const rules = rulesOf(schema, options);
  const read = type === 'integer' ? integerOf : doubleOf;
  return (value) => {
    const given = source === 'text' && typeof value === 'string' ? readText(value, type) : value;
    const number = read(given);
    if (number === undefined) return mismatch(types);
    for (const rule of rules) {
      const message = rule(number, given);
      if (message !== undefined) return violation(message);
    }
    return undefined;
  };
}

/** The number that a text of a URL stands for: decimal, without exponent, plus sign or spare zeros. */
function readText(text: string, type: NumberType): number | bigint | symbol | undefined {
  const canonical = type === 'integer' ? isCanonicalInteger(text) : CANONICAL_DECIMAL.test(text);
  return canonical ? readLiteral(text) : undefined;
}

/** An integer as a bigint or, where a number holds it exactly, as a number. */
function integerOf(value: unknown): bigint | number | undefined {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return value as bigint | number;
  const literal = literalOf(value);
  if (literal === undefined || !isCanonicalInteger(literal)) return undefined;
  if (typeof value === 'number') return BigInt(value);
  // One that is so long that it was not read is outside of every range.
  return literal.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** What handlers get of a number, which its bounds have to hold for. */
function doubleOf(value: unknown): number | undefined {
  const literal = typeof value === 'number' ? value : literalOf(value);
  const number = Number(literal ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

/** @throws {SchemaError} when a keyword cannot be checked on the type */
function rulesOf(schema: NumberSchema, { type, keys, isUnlimited }: Options): Rule[] {
  const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const range = isUnlimited && format === undefined ? UNLIMITED : RANGES[type].get(format);
  if (!range) throw new SchemaError([...keys, 'format'], `${format} is not checked on ${type}s.`);
  for (const bound of BOUNDS) assertExact(type, schema[bound], range, [...keys, bound]);
  const [lowest, highest] = range;
  const rules = [
    atLeast(minimum !== undefined && minimum > lowest ? minimum : lowest),
    atMost(maximum !== undefined && maximum < highest ? maximum : highest),
  ];
  if (exclusiveMinimum !== undefined) rules.push(greaterThan(exclusiveMinimum));
  if (exclusiveMaximum !== undefined) rules.push(lessThan(exclusiveMaximum));
  if (multipleOf !== undefined) rules.push(multiple(multipleOf));
  return rules;
}

function assertExact(
  type: NumberType,
  bound: number | bigint | undefined,
  [lowest, highest]: Range,
  keys: readonly string[],
) {
  if (type === 'number' || bound === undefined) return;
  const isExact = typeof bound === 'bigint' || Number.isSafeInteger(bound);
  if (isExact && bound >= lowest && bound <= highest) return;
  throw new SchemaError(keys, `The bound ${bound} is not an exact integer of its format.`);
}

function atLeast(bound: bigint | number): Rule {
  const message = `must be at least ${bound}`;
  return (number, given) =>
    number < bound || (number === bound && isBeyond(given, bound, -1)) ? message : undefined;
}

function atMost(bound: bigint | number): Rule {
  const message = `must be at most ${bound}`;
  return (number, given) =>
    number > bound || (number === bound && isBeyond(given, bound, 1)) ? message : undefined;
}

/** Whether a number that was rounded to a bound was beyond it before. */
function isBeyond(given: unknown, bound: bigint | number, direction: 1 | -1): boolean {
  return compareDecimals(literalOf(given) ?? '', String(bound)) * direction > 0;
}

function greaterThan(bound: bigint | number): Rule {
  return (number) => (number > bound ? undefined : `must be greater than ${bound}`);
}

function lessThan(bound: bigint | number): Rule {
  return (number) => (number < bound ? undefined : `must be less than ${bound}`);
}

function multiple(unit: bigint | number): Rule {
  return (_number, given) =>
    isMultipleOf(literalOf(given) ?? '', String(unit))
      ? undefined
      : `must be a multiple of ${unit}`;
}
