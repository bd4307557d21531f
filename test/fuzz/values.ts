import fc from 'fast-check';
import { type Direction, isObject, type Json, listOf } from '../../scripts/contract/index.ts';
import type { RandomSchema } from './schemas.ts';

/*
 * Random values for a schema, most of which fit or nearly do.
 */

const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  'abcd',
  'B',
  '12',
  '1a',
  'é',
  '🐕',
  '🐕🐕🐕',
  'a b',
  'null',
  '0',
];
const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '2023-02-29'],
  'date-time': ['2026-11-21T09:30:00Z', '2026-11-21'],
  email: ['rex@example.com', 'rex'],
  uuid: ['2b1c5a8e-6f0d-4f63-9f0a-3d1c5a8e6f0d', '2b1c5a8e'],
};
const INTEGERS = [
  -4,
  -3,
  -2,
  -1,
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  8,
  9,
  10,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
];
const NUMBERS = [...INTEGERS, -2.5, -0.5, 0.5, 1.5, 2.25, 4.5, 1e-7, 12_345.5];
const ANY: readonly unknown[] = [null, true, false, 0, 1, 1.5, 'a', '', [], {}, ['a'], { a: 1 }];

/** In a response, without fields that no schema names: the service leaves them out, and others reject them. */
export function valuesOf(
  { schema, components }: RandomSchema,
  direction: Direction,
): fc.Arbitrary<unknown> {
  const hasUnknown = direction === 'request';
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';

  function of(written: Json): fc.Arbitrary<unknown> {
    return fc.oneof(
      { weight: 9, arbitrary: nearly(written) },
      { weight: 1, arbitrary: fc.constantFrom(...ANY.filter(isKnown)) },
    );
  }

  /** In a response, an object of its own would have unknown fields. */
  function isKnown(value: unknown): boolean {
    return hasUnknown || !isObject(value) || Object.keys(value).length === 0;
  }

  function nearly(written: Json): fc.Arbitrary<unknown> {
    const { $ref, allOf, anyOf, oneOf, type, enum: values, const: only } = written;
    if (typeof $ref === 'string') return nearly(components[$ref.split('/').at(-1) ?? ''] ?? {});
    if (Array.isArray(allOf)) return wholes(allOf as Json[]);
    const branches = listOf(anyOf ?? oneOf) as Json[];
    if (branches.length > 0) return fc.oneof(...branches.map(nearly));
    if (Array.isArray(values)) return fc.constantFrom(...values);
    if (only !== undefined) return fc.constant(only);
    const [first, second] = [type].flat();
    const one = ofType(String(first), written);
    return second === undefined
      ? one
      : fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: fc.constant(null) });
  }

  function ofType(type: string, written: Json): fc.Arbitrary<unknown> {
    const { format, items, properties, additionalProperties } = written;
    switch (type) {
      case 'string':
        return fc.constantFrom(...(FORMATTED[String(format)] ?? TEXTS));
      case 'integer':
        return fc.constantFrom(...INTEGERS, ...INTEGERS, 0.5);
      case 'number':
        return fc.constantFrom(...NUMBERS);
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(of(items as Json), { maxLength: 4 });
      default:
        return isObject(additionalProperties)
          ? fc.dictionary(fc.constantFrom('x', 'y', ''), of(additionalProperties))
          : objects((properties ?? {}) as Record<string, Json>);
    }
  }

  function objects(properties: Readonly<Record<string, Json>>): fc.Arbitrary<Json> {
    const fields = Object.entries(properties).filter(
      ([, field]) => hasUnknown || field[hidden] !== true,
    );
    const known = fc.record(
      Object.fromEntries(fields.map(([name, field]) => [name, fc.option(of(field), NOTHING)])),
    );
    const unknown = hasUnknown ? fc.constantFrom({}, {}, {}, {}, {}, { z: 1 }) : fc.constant({});
    return fc.tuple(known, unknown).map(([some, others]) => {
      const present = Object.entries(some).filter(([, value]) => value !== undefined);
      return { ...Object.fromEntries(present), ...others };
    });
  }

  /** Of all parts together, unless it is one part that something is said beside. */
  function wholes(parts: readonly Json[]): fc.Arbitrary<unknown> {
    const [only] = parts;
    if (only && parts.length === 1) return nearly(only);
    return objects(Object.assign({}, ...parts.map(({ properties }) => properties)));
  }

  return of(schema);
}

const NOTHING = { nil: undefined, freq: 5 } as const;
