import t from 'tap';
import { sampleValue, withoutReadOnly } from '../../scripts/generate/samples/sample-value.ts';

// Values for samples are made from what a schema says, and fit it.

const INTEGER = { type: 'integer' };
const STRING = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const SCHEMAS = {
  Tree: {
    type: 'object',
    properties: { value: INTEGER, children: { type: 'array', items: ref('Tree') } },
    required: ['value', 'children'],
  },
  Nested: { anyOf: [{ type: 'array', items: ref('Nested') }, STRING] },
  Cat: {
    type: 'object',
    properties: { kind: { ...STRING, const: 'cat' }, lives: INTEGER },
    required: ['kind', 'lives'],
  },
  Status: { ...STRING, enum: ['new', 'sold'] },
};

const ROWS: readonly (readonly [name: string, schema: object, value: unknown])[] = [
  ['its example', { ...STRING, example: 'Rex', default: 'none' }, 'Rex'],
  ['the first of its examples', { ...STRING, examples: ['a', 'b'] }, 'a'],
  ['its default', { ...INTEGER, default: 20 }, 20],
  ['a default that is falsy', { type: 'boolean', default: false }, false],
  ['its constant', { ...INTEGER, const: 0 }, 0],
  ['the first of its values', ref('Status'), 'new'],
  [
    'a value that all lists have',
    { allOf: [ref('Status'), { ...STRING, enum: ['sold'] }] },
    'sold',
  ],
  ['what is beside a reference', { ...ref('Status'), default: 'sold' }, 'sold'],
  ['a plain text', STRING, 'example'],
  ['a long text', { ...STRING, minLength: 9 }, 'exampleex'],
  ['a short text', { ...STRING, maxLength: 3 }, 'exa'],
  ['a date', { ...STRING, format: 'date' }, '2026-01-01'],
  ['an instant', { ...STRING, format: 'date-time' }, '2026-01-01T12:00:00Z'],
  ['an address', { ...STRING, format: 'email' }, 'example@example.com'],
  ['an integer', INTEGER, 1],
  ['the least integer', { ...INTEGER, minimum: 10 }, 10],
  ['the greatest integer', { ...INTEGER, maximum: -3 }, -3],
  ['what is beyond a bound', { ...INTEGER, exclusiveMinimum: 5 }, 6],
  ['what is below a bound', { ...INTEGER, exclusiveMaximum: 1 }, 0],
  ['a multiple', { ...INTEGER, multipleOf: 5, minimum: 1 }, 5],
  [
    'a multiple of several',
    {
      allOf: [
        { ...INTEGER, multipleOf: 4 },
        { ...INTEGER, multipleOf: 6 },
      ],
      minimum: 1,
    },
    12,
  ],
  [
    'a multiple of a decimal',
    { type: 'number', multipleOf: 0.01, minimum: 0.28, maximum: 0.29 },
    0.29,
  ],
  [
    'a number between close bounds',
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.1 },
    0.09,
  ],
  ['a large bound', { ...INTEGER, minimum: 9007199254740991 }, 9007199254740991],
  ['something that is not null', { type: ['integer', 'null'] }, 1],
  ['null', { type: 'null' }, null],
  ['one element', { type: 'array', items: INTEGER }, [1]],
  ['as few as allowed', { type: 'array', items: STRING, maxItems: 0 }, []],
  [
    'different elements',
    { type: 'array', items: INTEGER, minItems: 3, uniqueItems: true },
    [1, 2, 3],
  ],
  [
    'different texts',
    { type: 'array', items: { ...STRING, maxLength: 3 }, minItems: 2, uniqueItems: true },
    ['exa', 'ex1'],
  ],
  [
    'different values of a list',
    { type: 'array', items: ref('Status'), minItems: 2, uniqueItems: true },
    ['new', 'sold'],
  ],
  [
    'different elements with an example',
    { type: 'array', items: { ...INTEGER, example: 7 }, minItems: 2, uniqueItems: true },
    [7, 2],
  ],
  ['what is required', ref('Cat'), { kind: 'cat', lives: 1 }],
  [
    'something, where nothing is required',
    { type: 'object', properties: { a: INTEGER, b: INTEGER } },
    { a: 1 },
  ],
  [
    'nothing that is read-only',
    {
      type: 'object',
      properties: { id: { ...INTEGER, readOnly: true }, a: INTEGER },
      required: ['id', 'a'],
    },
    { a: 1 },
  ],
  [
    'as many as needed',
    { type: 'object', properties: { a: INTEGER, b: STRING, c: STRING }, minProperties: 2 },
    { a: 1, b: 'example' },
  ],
  [
    'a map',
    { type: 'object', additionalProperties: INTEGER, minProperties: 2 },
    { example: 1, example2: 1 },
  ],
  ['a tree that ends', ref('Tree'), { value: 1, children: [{ value: 1, children: [] }] }],
  ['nested lists that end', ref('Nested'), [[[[]]]]],
  [
    'all parts together',
    { allOf: [ref('Cat'), { type: 'object', properties: { age: INTEGER }, required: ['age'] }] },
    { kind: 'cat', lives: 1, age: 1 },
  ],
  ['exactly one alternative', { oneOf: [INTEGER, { type: 'number' }] }, 1],
  [
    'an alternative that fits alone',
    {
      oneOf: [
        { ...INTEGER, minimum: 0 },
        { ...INTEGER, maximum: 5 },
      ],
      minimum: -9,
    },
    6,
  ],
  [
    'properties beside alternatives',
    { type: 'object', properties: { id: INTEGER }, required: ['id'], anyOf: [ref('Cat')] },
    { id: 1, kind: 'cat', lives: 1 },
  ],
  ['anything', { description: 'Whatever.' }, 'example'],
];

t.test('a sample', async (t) => {
  for (const [name, schema, value] of ROWS) t.same(sampleValue(schema, SCHEMAS), value, name);
});

t.test('a sample by a pattern', async (t) => {
  const fits = (schema: { pattern: string; maxLength?: number }) => {
    const text = String(sampleValue({ ...STRING, ...schema }, SCHEMAS));
    t.match(text, new RegExp(schema.pattern, 'u'), `${schema.pattern}: ${text}`);
    t.ok([...text].length <= (schema.maxLength ?? Number.POSITIVE_INFINITY), schema.pattern);
  };
  fits({ pattern: '^[A-Z]{3}-\\d{4}$' });
  fits({ pattern: '^\\p{Lu}\\p{L}+$', maxLength: 4 });
  fits({ pattern: '^x+$', maxLength: 1 });
  t.equal(sampleValue({ ...STRING, pattern: '^[^\\x00]*$' }, SCHEMAS), 'example');
});

t.test('an example loses what is read-only in a request, wherever it is', async (t) => {
  const schema = {
    type: 'object',
    properties: {
      id: { ...INTEGER, readOnly: true },
      list: {
        type: 'array',
        items: { oneOf: [{ type: 'object', properties: { at: { ...STRING, readOnly: true } } }] },
      },
    },
  };
  const example = { id: 1, list: [{ at: 'now', name: 'a' }], other: null };
  t.same(withoutReadOnly(example, schema, SCHEMAS), { list: [{ name: 'a' }], other: null });
});
