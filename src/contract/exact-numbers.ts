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

type Range = readonly [minimum: bigint | number, maximum: bigint | number];

const LARGEST_FLOAT = (2 - 2 ** -23) * 2 ** 127;
const DOUBLES: Range = [-Number.MAX_VALUE, Number.MAX_VALUE];
/** What each format can hold, of integers and of numbers. @see https://spec.openapis.org/registry/format/ */
const RANGES: Readonly<Record<NumberSchema['type'], ReadonlyMap<string | undefined, Range>>> = {
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
const NOT_READ = { integer: 'must be an integer', number: 'must be a number' };
const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;
const CANONICAL_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const UNCHECKED = /^(?:exclusiveM|multipleOf|enum|const)/;

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
      const { type, format } = schema;
      const range = rangeOf(schema);
      const read = type === 'integer' ? toBigInt : toNumber;
      const exactNumber: DataValidateFunction = (data, place) => {
        const number = read(data, source);
        const message = number === undefined ? NOT_READ[type] : outside(range, number);
        if (message) exactNumber.errors = [{ message }];
        else if (place) {
          place.parentData[place.parentDataProperty] = format === 'int64' ? number : Number(number);
        }
        return message === undefined;
      };
      return exactNumber;
    },
  };
}

function outside([minimum, maximum]: Range, number: bigint | number): string | undefined {
  if (number < minimum) return `must be at least ${minimum}`;
  return number > maximum ? `must be at most ${maximum}` : undefined;
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
  const { type, format, minimum, maximum } = schema;
  schema.exactNumber = { type, format, minimum, maximum };
  for (const key of ['type', 'format', 'minimum', 'maximum']) delete schema[key];
}

/**
 * Reads a JSON number that a double might change. An integer becomes a bigint. Any other number keeps
 * its text, in a symbol, which no other type of a schema accepts.
 */
export function readLiteral(literal: string): bigint | symbol {
  return CANONICAL_INTEGER.test(literal) ? BigInt(literal) : Symbol(literal);
}

/** The range that format and bounds allow. @throws when one of them cannot be checked */
function rangeOf({ type, format, minimum, maximum }: NumberSchema): Range {
  const range = RANGES[type].get(format);
  if (!range) throw new Error(`The format ${format} is not checked on ${type}s.`);
  const [lowest, highest] = range;
  for (const bound of type === 'integer' ? [minimum ?? 0, maximum ?? 0] : []) {
    if (!Number.isSafeInteger(bound) || bound < lowest || bound > highest) {
      throw new Error(`The bound ${bound} is not an exact integer of its format.`);
    }
  }
  return [
    minimum !== undefined && minimum > lowest ? minimum : lowest,
    maximum !== undefined && maximum < highest ? maximum : highest,
  ];
}

/** From text, a value is a number already where it is the schema's default. */
function toBigInt(data: unknown, source: Source): bigint | undefined {
  if (typeof data === 'bigint') return data;
  if (typeof data === 'number') return Number.isInteger(data) ? BigInt(data) : undefined;
  const canonical = source === 'text' && typeof data === 'string' && CANONICAL_INTEGER.test(data);
  return canonical ? BigInt(data) : undefined;
}

function toNumber(data: unknown, source: Source): number | undefined {
  const isDecimal = source === 'text' && typeof data === 'string' && CANONICAL_DECIMAL.test(data);
  if (!isDecimal && !['number', 'bigint', 'symbol'].includes(typeof data)) return undefined;
  const number = Number(typeof data === 'symbol' ? data.description : data);
  return Number.isFinite(number) ? number : undefined;
}
