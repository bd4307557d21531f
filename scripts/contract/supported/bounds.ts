import type { Part } from './parts.ts';

/*
 * Bounds that no value can keep.
 */

/** A keyword, and what is wrong with it. */
export type Wrong = readonly [key: string, message: string];

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

const LOWER = ['minimum', 'exclusiveMinimum'];
const UPPER = ['maximum', 'exclusiveMaximum'];
const NO_VALUE = 'No value can fit';

/** How long texts of a format are. */
const LENGTHS: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  date: [10, 10],
  'date-time': [20, Number.POSITIVE_INFINITY],
  uuid: [36, 36],
};

const RANGES: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
};
const SAFE = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/** What no value can keep of the schemas that hold for it together. */
export function* wrongBounds(parts: readonly Part[]): Generator<Wrong> {
  const all = (key: string) =>
    parts.map(({ schema }) => schema[key]).filter((value) => typeof value === 'number');
  const format = parts.map((part) => part.schema.format).find((one) => typeof one === 'string');
  const [shortest, longest] = LENGTHS[format ?? ''] ?? [0, Number.POSITIVE_INFINITY];
  for (const [low, high] of PAIRS) {
    const isLength = low === 'minLength';
    const least = Math.max(...all(low), isLength ? shortest : 0);
    const most = Math.min(...all(high), isLength ? longest : Number.POSITIVE_INFINITY);
    if (least <= most) continue;
    const key = all(low).length > 0 ? low : high;
    yield [key, `${NO_VALUE}: the least is ${least}, and the most is ${most}.`];
  }
  const isInteger = parts.some(({ schema }) => [schema.type].flat().includes('integer'));
  if (isInteger) yield* inexactBounds(parts, format);
  const steps = all('multipleOf');
  const range = rangeOf(all, isInteger ? (RANGES[format ?? ''] ?? SAFE) : undefined, format);
  if (isEmpty(range, isInteger ? [1, ...steps] : steps)) {
    const key = [...LOWER, ...UPPER, 'multipleOf'].find((one) => all(one).length > 0);
    if (key) yield [key, `${NO_VALUE}: the bounds leave none.`];
  }
}

/** Bounds of integers that are none, or that their format cannot have. */
function* inexactBounds(parts: readonly Part[], format: string | undefined): Generator<Wrong> {
  const [lowest, highest] = RANGES[format ?? ''] ?? SAFE;
  for (const key of [...LOWER, ...UPPER]) {
    const bound = parts[0]?.schema[key];
    if (typeof bound !== 'number') continue;
    if (!Number.isInteger(bound)) yield [key, 'Write an integer here, since the type is integer.'];
    else if (bound < lowest || bound > highest) {
      const range = `${lowest} to ${highest}`;
      yield [
        key,
        `Write a bound from ${range} here, or leave it out: ${format ?? 'an integer without a format'} has ${format === 'int64' ? 'no other bounds that every JSON parser reads exactly' : 'no other values'}.`,
      ];
    }
  }
}

interface Range {
  readonly low: number | undefined;
  readonly isLowOut: boolean;
  readonly high: number | undefined;
  readonly isHighOut: boolean;
}

function rangeOf(
  all: (key: string) => number[],
  format: readonly [number, number] | undefined,
  name: string | undefined,
): Range {
  // The range of an int64 is wider than what a bound can say.
  const [lowest, highest] = name === 'int64' || !format ? [] : format;
  const lows = [...all('minimum'), ...(lowest === undefined ? [] : [lowest])];
  const highs = [...all('maximum'), ...(highest === undefined ? [] : [highest])];
  const [low, lowOut] = [maximum(lows), maximum(all('exclusiveMinimum'))];
  const [high, highOut] = [minimum(highs), minimum(all('exclusiveMaximum'))];
  const isLowOut = lowOut !== undefined && (low === undefined || lowOut >= low);
  const isHighOut = highOut !== undefined && (high === undefined || highOut <= high);
  return { low: isLowOut ? lowOut : low, isLowOut, high: isHighOut ? highOut : high, isHighOut };
}

function maximum(values: readonly number[]) {
  return values.length > 0 ? Math.max(...values) : undefined;
}

function minimum(values: readonly number[]) {
  return values.length > 0 ? Math.min(...values) : undefined;
}

/** Whether no multiple of all steps is in the range. Exact, by the decimal digits of each number. */
function isEmpty({ low, isLowOut, high, isHighOut }: Range, steps: readonly number[]): boolean {
  if (low === undefined || high === undefined) return false;
  const numbers = [low, high, ...steps];
  const scale = Math.max(...numbers.map((number) => decimalOf(number).scale));
  const [from = 0n, to = 0n, ...scaled] = numbers.map((number) => {
    const { digits, scale: own } = decimalOf(number);
    return digits * 10n ** BigInt(scale - own);
  });
  if (scaled.length === 0) return from > to || (from === to && (isLowOut || isHighOut));
  const step = scaled.reduce(leastCommonMultiple);
  let first = (from / step) * step;
  while (first < from || (isLowOut && first === from)) first += step;
  return first > to || (isHighOut && first === to);
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  const divisor = (x: bigint, y: bigint): bigint => (y === 0n ? x : divisor(y, x % y));
  return (a / divisor(a, b)) * b;
}

/** A number as JavaScript writes it: digits, of which `scale` are behind the point. */
function decimalOf(number: number): { digits: bigint; scale: number } {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}
