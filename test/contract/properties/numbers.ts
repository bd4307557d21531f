import fc from 'fast-check';
import type { Alternative } from './schema.ts';
import { listedOf } from './strings.ts';

/*
 * Numbers, as text, by their formats and bounds. What does not match all of an alternative is filtered
 * out by who asks for them.
 */

type Texts = fc.Arbitrary<string>;
type Bounds = readonly [minimum: number | undefined, maximum: number | undefined];

const INT64: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n];
const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: INT64,
};
const SAFE: readonly [bigint, bigint] = [-(2n ** 53n) + 1n, 2n ** 53n - 1n];
/** Decimals that a double rounds, or writes in another way. */
const ODD_DECIMALS = ['0.1', '0.10', '1.0', '-0.5', '19.99', '0.30000000000000004', '123456.789'];
const ODD_EXPONENTS = ['1e2', '1E-2', '1.5e3', '25e-1'];
const SPAN = 1_000;

/** Numbers, many of which match the alternative. @param isText whether they have no exponent */
export function likelyNumbers(
  alternative: Alternative,
  isText: boolean,
  isInteger: boolean,
): Texts {
  const listed = listedOf(alternative).filter((value) => typeof value === 'number');
  if (listed.length > 0) return fc.constantFrom(...listed).map(String);
  return isInteger ? integers(alternative) : decimals(alternative, isText);
}

/** Numbers, many of which do not match the alternative. */
export function unlikelyNumbers(alternative: Alternative): Texts {
  const [least, most] = rangeOf(alternative);
  const bounds = alternative.flatMap((schema) =>
    [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum].flatMap(
      (bound) => bound ?? [],
    ),
  );
  const step = fc.oneof(fc.bigInt(1n, 9n), fc.bigInt(1n, 2n ** 70n));
  return fc.oneof(
    fc.constantFrom('5.0', '1e1', '1.5', '0.001', '-1', '0', '1e400', '-1e400', '1e39'),
    step.map((by) => `${most + by}`),
    step.map((by) => `${least - by}`),
    fc.integer({ min: -100, max: 100 }).map(String),
    likelyNumbers(alternative, true, false).map((text) =>
      text.includes('.') ? `${text}1` : `${text}.5`,
    ),
    likelyNumbers(alternative, true, true).map(
      (text) => `${BigInt(Math.trunc(Number(text))) + 1n}`,
    ),
    // Each of them may be the only one that is checked.
    ...bounds.map((bound) => ({
      arbitrary: fc.constantFrom(String(bound), ...beside(bound)),
      weight: 2,
    })),
  );
}

function beside(bound: number): string[] {
  return Number.isInteger(bound)
    ? [`${BigInt(bound) + 1n}`, `${BigInt(bound) - 1n}`, `${bound}.5`]
    : [`${bound}1`, `${Math.floor(bound)}`, `${Math.ceil(bound)}`];
}

function integers(alternative: Alternative): Texts {
  const [least, most] = rangeOf(alternative);
  if (most < least) return fc.constant('0');
  const step = alternative.reduce((most, { multipleOf = 1 }) => Math.max(most, multipleOf), 1);
  const factor = Number.isInteger(step) ? BigInt(step) : 1n;
  const middle = least > 0n || most < 0n ? (least > 0n ? least : most) : 0n;
  const near = fc.bigInt(max(least, middle - 99n), min(most, middle + 99n));
  const all = fc.oneof(fc.bigInt(least, most), near, fc.constantFrom(least, most));
  return fc
    .oneof(
      all,
      all.map((number) => number - (number % factor)),
    )
    .map(String);
}

function rangeOf(alternative: Alternative): readonly [bigint, bigint] {
  const isInteger = alternative.some(({ type }) => [type].flat().includes('integer'));
  const formats = alternative.flatMap(({ format = '' }) =>
    RANGES[format] ? [RANGES[format]] : [],
  );
  const [least, most] = formats[0] ?? (isInteger ? SAFE : INT64);
  const [minimum, maximum] = boundsOf(alternative);
  return [
    minimum === undefined ? least : max(least, BigInt(Math.floor(minimum))),
    maximum === undefined ? most : min(most, BigInt(Math.ceil(maximum))),
  ];
}

function decimals(alternative: Alternative, isText: boolean): Texts {
  const [minimum = -SPAN, maximum = SPAN] = boundsOf(alternative);
  const low = Math.min(minimum, maximum - 1);
  const high = Math.max(maximum, minimum + 1);
  const steps = alternative.flatMap(({ multipleOf }) => multipleOf ?? []);
  const multiples = steps.map((step) => {
    const digits = (String(step).split('.')[1] ?? '').length;
    const count = fc.integer({ min: Math.floor(low / step), max: Math.ceil(high / step) });
    return count.map((times) => (times * step).toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1'));
  });
  const spread = fc
    .tuple(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(1, 2, 5))
    .map(([part, digits]) => (low + ((high - low) * part) / 10_000).toFixed(digits));
  const range = { min: low, max: high, noNaN: true, noDefaultInfinity: true };
  const doubles = fc.double(range).map(String);
  return fc
    .oneof(
      ...multiples,
      ...multiples,
      spread,
      doubles,
      fc.constantFrom(...ODD_DECIMALS, ...(isText ? [] : ODD_EXPONENTS)),
      fc.constantFrom(String(minimum), String(maximum)),
    )
    .filter((text) => !/^-0(?:\.0+)?$/.test(text) && !(isText && /e/i.test(text)));
}

/** The narrowest of all bounds. */
function boundsOf(alternative: Alternative): Bounds {
  const least = alternative.flatMap((one) => [one.minimum, one.exclusiveMinimum]);
  const most = alternative.flatMap((one) => [one.maximum, one.exclusiveMaximum]);
  return [
    least.reduce(
      (one, other) => (one === undefined || (other ?? one) > one ? other : one),
      undefined,
    ),
    most.reduce(
      (one, other) => (one === undefined || (other ?? one) < one ? other : one),
      undefined,
    ),
  ];
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
