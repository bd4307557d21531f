import fc from 'fast-check';
import {
  flatten,
  integersOf,
  type Json,
  type JsonObject,
  listedIn,
  type Schema,
  type Schemas,
  typesOf,
  writable,
} from './schema.ts';

/*
 * Values that match a schema.
 */

const MAX_EXTRA_ITEMS = 4;

const dates = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const texts = (arbitrary: fc.Arbitrary<Date>, start: number, end?: number) =>
  arbitrary.map((date) => date.toISOString().slice(start, end));

/** By format: texts that are of it, and texts that are not. */
export const FORMATS: Readonly<Record<string, readonly [fc.Arbitrary<string>, string[]]>> = {
  date: [texts(dates, 0, 10), ['2026-02-30', '2026-1-1', '2026-01-01T00:00:00Z']],
  'date-time': [texts(dates, 0), ['2026-02-30T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00']],
  time: [texts(dates, 11), ['25:00:00Z', '12:00', 'noon']],
  email: [
    fc.stringMatching(/^[a-z0-9]{1,12}@[a-z0-9]{1,12}\.(?:com|test)$/),
    ['rex', '@example.com', 'a b@example.com'],
  ],
  uri: [fc.webUrl({ withQueryParameters: true }), ['/relative', 'no uri', 'http://a b']],
  'uri-reference': [fc.oneof(fc.webUrl(), fc.webPath()), ['a b', '<a>']],
  uuid: [fc.uuid(), ['none', '8e03978e40d543e8bc936894a57f9324']],
};

/** Values that match the schema. */
export function validValues(written: Schema, schemas: Schemas): fc.Arbitrary<Json> {
  const schema = flatten(written, schemas);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => validValues(branch, schemas)));
  const listed = listedIn(schema);
  if (listed) return fc.constantFrom(...listed);
  return fc.oneof(...typesOf(schema).map((type) => ofType(type, schema, schemas)));
}

function ofType(type: string, schema: Schema, schemas: Schemas): fc.Arbitrary<Json> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return strings(schema);
  if (type === 'integer') return integers(schema);
  if (type === 'number') return numbers(schema);
  if (type === 'array') return arrays(schema, schemas);
  if (type === 'object') return objects(schema, schemas);
  throw new Error(`No values can be generated for ${JSON.stringify(schema)}.`);
}

function strings({ format = '', pattern, minLength = 0, maxLength = 999 }: Schema) {
  const formatted = FORMATS[format]?.[0];
  if (formatted) return formatted.filter(fits);
  const lengths = { minLength, maxLength };
  const random = fc.oneof(
    fc.string(lengths),
    // No NUL, and no half of a surrogate pair.
    fc.string({ ...lengths, unit: 'binary' }).filter((text) => !text.includes('\0')),
    fc.string({ ...lengths, minLength: maxLength, size: 'max' }),
  );
  if (pattern === undefined) return random;
  const matching = fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.oneof(matching, random).filter(fits);

  function fits(text: string) {
    const length = [...text].length;
    const isInBounds = length >= minLength && length <= maxLength;
    const isMatch = pattern === undefined || new RegExp(pattern, 'u').test(text);
    return isInBounds && isMatch && text.isWellFormed() && !text.includes('\0');
  }
}

function integers(schema: Schema): fc.Arbitrary<Json> {
  const [min, max] = integersOf(schema);
  const step = BigInt(schema.multipleOf ?? 1);
  const multiple = (number: bigint) => number - (number % step);
  const isInBounds = (number: bigint) => number >= min && number <= max;
  const any = fc.oneof(fc.constantFrom(min, max), fc.bigInt({ min, max }));
  return any.map(multiple).filter(isInBounds);
}

function numbers(schema: Schema): fc.Arbitrary<Json> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const min = minimum ?? exclusiveMinimum ?? -1e9;
  const max = maximum ?? exclusiveMaximum ?? 1e9;
  const step = multipleOf ?? 0.125;
  return fc
    .integer({ min: Math.ceil(min / step), max: Math.floor(max / step) })
    .map((count) => count * step)
    .filter((number) => number !== exclusiveMinimum && number !== exclusiveMaximum);
}

function arrays(schema: Schema, schemas: Schemas): fc.Arbitrary<Json> {
  const { items = {}, minItems: minLength = 0, maxItems = Infinity, uniqueItems } = schema;
  const lengths = { minLength, maxLength: Math.min(maxItems, minLength + MAX_EXTRA_ITEMS) };
  const values = validValues(items, schemas);
  return uniqueItems ? fc.uniqueArray(values, lengths) : fc.array(values, lengths);
}

function objects(schema: Schema, schemas: Schemas): fc.Arbitrary<JsonObject> {
  const { additionalProperties: rest, minProperties = 0, required = [] } = schema;
  if (typeof rest === 'object') {
    const lengths = { minKeys: minProperties, maxKeys: minProperties + MAX_EXTRA_ITEMS };
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), validValues(rest, schemas), lengths);
  }
  const properties = writable(schema, schemas);
  const fields = Object.fromEntries(
    properties.map(([name, one]) => [name, validValues(one, schemas)]),
  );
  const requiredKeys = required.filter((name) => name in fields);
  return fc
    .record(fields, { requiredKeys, noNullPrototype: true })
    .filter((value) => Object.keys(value).length >= minProperties);
}
