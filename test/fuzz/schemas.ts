// Random schemas of the subset. Lint refuses some of them, such as a default that does not fit.

import fc from 'fast-check';
import type { Direction, Json } from '../../scripts/contract/index.ts';

/** A schema, and the components that it may refer to. */
export interface RandomSchema {
  readonly schema: Json;
  readonly components: Readonly<Record<string, Json>>;
  /** Requests have no maps and no open objects, responses no counted fields. */
  readonly directions: readonly Direction[];
}

/** How deep objects, lists and unions are in each other. */
const DEPTH = 3;
const NAMES = ['a', 'b', 'c', 'd'];
const PATTERNS = ['^[a-z]*$', '^[0-9]{2}$', '^.{1,2}$', '^a'];
const FORMATS = ['date', 'date-time', 'email', 'uuid'];
const TEXTS = fc.constantFrom('a', 'ab', '12', '', 'é', '🐕');
/** A least and a most count, of which the least may be absent. */
const COUNTS = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.boolean())
  .map(([one, other, hasLeast]) => ({
    most: Math.max(one, other),
    ...(hasLeast && { least: Math.min(one, other) }),
  }));

const NAMED = { $ref: '#/components/schemas/Named' };
const BY_KIND = {
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
  discriminator: { propertyName: 'kind' },
};

/** A schema of any kind, with so many levels below it at most. */
function anySchema(depth: number): fc.Arbitrary<Json> {
  const flat = [texts, integers, numbers, fc.constant<Json>({ type: 'boolean' })];
  if (depth === 0) return fc.oneof(...flat).chain(orNull);
  const one = fc.oneof(...flat, lists(depth - 1), objects(depth - 1)).chain(orNull);
  if (depth < DEPTH) return fc.oneof(one, parts(depth - 1), nullable(depth - 1));
  const union = fc.constantFrom<Json>(BY_KIND, { anyOf: [BY_KIND, { type: 'null' }] });
  return fc.oneof(one, parts(depth - 1), nullable(depth - 1), fc.constant(NAMED), union);
}

function lists(depth: number): fc.Arbitrary<Json> {
  return fc.tuple(anySchema(depth), COUNTS).map(([items, { least, most }]) => ({
    type: 'array',
    items,
    maxItems: most,
    ...(least !== undefined && { minItems: least }),
  }));
}

function objects(depth: number): fc.Arbitrary<Json> {
  return fields(depth, NAMES).map((own) => ({ ...own, additionalProperties: false }));
}

/** An object of which so many fields are sent. */
function counted(depth: number): fc.Arbitrary<Json> {
  const all = fields(depth, NAMES).filter(({ properties }) => hasFields(properties));
  return fc.tuple(all, COUNTS).map(([own, { least = 0, most }]) => {
    const required = (own.required as string[]).slice(0, most);
    // Fields of one direction would not be counted in the other.
    const properties = Object.entries(own.properties as Record<string, Json>).map(
      ([name, { readOnly: _, writeOnly: __, ...field }]) => [name, field] as const,
    );
    const count = properties.length;
    return {
      ...own,
      properties: Object.fromEntries(properties),
      required,
      maxProperties: Math.max(1, most),
      minProperties: Math.min(least, count),
      additionalProperties: false,
    };
  });
}

function hasFields(properties: unknown): boolean {
  return Object.keys(properties as Json).length > 0;
}

function maps(depth: number): fc.Arbitrary<Json> {
  return anySchema(depth).map((values) => ({ type: 'object', additionalProperties: values }));
}

/** Each part has other fields. */
function parts(depth: number): fc.Arbitrary<Json> {
  return fc
    .tuple(fields(depth, NAMES.slice(0, 2)), fields(depth, NAMES.slice(2)))
    .map((allOf) => ({ allOf, unevaluatedProperties: false }));
}

function fields(depth: number, names: readonly string[]): fc.Arbitrary<Json> {
  const own = fc.dictionary(fc.constantFrom(...names), anySchema(depth).chain(asField), {
    maxKeys: names.length,
  });
  return fc.tuple(own, fc.subarray([...names])).map(([properties, required]) => ({
    type: 'object',
    properties,
    required: required.filter((name) => Object.hasOwn(properties, name)),
  }));
}

function nullable(depth: number): fc.Arbitrary<Json> {
  return anySchema(depth).map((one) => ({ anyOf: [one, { type: 'null' }] }));
}

