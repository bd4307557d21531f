import t from 'tap';
import { readLiteral } from '../../src/contract/schema/index.ts';
import { compileSchema } from '../../src/contract/schemas.ts';

/*
 * Schemas that no operation has yet, but a new one may have. All others are tested through the
 * operations.
 */

const OPTIONS = { schemas: {}, direction: 'request', source: 'json', noun: 'field' } as const;

/** Checks and reads one field, `value`, of a body or of a query. Returns it, or the violation. */
function read(schema: object, value: unknown, source: 'json' | 'text' = 'json') {
  const body = { ...(value !== undefined && { value }) };
  const compiled = compileSchema(
    { type: 'object', properties: { value: schema }, additionalProperties: false },
    { ...OPTIONS, source },
  );
  const [violation] = compiled.check(body);
  return violation ?? (compiled.read(body) as { value?: unknown }).value;
}

t.test('reads every notation of a number in a body', async (t) => {
  const schema = { type: 'number', minimum: -1, maximum: 1000 };
  for (const [literal, number] of [
    ['0.5', 0.5],
    ['5.0', 5],
    ['1e3', 1000],
    ['-1.0E+0', -1],
    ['0.1000000000000000055511151231257827', 0.1],
    ['1000.1', 'value must be at most 1000.'],
    ['-1.5', 'value must be at least -1.'],
    ['9007199254740993', 'value must be at most 1000.'],
    ['1e400', 'value must be a number.'],
  ] as const) {
    t.equal(read(schema, readLiteral(literal)), number, literal);
  }
  t.equal(read(schema, 7), 7);
  t.equal(read({ type: 'number' }, readLiteral('9007199254740993')), 9007199254740992);
  for (const value of ['5', true, null, [5], {}]) {
    t.equal(read(schema, value), 'value must be a number.', JSON.stringify(value));
  }
});

t.test('reads only plain decimal numbers in a query', async (t) => {
  for (const [text, number] of [
    ['5', 5],
    ['-0.50', -0.5],
    ['12345678901234567890.5', 12345678901234567000],
    ...['', '.5', '5.', '05', '+5', '1e3', ' 5', '0x5', 'NaN', 'Infinity', '9'.repeat(400)].map(
      (other) => [other, 'value must be a number.'] as const,
    ),
  ] as const) {
    t.equal(read({ type: 'number' }, text, 'text'), number, text);
  }
});

t.test('keeps integers within their format and bounds', async (t) => {
  const int32 = { type: 'integer', format: 'int32' };
  const int64 = { type: 'integer', format: 'int64' };
  for (const [schema, text, integer] of [
    [int32, '2147483647', 2147483647],
    [int32, '-2147483648', -2147483648],
    [int32, '2147483648', 'value must be at most 2147483647.'],
    [int32, '-2147483649', 'value must be at least -2147483648.'],
    [{ ...int64, minimum: 0, maximum: 5 }, '5', 5n],
    [{ ...int64, minimum: 0, maximum: 5 }, '6', 'value must be at most 5.'],
    [{ ...int64, minimum: 0, maximum: 5 }, '-1', 'value must be at least 0.'],
    [{ type: 'integer' }, '9007199254740991', 9007199254740991],
    [{ type: 'integer' }, '-9007199254740991', -9007199254740991],
    [{ type: 'integer' }, '9007199254740992', 'value must be at most 9007199254740991.'],
    [{ type: 'integer' }, '-9007199254740992', 'value must be at least -9007199254740991.'],
  ] as const) {
    t.equal(read(schema, text, 'text'), integer, text);
    t.equal(read(schema, readLiteral(text)), integer, text);
  }
});

t.test('reads an int64 as a bigint, and any other integer as a number', async (t) => {
  t.equal(read({ type: 'integer', format: 'int64' }, 5), 5n);
  t.equal(read({ type: 'integer', format: 'int32' }, 5n), 5);
  const list = { type: 'array', items: { type: 'integer', format: 'int64' } };
  t.same(read(list, [1, readLiteral('9007199254740993')]), [1n, 9007199254740993n]);
  t.equal(read(list, [1, 1.5]), 'value.1 must be an integer.');
});

t.test('keeps numbers within the range of their format', async (t) => {
  const float = { type: 'number', format: 'float' };
  t.equal(read(float, 3.4e38), 3.4e38);
  t.equal(read(float, 3.5e38), 'value must be at most 3.4028234663852886e+38.');
  t.equal(read(float, -3.5e38), 'value must be at least -3.4028234663852886e+38.');
  t.equal(read({ ...float, format: 'double' }, -3.5e38), -3.5e38);
});

t.test('fills in defaults as if they had been sent', async (t) => {
  for (const source of ['json', 'text'] as const) {
    t.equal(read({ type: 'integer', format: 'int64', default: 20 }, undefined, source), 20n);
    t.equal(read({ type: 'number', default: 0.5 }, undefined, source), 0.5);
    t.equal(read({ type: 'boolean', default: false }, undefined, source), false);
  }
  t.equal(read({ type: 'string' }, undefined), undefined);
});

t.test('does not accept a number as an object or a string', async (t) => {
  for (const literal of ['5.0', '1e3', '9007199254740993']) {
    t.equal(read({ type: 'object' }, readLiteral(literal)), 'value must be an object.', literal);
    t.equal(read({ type: 'string' }, readLiteral(literal)), 'value must be a string.', literal);
    t.equal(read({ type: 'boolean' }, readLiteral(literal)), 'value must be a boolean.', literal);
    t.equal(
      read({ type: 'string', enum: ['a'] }, readLiteral(literal)),
      'value must be a string.',
      literal,
    );
  }
});

