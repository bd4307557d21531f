import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import t from 'tap';
import { compileSchema } from '../../../src/contract/schemas.ts';

/*
 * Random schemas and values: what they mean is compared with Ajv, which knows nothing of ours.
 * TEST_SEED repeats a run.
 */

type Json = Record<string, unknown>;

const RUNS = {
  numRuns: 60,
  ...(process.env.TEST_SEED && { seed: Number(process.env.TEST_SEED) }),
};
const DEPTH = { maxDepth: 3, depthIdentifier: 'schema' } as const;
const NAMES = ['a', 'b', 'kind', 'hasOwnProperty'];
const name = fc.constantFrom(...NAMES);
const text = fc.constantFrom('', 'a', 'ab', 'abc', '\u{1f436}', 'x'.repeat(9));
const whole = fc.integer({ min: -4, max: 4 });
const number = fc.constantFrom(-1.5, 0, 0.5, 1, 2.25, 3);

const strings = fc.record(
  {
    type: fc.constantFrom('string', ['string', 'null']),
    minLength: fc.nat(3),
    maxLength: fc.nat(4),
    pattern: fc.constantFrom('^a', 'b$', '^.$'),
    enum: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['type'] },
);
const bounds = { minimum: whole, maximum: whole, exclusiveMinimum: whole, exclusiveMaximum: whole };
const numbers = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('integer', ['integer', 'null']),
      format: fc.constantFrom('int32', 'int64'),
      ...bounds,
      multipleOf: fc.constantFrom(1, 2, 3),
      enum: fc.uniqueArray(whole, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('number', ['number', 'null']),
      ...bounds,
      multipleOf: fc.constantFrom(0.5, 0.25),
      const: number,
    },
    { requiredKeys: ['type'] },
  ),
);
const others = fc.constantFrom<Json>({ type: 'boolean' }, { type: 'null' }, {});
const references = fc.record(
  { $ref: fc.constantFrom(...['One', 'Two'].map((key) => `#/components/schemas/${key}`)) },
  { requiredKeys: ['$ref'] },
);

/** Schemas of all kinds. Those of a property may refer to others, also to themselves. */
const { schema } = fc.letrec<{ schema: Json; object: Json; union: Json; array: Json; part: Json }>(
  (tie) => ({
    schema: fc.oneof(
      DEPTH,
      strings,
      numbers,
      others,
      tie('object'),
      tie('array'),
      tie('union'),
      references,
    ) as fc.Arbitrary<Json>,
    object: fc
      .record(
        {
          type: fc.constantFrom('object', ['object', 'null']),
          properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
          required: fc.uniqueArray(name, { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          unevaluatedProperties: fc.constant(false),
          minProperties: fc.nat(2),
          maxProperties: fc.nat(3),
          allOf: fc.array(tie('part'), { minLength: 1, maxLength: 2 }),
          oneOf: fc.array(tie('part'), { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ['type'] },
      )
      .map(describeRequired),
    part: fc.oneof(DEPTH, references as fc.Arbitrary<Json>, tie('object')),
    array: fc.record(
      {
        type: fc.constantFrom('array', ['array', 'null']),
        items: tie('schema'),
        minItems: fc.nat(2),
        maxItems: fc.nat(3),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    union: fc.oneof(
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    ),
  }),
);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    DEPTH,
    text,
    whole,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** Without this a schema is refused. */
function describeRequired(schema: Json): Json {
  const { required = [], properties = {} } = schema;
  const described = Object.fromEntries((required as string[]).map((key) => [key, {}]));
  return { ...schema, properties: { ...described, ...(properties as Json) } };
}

const documents = fc.record({ root: schema, One: schema, Two: schema });

/** Compiles a schema twice. Undefined if it refers to itself in a way that says nothing. */
function compile(
  { root, One, Two }: Record<'root' | 'One' | 'Two', Json>,
  direction: 'request' | 'response',
) {
  const options = { schemas: { One, Two }, direction, source: 'json', noun: 'field' } as const;
  try {
    const compiled = compileSchema(root, options);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
    const validate = ajv.compile({ ...root, components: { schemas: { One, Two } } });
    return { compiled, validate };
  } catch (error) {
    if ((error as Error).name === 'SchemaError') return undefined;
    throw error;
  }
}

/** Uses every random schema, compiled for a direction, with random values. */
function forAll(
  direction: 'request' | 'response',
  use: (both: NonNullable<ReturnType<typeof compile>>, values: readonly unknown[]) => void,
) {
  const values = fc.array(value, { minLength: 15, maxLength: 30 });
  const property = fc.property(documents, values, (document, given) => {
    const both = compile(document, direction);
    fc.pre(both !== undefined);
    use(both, given);
  });
  fc.assert(property, RUNS);
}

t.test('accepts what Ajv accepts, and nothing else', async () => {
  const seen = { valid: 0, invalid: 0 };
  forAll('request', ({ compiled, validate }, values) => {
    for (const given of values) {
      const isValid: boolean = validate(given);
      const violations = compiled.check(given);
      assert.equal(violations.length === 0, isValid, `${JSON.stringify(given)} ${violations}`);
      seen[isValid ? 'valid' : 'invalid'] += 1;
    }
  });
  t.ok(seen.valid > 20 && seen.invalid > 20, JSON.stringify(seen));
});

t.test('reads a value without changing what it is worth', async () => {
  forAll('request', ({ compiled, validate }, values) => {
    for (const given of values.filter((candidate) => validate(candidate))) {
      const before = JSON.stringify(given);
      const read = compiled.read(given);
      assert.equal(
        JSON.stringify(read, (_, part) => (typeof part === 'bigint' ? Number(part) : part)),
        before,
      );
      assert.equal(JSON.stringify(given), before);
    }
  });
});

t.test('writes only what the schema allows', async () => {
  let written = 0;
  forAll('response', ({ compiled, validate }, values) => {
    for (const given of values) {
      if (compiled.check(given).length > 0) continue;
      const text = compiled.write(given);
      assert.ok(validate(JSON.parse(String(text))), `${JSON.stringify(given)} as ${text}`);
      written += 1;
    }
  });
  t.ok(written > 20, `${written}`);
});
