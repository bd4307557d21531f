import { parse } from 'lossless-json';
import t from 'tap';
import { readLiteral } from '../../../src/contract/schema/index.ts';
import { type CompileOptions, compileSchema } from '../../../src/contract/schemas.ts';

const schemas = {
  Id: { type: 'integer', format: 'int64' },
  Name: { type: 'string', default: 'Rex' },
  Cat: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', const: 'cat' }, lives: { type: 'integer', default: 9 } },
    additionalProperties: false,
  },
  Dog: {
    type: 'object',
    required: ['kind', 'id'],
    properties: {
      kind: { type: 'string', const: 'dog' },
      id: { $ref: '#/components/schemas/Id' },
      secret: { type: 'string', writeOnly: true },
    },
  },
  Tree: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      left: { $ref: '#/components/schemas/Tree' },
      right: { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
    },
    allOf: [
      {
        type: 'object',
        properties: {
          left: { $ref: '#/components/schemas/Tree' },
          right: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
        },
      },
    ],
    unevaluatedProperties: false,
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pet = {
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: {
    propertyName: 'kind',
    mapping: { cat: ref('Cat').$ref, dog: ref('Dog').$ref },
  },
};

function compile(schema: object, options: Partial<CompileOptions> = {}) {
  return compileSchema(schema, {
    schemas,
    direction: 'request',
    source: 'json',
    noun: 'field',
    ...options,
  });
}

function object(properties: object, more: object = {}) {
  return { type: 'object', properties, ...more };
}

t.test('returns a free-form value exactly as it was sent', async (t) => {
  const anything = compile({ description: 'Anything.' });
  for (const text of [
    '{"price":19.99,"n":1}',
    '[1.0,1e3,-0,0.10,1E400,1e-400,9007199254740993,9007199254740992,100000000000000000000]',
    '{"deep":[{"a":[[12345678901234567890.5]]}],"none":null,"yes":true,"s":"\\"é"}',
    `[${'9'.repeat(500)}]`,
  ]) {
    const value = anything.read(parse(text, null, readLiteral));
    t.same(anything.check(value), []);
    t.equal(compile({}, { direction: 'response' }).write(value), text);
  }
  t.same(compile({}).read(parse('[1.5,7,9007199254740993]', null, readLiteral)), [
    1.5,
    7,
    9007199254740993n,
  ]);
  t.same(anything.check('\ud800'), ['The body must not contain an unpaired surrogate.']);
  t.same(anything.check({ a: ['\ud800'] }), ['a.0 must not contain an unpaired surrogate.']);
});

t.test('does not write what is no JSON', async (t) => {
  const { check } = compile({}, { direction: 'response' });
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  for (const [value, message] of [
    [{ at: new Date(0) }, 'at must be a JSON value.'],
    [[undefined], '0 must be a JSON value.'],
    [Number.NaN, 'The body must be a JSON value.'],
    [new Map([[1, 2]]), 'The body must be a JSON value.'],
    [circular, 'self must not contain itself.'],
  ] as const) {
    t.same(check(value), [message]);
  }
});

t.test('fills in defaults wherever a schema has them', async (t) => {
  const one = { type: 'integer', format: 'int64', default: 1 };
  for (const [schema, given, read] of [
    [object({ name: ref('Name') }), {}, { name: 'Rex' }],
    [object({ name: { ...ref('Name'), default: 'Tom' } }), {}, { name: 'Tom' }],
    [object({}, { allOf: [object({ n: one })] }), {}, { n: 1n }],
    [object({ inner: object({ n: one }) }), { inner: {} }, { inner: { n: 1n } }],
    [object({ inner: { ...object({ n: one }), default: {} } }), {}, { inner: { n: 1n } }],
    [object({ inner: object({ n: one }) }), {}, {}],
    [object({ n: { ...one, readOnly: true } }), {}, {}],
    [{ anyOf: [{ type: 'null' }, object({ n: one })] }, {}, { n: 1n }],
    [pet, { kind: 'cat' }, { kind: 'cat', lives: 9 }],
    [{ type: 'array', items: pet }, [{ kind: 'cat' }], [{ kind: 'cat', lives: 9 }]],
    [one, undefined, 1n],
  ] as const) {
    t.same(compile(schema).read(given), read, JSON.stringify(schema));
  }
  t.throws(() => compile({ type: 'integer', maximum: 5, default: 6 }), {
    keys: ['default'],
    message: 'default must be at most 5.',
  });
});

