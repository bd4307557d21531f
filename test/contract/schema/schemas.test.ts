import { parse } from 'lossless-json';
import t from 'tap';
import { readLiteral } from '../../../src/contract/schema/index.ts';
import { rawJSON } from '../../../src/contract/schema/raw-json.ts';
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
  const { check, write } = compile({}, { direction: 'response' });
  t.same(check([rawJSON('1.0')]), []);
  t.equal(write([rawJSON('1.0')]), '[1.0]');
  t.same(check(rawJSON('"a"')), []);
  t.same(compile(object({ a: { type: 'null' } })).read({ b: -0, c: null }), {
    b: rawJSON('-0'),
    c: null,
  });
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
    [() => {}, 'The body must be a JSON value.'],
    [{ a: undefined, '\ud800': 1 }, '\ufffd must not contain an unpaired surrogate.'],
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
    [cents, '0.00', undefined],
    [{ type: 'number', maximum: 0.25 }, '0.25000000000000000001', 'must be at most 0.25'],
    [{ type: 'number', minimum: 0.25 }, '0.24999999999999999999', 'must be at least 0.25'],
    [{ type: 'number', maximum: 1 }, '1.0000', undefined],
    [{ type: 'number', minimum: 1 }, '0.99999999999999999999', 'must be at least 1'],
    [{ type: 'integer' }, `-${'9'.repeat(5_000)}`, 'must be at least -9007199254740991'],
    [{ type: 'number', maximum: 0.25 }, '0.250', undefined],
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
    ['[1e99999999999999999999,1e99999999999999999998,0,1,-1]', []],
    ['[0,-0.0]', twice],
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

t.test('writes maps, and leaves out what is undefined', async (t) => {
  const response = { direction: 'response' } as const;
  const map = { type: 'object', additionalProperties: { type: 'string' } };
  t.equal(compile(map, response).write({ a: '"', b: undefined, c: '' }), '{"a":"\\"","c":""}');
  t.same(compile(map, response).check({ a: 5 }), ['a must be a string.']);
  t.same(compile(map, response).check(new Map()), ['The body must be an object.']);
  t.same(compile(map).check({ '\ud800': 'a' }).length, 1);
  const mixed = object({ n: { type: 'boolean' }, s: { type: 'string', writeOnly: true } }, map);
  t.equal(compile(mixed, response).write({ z: 'z', s: 's', n: true }), '{"n":true,"z":"z"}');
  class Row {
    a = 'x';
  }
  t.same(compile(map, response).check(new Row()), []);
  t.equal(compile(map, response).write(new Row()), '{"a":"x"}');
  t.equal(compile({}, response).write({ a: [1n, null], b: undefined }), '{"a":[1,null]}');
  t.equal(compile({}, response).write({ a: [1n, undefined, null] }), undefined);
});

t.test('checks the size of arrays and strings, and names that every object inherits', async (t) => {
  const list = { type: 'array', minItems: 1, maxItems: 2 };
  t.same(compile(list).check([]), ['The body must have at least 1 item.']);
  t.same(compile(list).check([1, 2, 3]), ['The body must have at most 2 items.']);
  t.same(compile(list).check({}), ['The body must be an array.']);
  t.same(compile(list).read([-0, { a: 1 }]), [rawJSON('-0'), { a: 1 }]);
  const short = { type: 'string', minLength: 2 };
  t.same(compile(short).check('\u{1f436}'), ['The body must have at least 2 characters.']);
  t.same(compile(short).check('\ud800x'), ['The body must not contain an unpaired surrogate.']);
  const inherited = object({ constructor: { type: 'string' } });
  t.same(compile(inherited).check({}), []);
  t.same(compile(inherited).check({ constructor: () => {} }), ['constructor must be a string.']);
  t.same(compile({ type: ['string', 'null'], enum: ['a', null] }).check(null), []);
});

t.test('reads the numbers of properties that no schema names', async (t) => {
  const { check, read } = compile(object({ a: { type: 'number' } }));
  const given = parse('{"a":1.50,"other":[1.50,{"b":2.0}]}', null, readLiteral);
  t.same(check(given), []);
  t.same(read(given), { a: 1.5, other: [rawJSON('1.50'), { b: rawJSON('2.0') }] });
});

t.test('applies what stands beside a union or a reference to an array', async (t) => {
  const list = { ...{ $ref: '#/components/schemas/List' }, maxItems: 1 };
  const lists = { ...schemas, List: { type: 'array', items: {} } };
  t.same(compile(list, { schemas: lists }).check([1, 2]), ['The body must have at most 1 item.']);
  const either = { oneOf: [{ type: 'array', items: {} }, { type: 'string' }], maxItems: 1 };
  t.same(compile(either).check('abc'), []);
  t.same(compile(either).check([1, 2]), ['The body must have at most 1 item.']);
});

