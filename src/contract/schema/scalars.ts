import { declaredTypes, type JsonType, type Schema } from './keywords.ts';
import { type NumberSchema, rangeOf } from './numbers.ts';
import { plainString } from './plain-strings.ts';
import type { StringSchema } from './strings.ts';

/** Values whose JSON is their own text. */
export interface Scalar {
  /** Whether a value is valid, and its JSON is its text or this text in quotes. Not every valid one is. */
  readonly isPlain: IsPlain;
  /** Whether JSON has the text in quotes. That of null never is. */
  readonly isQuoted: boolean;
}

type IsPlain = (value: unknown) => boolean;

const BY_TYPE: Readonly<
  Partial<Record<JsonType, (schema: NumberSchema & StringSchema) => IsPlain | undefined>>
> = {
  string: plainString,
  integer: plainInteger,
  number: plainNumber,
  boolean: () => (value) => typeof value === 'boolean',
};

/**
 * What is plain of a string, number or boolean. Undefined where only the check can tell.
 *
 * @param careful writes any value, and returns undefined when it is not valid
 */
export function scalarOf(
  schema: Schema,
  keys: readonly string[],
  careful: (value: unknown) => string | undefined,
): Scalar | undefined {
  const [type = 'null', orNull] = declaredTypes(schema, keys);
  const isQuoted = type === 'string';
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(values)) {
    const isSame = (value: unknown) => careful(value) === textOf(value, isQuoted);
    const plain = new Set<unknown>(values.filter(isSame));
    return { isPlain: (value) => plain.has(value), isQuoted };
  }
  // The values of the keywords were checked, and those of another type are not there.
  const isPlain = BY_TYPE[type]?.(schema as NumberSchema & StringSchema);
  if (!isPlain) return undefined;
  return { isPlain: orNull ? (value) => value === null || isPlain(value) : isPlain, isQuoted };
}

function textOf(value: unknown, isQuoted: boolean): string {
  return isQuoted && value !== null ? `"${value}"` : `${value}`;
}

function plainInteger(schema: NumberSchema): IsPlain | undefined {
  if (schema.multipleOf !== undefined) return undefined;
  const [least, most] = integerRange(schema);
  // Two numbers, or two bigints, are compared faster than one of each.
  const [leastNumber, mostNumber] = [Number(least), Number(most)];
  return (value) =>
    typeof value === 'bigint'
      ? value >= least && value <= most
      : Number.isSafeInteger(value) && Number(value) >= leastNumber && Number(value) <= mostNumber;
}

function integerRange(schema: NumberSchema): readonly [least: bigint, most: bigint] {
  const range = rangeOf('integer', schema.format, []);
  const [lowest, highest] = [BigInt(range[0]), BigInt(range[1])];
  const { minimum = lowest, maximum = highest } = schema;
  const { exclusiveMinimum = lowest - 1n, exclusiveMaximum = highest + 1n } = schema;
  const [above, below] = [BigInt(exclusiveMinimum) + 1n, BigInt(exclusiveMaximum) - 1n];
  return [above > minimum ? above : BigInt(minimum), below < maximum ? below : BigInt(maximum)];
}

function plainNumber(schema: NumberSchema): IsPlain | undefined {
  if (schema.multipleOf !== undefined) return undefined;
  const [lowest, highest] = rangeOf('number', schema.format, []);
  const { minimum = lowest, maximum = highest } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  return (value) =>
    typeof value === 'number' &&
    value >= lowest &&
    value <= highest &&
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum;
}