const texts: fc.Arbitrary<Json> = fc
  .oneof(
    COUNTS.map(({ least, most }) => ({
      maxLength: most,
      ...(least !== undefined && { minLength: least }),
    })),
    fc.constantFrom(...PATTERNS).map((pattern) => ({ pattern, maxLength: 9 })),
    fc.constantFrom(...FORMATS).map((format) => ({ format })),
    fc.uniqueArray(TEXTS, { minLength: 1 }).map((values) => ({ enum: values })),
    TEXTS.map((only) => ({ const: only })),
  )
  .map((keywords) => ({ type: 'string', ...keywords }));

/** Bounds that are multiples of the unit leave at least one number. */
const integers: fc.Arbitrary<Json> = fc
  .tuple(
    bounds(fc.integer({ min: -3, max: 9 }), ['minimum', 'maximum']),
    fc.constantFrom('int32', 'int64', undefined),
    fc.constantFrom(undefined, 1, 2, 3),
  )
  .map(([limits, format, unit]) => ({
    type: 'integer',
    ...(format && { format }),
    ...(unit && { multipleOf: unit }),
    ...Object.fromEntries(
      Object.entries(limits).map(([keyword, bound]) => [keyword, Number(bound) * (unit ?? 1)]),
    ),
  }));

const numbers = bounds(
  fc.integer({ min: -5, max: 9 }).map((twice) => twice / 2),
  ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'],
).map((limits): Json => ({ type: 'number', format: 'double', ...limits }));

/** None, a least or a most value, or both. Only different ones are exclusive. */
function bounds(values: fc.Arbitrary<number>, keywords: string[]): fc.Arbitrary<Json> {
  const least = keywords.filter((keyword) => /min/i.test(keyword));
  const most = keywords.filter((keyword) => /max/i.test(keyword));
  const choices = [fc.constantFrom(undefined, ...least), fc.constantFrom(undefined, ...most)];
  return fc.tuple(values, values, ...choices).map(([one, other, low, high]) => {
    const name = (keyword: string) =>
      one === other ? keyword.replace(/^exclusiveM/, 'm') : keyword;
    return {
      ...(low && { [name(low as string)]: Math.min(one, other) }),
      ...(high && { [name(high as string)]: Math.max(one, other) }),
    };
  });
}

/** The same schema, or one that allows null as well. */
function orNull(schema: Json): fc.Arbitrary<Json> {
  const { enum: values } = schema;
  if (typeof schema.type !== 'string' || 'const' in schema) return fc.constant(schema);
  const nullable = {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
  return fc.constantFrom(schema, schema, nullable);
}

/** As a field, which may be absent from one direction or have a default. */
function asField(schema: Json): fc.Arbitrary<Json> {
  const direction = fc.constantFrom('readOnly', 'writeOnly');
  const value = DEFAULTS[String(schema.type)];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(schema) },
    direction.map((keyword) => ({ ...schema, [keyword]: true })),
    fc.constant(value === undefined ? schema : { ...schema, default: value }),
  );
}

const DEFAULTS: Json = { string: 'a', integer: 2, number: 1.5, boolean: true };

const KINDS: readonly (readonly [
  fc.Arbitrary<Json>,
  RandomSchema['directions'],
  weight: number,
])[] = [
  [anySchema(DEPTH), ['request', 'response'], 12],
  [maps(DEPTH - 1), ['response'], 1],
  [fields(DEPTH - 1, NAMES), ['response'], 1],
  [counted(DEPTH - 1), ['request'], 2],
];
const made = fc.oneof(
  ...KINDS.map(([values, directions, weight]) => {
    return { weight, arbitrary: values.map((value) => ({ value, directions })) };
  }),
);

/** Without the components that it does not refer to. */
export const randomSchema: fc.Arbitrary<RandomSchema> = fc
  .record({
    made,
    components: fc.record({ Named: anySchema(1), Cat: ofKind('Cat'), Dog: ofKind('Dog') }),
  })
  .map(({ made: { value, directions }, components }) => {
    const text = JSON.stringify(value);
    const used = Object.entries(components).filter(([name]) => text.includes(`/${name}"`));
    // A body is an object or a list.
    const schema = {
      type: 'object',
      properties: { value },
      required: ['value'],
      additionalProperties: false,
    };
    return { schema, components: Object.fromEntries(used), directions };
  });

/** An object that its field `kind` tells from others. */
function ofKind(kind: string): fc.Arbitrary<Json> {
  return objects(1).map(({ properties, required, ...others }) => ({
    ...others,
    properties: { ...(properties as Json), kind: { type: 'string', const: kind } },
    required: [...(required as string[]), 'kind'],
  }));
}
