import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { contract } from '../../../generated/contract.ts';
import {
  createCompiler,
  createRun,
  createShapes,
  createWriter,
  writeValue,
} from '../../../src/contract/schema/index.ts';
import { rawJSON } from '../../../src/contract/schema/raw-json.ts';
import { compileSchema } from '../../../src/contract/schemas.ts';

/*
 * Values that are written in one pass, compared with those that are checked first and written then.
 * TEST_SEED repeats a run.
 */

type Json = Readonly<Record<string, unknown>>;

const RUNS = {
  numRuns: 1000,
  ...(process.env.TEST_SEED && { seed: Number(process.env.TEST_SEED) }),
};
const DEPTH = { maxDepth: 3, depthIdentifier: 'schema' } as const;
const NAMES = ['a', 'b', 'c', 'constructor', '__proto__', '`${"\\', '\u2028'];
const TEXTS = [
  '',
  'a',
  'ab',
  'abcd',
  '-',
  '"',
  '\\',
  '\n',
  'x\0',
  '\ud800',
  '\u{1f436}',
  'é\u2028',
];
const FORMATTED = [
  '2024-02-29T23:59:60.000Z',
  '2023-02-29T10:00:00.000Z',
  '2026-11-22T10:00:00.000Z',
  '2026-11-22t10:00:00+02:00',
  '2026-11-22',
  'rex@example.com',
  '"a"@example.com',
  '4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37',
];
const NUMBERS = [-1, -0, 0, 1, 1.5, 2, 3, 2 ** 31, 2 ** 53, 2 ** 70, -Infinity, NaN];
const INTEGERS = [-1n, 0n, 1n, 3n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n)];
const text = fc.constantFrom<unknown>(...TEXTS, ...FORMATTED);
const number = fc.constantFrom<unknown>(...NUMBERS, ...INTEGERS, rawJSON('1.0'), Symbol('2'));
const alien = fc.constantFrom<unknown>(undefined, null, '', 0, [], {}, new Date(0), () => 1, [{}]);
const count = fc.nat(3);
const bound = fc.constantFrom(-1, 0, 1, 2, 3);
const typed = (...types: string[]) =>
  fc.constantFrom<unknown>(...types, ...types.map((type) => [type, 'null']));
const only = { requiredKeys: ['type'] as ['type'] };

const strings = fc.record(
  {
    type: typed('string'),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^[^\\x00]*$', '^[^^a-]*$', '^[^-"]*$', '^[^\\u{1f436}]*$', 'a|^$'),
    format: fc.constantFrom('date-time', 'date', 'email', 'uuid'),
    enum: fc.uniqueArray(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 9 }),
  },
  only,
);
const limits = {
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: fc.constantFrom(2),
};
const integers = fc.record(
  { type: typed('integer'), format: fc.constantFrom('int32', 'int64'), ...limits },
  only,
);
const numbers = fc.record(
  { type: typed('number'), format: fc.constantFrom('float', 'double'), ...limits },
  only,
);
const others = fc.constantFrom<Json>(
  { type: 'boolean' },
  { type: ['boolean', 'null'] },
  { type: 'null' },
  { type: 'integer', enum: [1, 2] },
  { type: ['string', 'null'], const: 'a' },
  {},
  { oneOf: [{ type: 'string', maxLength: 1 }, { type: 'integer' }] },
  { $ref: '#/components/schemas/Name' },
  { $ref: '#/components/schemas/Tree' },
);
const schemas = {
  Name: { type: 'string', minLength: 1, maxLength: 3 },
  Tree: {
    type: 'object',
    properties: { a: { $ref: '#/components/schemas/Tree' }, b: { type: 'string' } },
  },
};

const { schema } = fc.letrec<{ schema: Json; array: Json; object: Json }>((tie) => ({
  schema: fc.oneof(DEPTH, strings, integers, numbers, others, tie('array'), tie('object')),
  array: fc.record(
    {
      type: typed('array'),
      items: tie('schema'),
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
    },
    only,
  ),
  object: fc
    .record(
      {
        type: typed('object'),
        properties: fc
          .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('schema'), fc.nat(9)), {
            selector: ([name]) => name,
            maxLength: 5,
          })
          .map((list) =>
            list.map(([name, part, kind]) => [name, kind === 0 ? hidden(part) : part] as const),
          )
          .map((list) => Object.fromEntries(list)),
        required: fc.uniqueArray(fc.constantFrom(...NAMES)),
        additionalProperties: fc.constantFrom<unknown>(false, false, false, { type: 'string' }),
        maxProperties: fc.constant(2),
      },
      { requiredKeys: ['type', 'properties'] },
    )
    .map(({ required = [], ...more }) => ({
      ...more,
      required: required.filter((name) => Object.hasOwn(more.properties, name)),
    })),
}));

function hidden(part: Json): Json {
  return { ...part, writeOnly: true };
}

const ring: Record<string, unknown> = { b: 'b' };
ring.a = ring;
const tree = fc.constantFrom<unknown>({}, { b: 'b', a: { a: { b: '"' } } }, { a: { b: 1 } }, ring);

/** Values that are often those of a schema. */
function valueFor(given: Json): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: typedValue(given) }, { weight: 1, arbitrary: alien });
}

