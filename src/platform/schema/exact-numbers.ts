// Numbers of a schema, checked without rounding. Ajv's own keywords know no bigint, so one keyword
// of ours replaces all keywords that a schema has for a number.

import type { DataValidateFunction, FuncKeywordDefinition } from 'ajv/dist/types/index.js';
import type { Schema } from './schemas.ts';
import {
  INTEGER,
  integerOf,
  isDouble,
  JSON_NUMBER,
  type Numeric,
  readNumber,
  textOf,
} from './written-numbers.ts';

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
 * The Ajv keyword `exactNumber`. In a request it replaces the value by the number that a handler
 * gets: an int64 is always a bigint.
 */
export function exactNumberKeyword(source: Source, isRequest: boolean): FuncKeywordDefinition {
  return {
    keyword: 'exactNumber',
    modifying: isRequest,
    compile(schema: NumberSchema) {
      const { type, format, isNullable } = schema;
      const isInteger = type === 'integer';
      const form = isInteger ? INTEGER : JSON_NUMBER;
      const readText = (text: string) => (form.test(text) ? readNumber(text) : undefined);
      const canBeNull = isNullable && (schema.enum?.includes(null) ?? true);
      const problemOf = numberCheck(schema);

      const check: DataValidateFunction = (data, place) => {
        if (data === null && canBeNull) return true;
        const isText = source === 'text' && typeof data === 'string';
        const written = isText ? readText(data) : data;
        const number = isInteger ? integerIn(written) : doubleIn(written);
        const problem = problemOf(number, written);
        if (problem !== undefined) {
          check.errors = [{ keyword: 'exactNumber', message: problem }];
          return false;
        }
        if (isRequest && place) {
          const exact = format === 'int64' ? BigInt(number as Numeric) : Number(number);
          // An integer has one zero.
          place.parentData[place.parentDataProperty] = isInteger && exact === 0 ? 0 : exact;
        }
        return true;
      };
      return check;
    },
  };
}

/**
 * Returns a function that says what a number must be; undefined for one that fits.
 *
 * @throws when a number could not be checked exactly
 */
function numberCheck(schema: NumberSchema) {
  const { type, isNullable } = schema;
  const isInteger = type === 'integer';
  const { lowest, highest, rules } = rulesOf(schema);
  const wanted = `must be ${isInteger ? 'an integer' : 'a number'}${isNullable ? ' or null' : ''}`;

  /** @param number undefined where what was written is none */
  return (number: Numeric | undefined, written: unknown): string | undefined => {
    if (number === undefined) return !isInteger && isRounded(written) ? ROUNDED : wanted;
    if (number < lowest) return `must be at least ${lowest}`;
    if (number > highest) return `must be at most ${highest}`;
    return rules.find(({ fits }) => !fits(number))?.problem;
  };
}

/** Undefined for anything but an integer; infinite for one that is too long for any range. */
function integerIn(written: unknown): Numeric | undefined {
  if (typeof written === 'bigint') return written;
  if (typeof written === 'number') return Number.isSafeInteger(written) ? written : undefined;
  return integerOf(textOf(written) ?? '');
}

/** Undefined for anything but a number that a double holds. */
function doubleIn(written: unknown): number | undefined {
  if (typeof written === 'number') return Number.isFinite(written) ? written : undefined;
  const text = textOf(written);
  return text !== undefined && isDouble(text) ? Number(text) : undefined;
}

const ROUNDED = 'must be a number that a double holds as it is written';

/** Whether a double would be close to what was written. */
function isRounded(written: unknown): boolean {
  return Number.isFinite(Number(textOf(written)));
}

/** @see https://spec.openapis.org/registry/format/ */
const RANGES: ReadonlyMap<string, readonly [Numeric, Numeric]> = new Map([
  ['integer', [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
  ['integer int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['integer int64', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['number', [-Number.MAX_VALUE, Number.MAX_VALUE]],
  ['number double', [-Number.MAX_VALUE, Number.MAX_VALUE]],
]);

/** The least and the greatest integer of a format; without one, those that a double has exactly. */
export function integerRange(format: unknown): readonly [Numeric, Numeric] {
  return RANGES.get(`integer ${format}`) ?? rangeOf('integer');
}

/** The least and the greatest number of a format. @throws for an unknown one */
function rangeOf(type: string, format?: unknown): readonly [Numeric, Numeric] {
  const range = RANGES.get(format === undefined ? type : `${type} ${format}`);
  if (!range) throw new Error(`The format ${format} is not checked on type ${type}`);
  return range;
}

interface Rule {
  fits(number: Numeric): boolean;
  /** What a number must be. */
  readonly problem: string;
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
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const rules = [
    ...rule(exclusiveMinimum, 'must be greater than', (number, bound) => number > bound),
    ...rule(exclusiveMaximum, 'must be less than', (number, bound) => number < bound),
    ...rule(multipleOf, 'must be a multiple of', isMultiple),
    // As text, since 5 and 5n are the same number.
    ...rule(values, values?.length === 1 ? 'must be' : 'must be one of', (number, all) =>
      all.some((value) => String(value) === String(number)),
    ),
  ];
  return {
    lowest: minimum !== undefined && minimum > range[0] ? minimum : range[0],
    highest: maximum !== undefined && maximum < range[1] ? maximum : range[1],
    rules,
  };
}

/** The rule of a keyword, if a schema has it. */
function rule<Given>(
  given: Given | undefined,
  words: string,
  fits: (number: Numeric, given: Given) => boolean,
): Rule[] {
  if (given === undefined) return [];
  const problem = `${words} ${Array.isArray(given) ? given.map(String).join(', ') : given}`;
  return [{ problem, fits: (number) => fits(number, given) }];
}

function isMultiple(number: Numeric, unit: number): boolean {
  return Number.isFinite(Number(number)) && BigInt(number) % BigInt(unit) === 0n;
}