t.test('checks what stands beside a reference', async (t) => {
  const short = compile({ ...ref('Name'), maxLength: 3 });
  t.same(short.check('Rex'), []);
  t.same(short.check('Rexana'), ['The body must have at most 3 characters.']);
  t.same(short.check(5), ['The body must be a string.']);
  const id = compile({ ...ref('Id'), minimum: 5 });
  t.same(id.check(2n ** 60n), []);
  t.same(id.check(4), ['The body must be at least 5.']);
  t.throws(() => compile({ ...ref('Name'), minimum: 5 }), {
    keys: ['minimum'],
    message: /^minimum says nothing/,
  });
  t.throws(() => compile({ $ref: '#/components/schemas/None' }), {
    keys: ['$ref'],
    message: /is not in components.schemas/,
  });
});

t.test('selects a branch by the discriminator, and explains that one', async (t) => {
  const { check } = compile(pet);
  for (const [value, message] of [
    [{ kind: 'dog' }, 'id is required.'],
    [{ kind: 'cat', lives: 'x' }, 'lives must be an integer.'],
    [{ kind: 'cow' }, 'kind must be one of cat, dog.'],
    [{}, 'kind is required.'],
    [5, 'The body must be an object.'],
  ] as const) {
    t.same(check(value), [message]);
  }
});

t.test('explains a union without a discriminator', async (t) => {
  const either = { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] };
  t.same(compile(either).check(true), ['The body must be a string, an integer or null.']);
  const nullable = { anyOf: [ref('Dog'), { type: 'null' }] };
  t.same(compile(nullable).check({ kind: 'dog' }), ['id is required.']);
  const two = { anyOf: [ref('Dog'), ref('Cat')] };
  t.same(compile(two).check({}), ['The body must match one of its 2 forms: kind is required.']);
  const both = { oneOf: [{ type: 'integer' }, { type: 'number' }] };
  t.same(compile(both).check(5), ['The body must match only one of its 2 forms.']);
});

t.test('keeps an int64 exact in unions, maps, null and recursion', async (t) => {
  const big = 9007199254740993n;
  for (const [schema, value, text] of [
    [{ anyOf: [ref('Id'), { type: 'string' }] }, big, `${big}`],
    [{ oneOf: [{ type: 'null' }, ref('Id')] }, big, `${big}`],
    [{ type: ['integer', 'null'], format: 'int64' }, big, `${big}`],
    [{ type: ['integer', 'null'], format: 'int64' }, null, 'null'],
    [{ type: 'object', additionalProperties: ref('Id') }, { a: big }, `{"a":${big}}`],
    [ref('Tree'), { id: big, right: { id: big } }, `{"id":${big},"right":{"id":${big}}}`],
  ] as const) {
    const { check, read } = compile(schema);
    t.same(check(value), []);
    t.same(read(value), value);
    const { check: checkResponse, write } = compile(schema, { direction: 'response' });
    t.same(checkResponse(value), []);
    t.equal(write(value), text);
  }
});

t.test('leaves readOnly out of requests and writeOnly out of responses', async (t) => {
  const schema = object(
    { id: { ...ref('Id'), readOnly: true }, secret: { type: 'string', writeOnly: true } },
    { required: ['id', 'secret'], additionalProperties: false },
  );
  const request = compile(schema);
  t.same(request.check({ secret: 's' }), []);
  t.same(request.check({ secret: 's', id: 5 }), ['id is read-only.']);
  const split = {
    type: 'object',
    required: ['id'],
    allOf: [object({ id: { ...ref('Id'), readOnly: true } })],
  };
  t.same(compile(split).check({}), []);
  const response = compile(schema, { direction: 'response' });
  t.same(response.check({ id: 5n }), []);
  t.same(response.check({ secret: 's' }), ['id is required.']);
  t.equal(response.write({ id: 5n, secret: 's', undeclared: 1 }), '{"id":5}');
  const nested = compile({ type: 'array', items: pet }, { direction: 'response' });
  t.equal(
    nested.write([
      { kind: 'dog', id: 5n, secret: 's', x: 1 },
      { kind: 'cat', id: 5n },
    ]),
    '[{"kind":"dog","id":5},{"kind":"cat"}]',
  );
});

t.test('rejects what a handler returns wrongly', async (t) => {
  const schema = object(
    { n: { type: 'integer', format: 'int32' }, at: { type: 'string', format: 'date-time' } },
    { required: ['n'] },
  );
  const { check, write } = compile(schema, { direction: 'response' });
  t.same(check({ n: 1.7 }), ['n must be an integer.']);
  t.same(check({ n: undefined }), ['n is required.']);
  t.same(check({ n: null }), ['n must be an integer.']);
  t.same(check({ n: 1, at: new Date() }), ['at must be a string.']);
  t.same(check({ n: 1, at: '2026-02-30T00:00:00Z' }), ['at must match format "date-time".']);
  t.equal(write({ n: 1, at: undefined }), '{"n":1}');
});

