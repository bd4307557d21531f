import fc from 'fast-check';
import type { Exact } from './exact.ts';

/*
 * Values of no schema.
 */

/** Numbers that a double holds as they are written, and others that it does not. */
const NUMBERS = [
  ...['0', '1', '-1', '1.5', '19.99', '9007199254740991', '1e+21', '5e-324'],
  ...['9007199254740993', '12345678901234567890', '-9223372036854775809'],
  ...['1.50', '1e5', '1E400', '-0', '0.1000', '-0.0', '0.12345678901234567890', '1e-400'],
];

/** Names of fields, among them those of what JavaScript's objects have. */
export const names: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('a', 'constructor', 'toString', '1', 'a.b', 'ä'),
  )
  // Rejected, wherever it is.
  .filter((name) => name !== '__proto__');

const numbers: fc.Arbitrary<Exact> = fc
  .oneof(
    fc.constantFrom(...NUMBERS),
    fc.bigInt().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  )
  .map((number) => ({ number }));

/** Any JSON. */
export const anything: fc.Arbitrary<Exact> = fc.letrec<{ any: Exact }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      numbers,
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('any'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(names, tie('any')), { maxLength: 4, selector: ([name]) => name })
      .map((fields) => ({ fields })),
  ),
})).any;