t.test('takes the exact text of a number from JSON.rawJSON', async (t) => {
  const { check, write } = compile(ref('Id'), { direction: 'response' });
  t.same(check(rawJSON('5')), []);
  t.equal(write(rawJSON('5')), '5');
  t.same(check(rawJSON('5.0')), ['The body must be an integer.']);
  t.same(check(2 ** 60), ['The body must be an integer.']);
});

t.test('leaves out of a response what no branch names', async (t) => {
  const branches = [
    object({ a: { type: 'string' } }, { required: ['a'], additionalProperties: false }),
    object({ b: { type: 'string' } }, { required: ['b'], additionalProperties: false }),
  ];
  const { check, write } = compile({ oneOf: branches }, { direction: 'response' });
  t.same(check({ b: 'b', x: 'x' }), []);
  t.equal(write({ b: 'b', x: 'x' }), '{"b":"b"}');
});

t.test('tells the nested reasons of a union, cut, and each violation when asked to', async (t) => {
  const inner = { oneOf: [object({ x: { type: 'string', pattern: `^${'y'.repeat(200)}$` } })] };
  const outer = {
    anyOf: [
      object({ p: inner }),
      object({ p: { type: 'string' } }),
      object({ p: { type: 'null' } }),
    ],
  };
  const [message = ''] = compile(outer, { allErrors: true }).check({ p: { x: 'a' } });
  t.match(message, /^The body must match one of its 3 forms: p\.x must match pattern .*…, p must/);
  const list = compile({ type: 'array', items: { type: 'string' } }, { allErrors: true });
  t.equal(list.check(Array(100).fill(5)).length, 20);
  const map = { type: 'object', properties: {}, additionalProperties: false };
  t.equal(compile(map, { allErrors: true }).check({ a: 1, b: 2, c: undefined }).length, 2);
});

t.test('does not accept more than one branch of a response', async (t) => {
  const branches = ['a', 'b'].map((key) =>
    object({ [key]: { type: 'string' } }, { required: [key], additionalProperties: false }),
  );
  const { check } = compile({ oneOf: branches }, { direction: 'response' });
  t.same(check({ a: 'a', b: 'b' }), ['The body must match only one of its 2 forms.']);
  const strict = { anyOf: [{ oneOf: branches }, { type: 'string' }] };
  t.same(compile(strict, { direction: 'response' }).check({ a: 'a' }), []);
  const [unnamed] = compile({ oneOf: branches }, { direction: 'response' }).check({
    a: 1,
    c: undefined,
  });
  t.match(unnamed, /^The body must match one of its 2 forms: /);
});

t.test('reads free-form lists and objects within known ones', async (t) => {
  const schema = object({
    any: { title: 'Anything' },
    map: { type: 'object', additionalProperties: true },
  });
  const given = parse('{"any":[{"a":1.0}],"map":{"b":[2.0]}}', null, readLiteral);
  t.same(compile(schema).read(given), {
    any: [{ a: rawJSON('1.0') }],
    map: { b: [rawJSON('2.0')] },
  });
});

t.test('explains the branch before what no branch names', async (t) => {
  const { check } = compile({ type: 'object', ...pet, unevaluatedProperties: false });
  t.same(check({ kind: 'cow', x: 1 }), ['kind must be one of cat, dog.']);
  t.same(check({ kind: 'dog', id: 1, x: 1 }), ['x is not a known field.']);
});

t.test('counts the properties that are sent', async (t) => {
  const schema = object(
    { a: { type: 'string' }, b: { type: 'string' } },
    { minProperties: 1, maxProperties: 1 },
  );
  t.same(compile(schema).check({}), ['The body must have at least 1 property.']);
  t.same(compile(schema).check({ a: '', b: '' }), ['The body must have at most 1 property.']);
  const { check } = compile(schema, { direction: 'response' });
  t.same(check({ c: '', b: undefined }), ['The body must have at least 1 property.']);
  t.same(check({ c: '', a: '' }), []);
});

t.test('closes an object that allOf describes', async (t) => {
  const schema = {
    allOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })],
    unevaluatedProperties: false,
  };
  t.same(compile(schema).check({ a: '', b: '' }), []);
  t.same(compile(schema).check({ a: '', c: '' }), ['c is not a known field.']);
  const nullable = { type: ['object', 'null'], ...schema };
  const parts = [{ type: ['object', 'null'] }];
  t.same(compile({ ...nullable, allOf: parts }).check(null), []);
  const { check, write } = compile(schema, { direction: 'response' });
  t.same(check({ a: '', c: '' }), []);
  t.equal(write({ c: '', b: 'b', a: 'a' }), '{"a":"a","b":"b"}');
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