t.test('checks numbers exactly in every keyword', async (t) => {
  const cents = { type: 'number', multipleOf: 0.01 };
  const open = { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 };
  const id = { type: 'integer', format: 'int64', multipleOf: 3 };
  for (const [schema, literal, message] of [
    [cents, '19.99', undefined],
    [cents, '1e2', undefined],
    [cents, '19.990000000000000001', 'must be a multiple of 0.01'],
    [cents, '1e-999999999999', 'must be a multiple of 0.01'],
    [open, '0', 'must be greater than 0'],
    [open, '1', 'must be less than 1'],
    [open, '0.5', undefined],
    [{ type: 'number', maximum: 1 }, '1.00000000000000000001', 'must be at most 1'],
    [{ type: 'number', minimum: -1 }, '-1.00000000000000000001', 'must be at least -1'],
    [{ type: 'number', enum: [1, 2.5] }, '1.0', undefined],
    [{ type: 'number', enum: [1, 2.5] }, '2.50', undefined],
    [{ type: 'number', const: 1 }, '1.5', 'must be 1'],
    [id, '9223372036854775806', undefined],
    [id, '9223372036854775807', 'must be a multiple of 3'],
    [{ type: 'integer', enum: [1, 2] }, '3', 'must be one of 1, 2'],
    [{ type: ['integer', 'null'] }, '1.5', 'must be an integer or null'],
    [{ type: 'integer' }, '9'.repeat(5_000), 'must be at most 9007199254740991'],
  ] as const) {
    const expected = message === undefined ? [] : [`The body ${message}.`];
    t.same(compile(schema).check(readLiteral(literal)), expected, literal.slice(0, 30));
  }
});

t.test('finds equal items whatever their notation', async (t) => {
  const { check } = compile({ type: 'array', items: {}, uniqueItems: true });
  const twice = ['The body must not contain an item twice.'];
  for (const [text, expected] of [
    ['[1,1.0]', twice],
    ['[100,1e2]', twice],
    ['[{"a":1,"b":2},{"b":2,"a":1}]', twice],
    ['[9007199254740993,9007199254740992]', []],
    ['["1",1,true,"true",null,"null",[],{}]', []],
  ] as const) {
    t.same(check(parse(text, null, readLiteral)), expected, text);
  }
  const numbers = { type: 'array', items: { type: 'number' }, uniqueItems: true };
  t.same(compile(numbers, { source: 'text' }).check(['1', '1.0']), twice);
});

t.test('reads the text of URLs', async (t) => {
  const text = (schema: object) =>
    compile(schema, { source: 'text', noun: 'parameter', name: 'p' });
  for (const [schema, given, read] of [
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'boolean' }, 'TRUE', 'p must be a boolean.'],
    [{ type: 'boolean', const: true }, 'false', 'p must be true.'],
    [{ type: 'integer', enum: [1, 2] }, '2', 2],
    [{ type: 'array', items: ref('Id') }, ['1', '9007199254740993'], [1n, 9007199254740993n]],
    [{ type: 'array', items: ref('Id') }, ['1', ''], 'p.1 must be an integer.'],
    [object({ n: { type: 'number' } }), { n: '0.50' }, { n: 0.5 }],
    [{ type: 'string' }, ['a', 'b'], 'p must be sent only once.'],
    [{ ...ref('Id'), maximum: 5 }, '6', 'p must be at most 5.'],
  ] as const) {
    const { check, read: readIt } = text(schema);
    const [violation] = check(given);
    t.same(violation ?? readIt(given), read, JSON.stringify(schema));
  }
  for (const schema of [{}, { type: ['string', 'null'] }, { oneOf: [{ type: 'string' }] }]) {
    t.throws(() => text(schema), /^There is no text|There is no text for such a value/);
  }
});

t.test('takes no longer than a value is large', { timeout: 20_000 }, async (t) => {
  const { check, read } = compile(ref('Tree'));
  let tree: Record<string, unknown> = { id: 1 };
  for (let depth = 0; depth < 30; depth += 1) tree = { id: 1, left: tree, right: tree };
  t.same(check(tree), []);
  let deep: Record<string, unknown> = { id: 'wrong' };
  for (let depth = 0; depth < 30; depth += 1) deep = { id: 1, right: deep };
  const [message = ''] = check(deep);
  t.ok(message.length > 0 && message.length < 1_000, message);
  let chain: Record<string, unknown> = { id: 1 };
  for (let depth = 0; depth < 30; depth += 1) chain = { id: 1, left: chain };
  t.same(check(chain), []);
  t.same(check(read(chain)), []);
});