function typedValue({
  type,
  enum: list,
  items,
  properties,
  $ref,
  oneOf,
}: Json): fc.Arbitrary<unknown> {
  const [name, orNull] = [type].flat();
  if (orNull) return fc.oneof(fc.constant(null), typedValue({ type: name, items, properties }));
  if (Array.isArray(list)) return fc.constantFrom(...list, 1n, '');
  if ($ref === '#/components/schemas/Tree') return tree;
  if ($ref || oneOf || name === 'string') return text;
  if (name === 'integer' || name === 'number') return number;
  if (name === 'array') return fc.array(items ? valueFor(items as Json) : alien, { maxLength: 3 });
  return name === 'object' ? objectOf(properties as Json) : fc.constantFrom(true, false);
}

function objectOf(properties: Json): fc.Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([name, part]) =>
    fc
      .option(valueFor(part as Json), { freq: 9, nil: undefined })
      .map((value) => [[name, value] as const]),
  );
  const undeclared = fc.constantFrom([], [['undeclared', 1n] as const]);
  const prototype = fc.constantFrom(Object.prototype, Object.prototype, null, Row.prototype);
  return fc.tuple(prototype, undeclared, ...parts).map(([proto, ...entries]) => {
    const all = entries.flat().filter(([, value]) => value !== undefined);
    return Object.setPrototypeOf(Object.fromEntries(all), proto);
  });
}

/** An object of a class is one of JSON, but nothing of what it inherits is. */
class Row {
  get a() {
    return 'a';
  }
}

const written = fc
  .oneof({ depthSize: 'medium' }, schema)
  .chain((given) => fc.tuple(fc.constant(given), fc.array(valueFor(given), { minLength: 20 })));

/** Compiles a schema twice: as it is used, and in two passes. */
function compile(root: Json) {
  const options = { schemas, direction: 'response', source: 'json', noun: 'field' } as const;
  const node = createCompiler(options)({ schema: root, keys: [] });
  const shape = createShapes()([node]);
  const start = () => createRun({ isStrict: false, isThorough: false });
  const checkAndWrite = (value: unknown) =>
    node.check(value, start()) ? undefined : writeValue(shape, value, start());
  return { compiled: compileSchema(root, options), checkAndWrite };
}

t.test('writes what a check and a writer would, and nothing that is not valid', async () => {
  const seen = { valid: 0, invalid: 0 };
  const property = fc.property(written, ([root, values]) => {
    const both = compile(root);
    for (const value of values) {
      const text = both.compiled.write(value);
      assert.equal(text, both.checkAndWrite(value));
      assert.equal(text === undefined, both.compiled.check(value).length > 0);
      seen[text === undefined ? 'invalid' : 'valid'] += 1;
    }
  });
  fc.assert(property, RUNS);
  t.ok(seen.valid > 500 && seen.invalid > 500, JSON.stringify(seen));
});

const name = { type: 'string' };
const list = { type: 'array', items: { type: 'boolean' } };
for (const [given, ...values] of [
  [{ type: 'string', pattern: '^[^\u{1f436}-\u{1f43a}]*$' }, 'a', '\u{1f437}', '\u{1f43b}'],
  [{ type: 'string', format: 'date', pattern: '^[^3]*$' }, '2026-11-22', '2026-11-23'],
  [{ type: 'number', format: 'float', minimum: -1e300 }, -1, -1e39],
  [{ type: 'number', format: 'float', maximum: 1e300 }, 1, 1e39],
  [{ type: 'integer', format: 'int32', minimum: 2, exclusiveMinimum: 2 }, 2, 3, 2n, 3n],
  [{ type: 'object', properties: { constructor: list, toString: name } }, {}, { toString: '' }],
  [
    { type: 'object', properties: { a: name, b: list, c: name, d: name }, required: ['c'] },
    { c: '' },
    { a: '', c: '' },
    { b: [], c: '', d: '' },
    { a: '', b: [true], c: '"' },
    { b: [true] },
    { b: [1], c: '' },
  ],
  [{ type: 'object', properties: { a: list, b: name }, required: ['a'] }, { b: '' }, { a: [] }],
  [{ type: 'object', properties: { a: { type: ['string', 'null'] } } }, { a: null }, { a: '' }, {}],
  [
    {
      type: 'object',
      properties: { a: name },
      allOf: [{ type: 'object', properties: { b: name }, required: ['b'] }],
    },
    { a: '' },
    { b: '' },
    { a: '', b: '' },
  ],
  [
    { type: 'object', properties: { a: name, b: name }, maxProperties: 1 },
    { a: '', b: '' },
  ],
] as const) {
  t.test(`writes ${JSON.stringify(given)}`, async (t) => {
    const { compiled, checkAndWrite } = compile(given);
    for (const value of values) t.equal(compiled.write(value), checkAndWrite(value));
  });
}

t.test('leaves no plain page to the check', async (t) => {
  const pages = {
    Pets: [{ id: 2n ** 63n - 1n, name: 'Rex', categoryId: 7, status: 'available', secret: 1 }],
    Orders: [
      { id: 1n, petId: -1n, quantity: 1, status: 'placed', createdAt: '2026-11-22T10:00:00.000Z' },
    ],
  };
  for (const [name, page] of Object.entries(pages)) {
    const fault = () => String(t.fail('was left to the check'));
    let careful: (value: unknown) => string | undefined = (value) => JSON.stringify(value);
    const { schemas } = contract.components;
    const root = { schema: schemas[name as 'Pets'], keys: [] };
    const write = createWriter(
      root,
      { schemas, direction: 'response' },
      () => (value) => careful(value),
    );
    careful = fault;
    const { secret, ...described } = { secret: undefined, ...page[0] };
    const text = JSON.stringify([described], (_, part) =>
      typeof part === 'bigint' ? rawJSON(String(part)) : part,
    );
    t.equal(write(page), text);
  }
});
