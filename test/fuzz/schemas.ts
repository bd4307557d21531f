import fc from 'fast-check';
import type { Json } from '../../scripts/contract/index.ts';

/*
 * Random schemas of the subset. Some of them contradict themselves, and lint has to refuse those.
 */

/** A schema, and the components that it may refer to. */
export interface RandomSchema {
  readonly schema: Json;
  readonly components: Readonly<Record<string, Json>>;
  /** Requests have no maps and no open objects. */
  readonly isOfResponse: boolean;
}

/** How deep objects, lists and unions are in each other. */
const DEPTH = 3;
const NAMES = ['a', 'b', 'c', 'd'];
const PATTERNS = ['^[a-z]*$', '^[0-9]{2}$', '^.{1,2}$', '^a'];
const FORMATS = ['date', 'date-time', 'email', 'uuid'];
const TEXTS = fc.constantFrom('a', 'ab', '12', '', 'é', '🐕');
const COUNTS = fc.integer({ min: 0, max: 3 });

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
  if (depth < DEPTH) return fc.oneof(one, parts(depth - 1), unions(depth - 1));
  return fc.oneof(one, parts(depth - 1), unions(depth - 1), fc.constantFrom(NAMED, BY_KIND));
}

function lists(depth: number): fc.Arbitrary<Json> {
  return optional({
    type: fc.constant('array'),
    items: anySchema(depth),
    maxItems: COUNTS,
    minItems: fc.option(COUNTS),
    uniqueItems: fc.option(fc.boolean()),
  });
}

function objects(depth: number): fc.Arbitrary<Json> {
  const rarely = fc.option(COUNTS, { freq: 1 });
  const counts = optional({ minProperties: rarely, maxProperties: rarely });
  return fc
    .tuple(fields(depth, NAMES), counts)
    .map(([own, counted]) => ({ ...own, ...counted, additionalProperties: false }));
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

function unions(depth: number): fc.Arbitrary<Json> {
  const branches = fc.array(anySchema(depth), { minLength: 2, maxLength: 3 });
  const withNull = anySchema(depth).map((one) => [one, { type: 'null' }]);
  return fc
    .tuple(fc.constantFrom('anyOf', 'oneOf'), fc.oneof(branches, branches, withNull))
    .map(([keyword, several]) => ({ [keyword]: several }));
}

const texts = optional({
  type: fc.constant('string'),
  maxLength: COUNTS,
  minLength: fc.option(COUNTS),
  pattern: fc.option(fc.constantFrom(...PATTERNS)),
}).chain((schema) =>
  fc.oneof(
    fc.constant(schema),
    fc.constantFrom(...FORMATS).map((format) => ({ type: 'string', format })),
    fc.uniqueArray(TEXTS, { minLength: 1 }).map((values) => ({ type: 'string', enum: values })),
    TEXTS.map((only) => ({ type: 'string', const: only })),
  ),
);

const integers = fc
  .tuple(
    bounds(fc.integer({ min: -3, max: 9 })),
    optional({
      type: fc.constant('integer'),
      format: fc.option(fc.constantFrom('int32', 'int64')),
      multipleOf: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
  )
  .map(([limits, schema]) => ({ ...schema, ...limits }));

const numbers = bounds(fc.integer({ min: -5, max: 9 }).map((twice) => twice / 2)).map(
  (limits): Json => ({ type: 'number', format: 'double', ...limits }),
);

/** None, a least or a most value, or both. */
function bounds(values: fc.Arbitrary<number>): fc.Arbitrary<Json> {
  const least = fc.constantFrom('minimum', 'exclusiveMinimum', undefined);
  const most = fc.constantFrom('maximum', 'exclusiveMaximum', undefined);
  return fc.tuple(values, values, least, most).map(([one, other, low, high]) => ({
    ...(low && { [low]: Math.min(one, other) }),
    ...(high && { [high]: Math.max(one, other) }),
  }));
}

/** Without the keywords that are null. */
function optional(keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> {
  return fc.record(keywords).map((all) => {
    const present = Object.entries(all).filter(([, value]) => value !== null);
    return Object.fromEntries(present);
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

const ofBoth = anySchema(DEPTH).map((value) => ({ value, isOfResponse: false }));
const ofResponse = fc
  .oneof(maps(DEPTH - 1), fields(DEPTH - 1, NAMES))
  .map((value) => ({ value, isOfResponse: true }));

/** Without the components that it does not refer to. */
export const randomSchema: fc.Arbitrary<RandomSchema> = fc
  .record({
    made: fc.oneof({ weight: 6, arbitrary: ofBoth }, { weight: 1, arbitrary: ofResponse }),
    components: fc.record({ Named: anySchema(1), Cat: ofKind('Cat'), Dog: ofKind('Dog') }),
  })
  .map(({ made: { value, isOfResponse }, components }) => {
    const text = JSON.stringify(value);
    const used = Object.entries(components).filter(([name]) => text.includes(`/${name}"`));
    // A body is an object or a list.
    const schema = {
      type: 'object',
      properties: { value },
      required: ['value'],
      additionalProperties: false,
    };
    return { schema, components: Object.fromEntries(used), isOfResponse };
  });

/** An object that its field `kind` tells from others. */
function ofKind(kind: string): fc.Arbitrary<Json> {
  return objects(1).map(({ properties, required, ...others }) => ({
    ...others,
    properties: { ...(properties as Json), kind: { type: 'string', const: kind } },
    required: [...(required as string[]), 'kind'],
  }));
}