t.test('checks the formats of strings', async (t) => {
  for (const [format, right, wrong] of [
    ['date', '2024-02-29', '2023-02-29'],
    ['date-time', '2026-11-21T09:30:00.250+01:00', '2026-11-21 09:30'],
    ['uuid', '2b1c5a8e-6f0d-4f63-9f0a-3d1c5a8e6f0d', '2b1c5a8e'],
    ['email', 'rex@example.com', 'rex@'],
    ['uri', 'https://example.com/rex', 'example.com/rex'],
  ] as const) {
    t.equal(read({ type: 'string', format }, right), right);
    t.equal(read({ type: 'string', format }, wrong), `value must match format "${format}".`);
  }
});

t.test('names a field by its path, and cuts a long name', async (t) => {
  const owner = {
    type: 'object',
    properties: { age: { type: 'integer' } },
    required: ['age'],
    additionalProperties: { type: 'string' },
  };
  const list = { type: 'array', items: owner };
  const long = 'k'.repeat(100);
  for (const [value, message] of [
    [[{ age: 'old' }], 'value.0.age must be an integer.'],
    [[{ age: 5 }, {}], 'value.1.age is required.'],
    [[{ age: 5, 'a/b~c': 5 }], 'value.0.a/b~c must be a string.'],
    [[{ age: 5, [long]: 5 }], `value.0.${'k'.repeat(56)}… must be a string.`],
  ] as const) {
    t.equal(read(list, value), message);
  }
  t.equal(
    read({ type: 'object', additionalProperties: false }, { [long]: 5 }),
    `value.${'k'.repeat(58)}… is not a known field.`,
  );
});

t.test('does not take an inherited property for a field', async (t) => {
  const schema = { type: 'object', properties: { constructor: { type: 'string' } } };
  t.same(read(schema, {}), {});
  t.equal(read({ ...schema, required: ['constructor'] }, {}), 'value.constructor is required.');
});

t.test('accepts null only where the schema allows it', async (t) => {
  t.equal(read({ type: ['string', 'null'] }, null), null);
  t.equal(read({ type: 'string' }, null), 'value must be a string.');
});

t.test('explains a pattern in words where the schema has them', async (t) => {
  const schema = { type: 'string', pattern: '^[a-z]+$' };
  t.equal(read(schema, 'REX'), 'value must match pattern "^[a-z]+$".');
  const explained = { ...schema, 'x-pattern-message': 'must be in lower case' };
  t.equal(read(explained, 'REX'), 'value must be in lower case.');
});

t.test('reports every violation only when asked to', async (t) => {
  const properties = { a: { type: 'string' }, b: { type: 'string' } };
  const schema = { type: 'object', properties, required: ['a', 'b'] };
  t.same(compileSchema(schema, OPTIONS).check({}), ['a is required.']);
  t.same(compileSchema(schema, { ...OPTIONS, allErrors: true }).check({}), [
    'a is required.',
    'b is required.',
  ]);
});

t.test('ignores documentation, but not a field named like a keyword', async (t) => {
  const documented = { type: 'string', description: 'A name.', example: 'Rex', 'x-since': '1.1' };
  t.equal(read({ ...documented, deprecated: true, examples: ['Rex'] }, 'Tom'), 'Tom');
  const fields = { type: 'object', properties: { example: documented, 'x-since': documented } };
  t.equal(read(fields, { example: 5 }), 'value.example must be a string.');
  t.equal(read(fields, { 'x-since': 5 }), 'value.x-since must be a string.');
});

t.test('leaves the schema as it was', async (t) => {
  const schema = Object.freeze({ type: 'integer', format: 'int64', example: 5, 'x-since': '1.1' });
  t.equal(read(schema, 5), 5n);
});

t.test('does not compile a schema with anything that would not be checked', async (t) => {
  const integer = { type: 'integer' };
  for (const [schema, key, message] of [
    [{ ...integer, format: 'uint64' }, 'format', 'uint64 is not checked on integers.'],
    [{ ...integer, format: 'toString' }, 'format', 'toString is not checked on integers.'],
    [{ type: 'number', format: 'int64' }, 'format', 'int64 is not checked on numbers.'],
    ...[
      { ...integer, minimum: 0.5 },
      { ...integer, format: 'int64', minimum: 2 ** 53 },
      { ...integer, format: 'int32', minimum: 2 ** 31 },
      { ...integer, format: 'int32', minimum: -(2 ** 31) - 1 },
    ].map(
      (bounded) =>
        [bounded, 'minimum', /^The bound .+ is not an exact integer of its format\.$/] as const,
    ),
    [{ type: ['string', 'number'] }, 'type', /^\["string","number"\] is not supported\./],
    [{ type: 'string', format: 'hostname' }, 'format', 'hostname is not checked on strings.'],
    [{ type: 'string', maxlength: 5 }, 'maxlength', 'maxlength is not supported.'],
    [{ type: 'strnig' }, 'type', /^"strnig" is not supported\./],
    [{ enum: ['a'] }, 'enum', 'enum needs a type beside it.'],
    [{ type: 'string', minimum: 1 }, 'minimum', /^minimum says nothing about values of type/],
  ] as const) {
    const keys = ['properties', 'value', key];
    t.throws(() => read(schema, undefined), { message, keys }, JSON.stringify(schema));
  }
});
