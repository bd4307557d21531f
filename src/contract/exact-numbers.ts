import type { DataValidateFunction, FuncKeywordDefinition } from 'ajv/dist/types/index.js';

/** Where a value comes from: a JSON body, or the text of a URL, a header or an environment variable. */
export type Source = 'json' | 'text';

/** The keywords that are checked on numbers. A schema with any other one does not compile. */
interface NumberSchema {
  readonly type: 'integer' | 'number';
  readonly format?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

type Range = readonly [minimum: bigint, maximum: bigint];

/** @see https://spec.openapis.org/registry/format/ */
const INTEGER_RANGES: ReadonlyMap<string, Range> = new Map([
  ['int32', [-(2n ** 31n), 2n ** 31n - 1n]],
  ['int64', [-(2n ** 63n), 2n ** 63n - 1n]],
]);
const LARGEST_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['float', (2 - 2 ** -23) * 2 ** 127],
  ['double', Number.MAX_VALUE],
]);
const SAFE_RANGE: Range = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)];
const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;
const CANONICAL_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const CHECKED = new Set(['type', 'format', 'minimum', 'maximum']);
const UNCHECKED = /^(?:exclusiveM|multipleOf|enum|const)/;

/** Returns the number that a value stands for, or a message that says what is wrong with it. */
type Reader = (data: unknown) => number | bigint | string;

/**
 * The AJV keyword `exactNumber`, which replaces `type: integer` and `type: number` with their bounds.
 * It reads a number without rounding, rejects one that is out of range, and puts it in the place of
 * what was sent: an int64 as a bigint, every other one as a number.
 */
export function exactNumberKeyword(source: Source): FuncKeywordDefinition {
  return {
    keyword: 'exactNumber',
    modifying: true,
    errors: true,
    compile: (schema: NumberSchema) => {
      const read =
        schema.type === 'integer' ? integerReader(schema, source) : numberReader(schema, source);
      const exactNumber: DataValidateFunction = (data, place) => {
        const number = read(data);
        if (typeof number === 'string') {
          exactNumber.errors = [{ message: number }];
          return false;
        }
        if (place) place.parentData[place.parentDataProperty] = number;
        return true;
      };
      return exactNumber;
    },
  };
}

/**
 * Moves the keywords of a number schema into `exactNumber`, in place.
 *
 * @throws when the schema has a keyword or type that would not be checked
 */
export function useExactNumber(schema: Record<string, unknown>): void {
  const types = [schema.type].flat();
  if (!types.includes('integer') && !types.includes('number')) return;
  if (types.length > 1) throw new Error(`${types.join(' or ')} is not checked.`);
  const unchecked = Object.keys(schema).find((key) => UNCHECKED.test(key));
  if (unchecked) throw new Error(`${unchecked} is not checked on numbers.`);
  schema.exactNumber = Object.fromEntries(
    Object.entries(schema).filter(([key]) => CHECKED.has(key)),
  );
  for (const key of CHECKED) delete schema[key];
}

/**
 * Reads a JSON number that a double might change. An integer becomes a bigint. Any other number keeps
 * its text, in a symbol, which no other type of a schema accepts.
 */
export function readLiteral(literal: string): bigint | symbol {
  return CANONICAL_INTEGER.test(literal) ? BigInt(literal) : Symbol(literal);
}

function integerReader(schema: NumberSchema, source: Source): Reader {
  const [minimum, maximum] = integerRange(schema);
  const asBigInt = schema.format === 'int64';
  return (data) => {
    const integer = toBigInt(data, source);
    if (integer === undefined) return 'must be an integer';
    if (integer < minimum) return `must be at least ${minimum}`;
    if (integer > maximum) return `must be at most ${maximum}`;
    return asBigInt ? integer : Number(integer);
  };
}

/** The range that format and bounds allow. @throws when one of them cannot be checked */
function integerRange({ format, minimum, maximum }: NumberSchema): Range {
  const range = format === undefined ? SAFE_RANGE : INTEGER_RANGES.get(format);
  if (!range) throw new Error(`The format ${format} is not checked on integers.`);
  return [exactBound(minimum, range) ?? range[0], exactBound(maximum, range) ?? range[1]];
}

function exactBound(bound: number | undefined, [lowest, highest]: Range): bigint | undefined {
  if (bound === undefined) return undefined;
  if (!Number.isSafeInteger(bound) || bound < lowest || bound > highest) {
    throw new Error(`The bound ${bound} is not an exact integer of its format.`);
  }
  return BigInt(bound);
}

/** From text, a value is a number already where it is the schema's default. */
function toBigInt(data: unknown, source: Source): bigint | undefined {
  if (typeof data === 'bigint') return data;
  if (typeof data === 'number') return Number.isInteger(data) ? BigInt(data) : undefined;
  const canonical = source === 'text' && typeof data === 'string' && CANONICAL_INTEGER.test(data);
  return canonical ? BigInt(data) : undefined;
}

function numberReader(schema: NumberSchema, source: Source): Reader {
  const largest = LARGEST_NUMBERS.get(schema.format ?? 'double');
  if (!largest) throw new Error(`The format ${schema.format} is not checked on numbers.`);
  const minimum = Math.max(schema.minimum ?? -largest, -largest);
  const maximum = Math.min(schema.maximum ?? largest, largest);
  return (data) => {
    const number = toNumber(data, source);
    if (number === undefined) return 'must be a number';
    if (number < minimum) return `must be at least ${minimum}`;
    if (number > maximum) return `must be at most ${maximum}`;
    return number;
  };
}

function toNumber(data: unknown, source: Source): number | undefined {
  if (typeof data === 'number') return data;
  const isDecimal = source === 'text' && typeof data === 'string' && CANONICAL_DECIMAL.test(data);
  if (isDecimal || typeof data === 'bigint') return finite(Number(data));
  return typeof data === 'symbol' ? finite(Number(data.description)) : undefined;
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
