/*
 * Schemas and operations, each with statements that compile and statements that do not. In them
 * `body` is what a handler gets and `response` what it returns, both by the schema; `path`, `query`,
 * `header`, `cookie`, `requestBody` and `responses` are those of the operation.
 */

export interface TypeRow {
  readonly name: string;
  /** Of the body of both the request and the response. */
  readonly schema?: object;
  readonly media?: string;
  /** Beside or instead of that. */
  readonly operation?: object;
  readonly item?: object;
  readonly right?: readonly string[];
  readonly wrong?: readonly string[];
}

const INT64 = { type: 'integer', format: 'int64' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, required: string[] = [], others: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...others,
});

export const SCHEMAS = {
  Id: { ...INT64, description: 'An id.' },
  Status: { type: 'string', enum: ['new', 'sold'] },
  Kept: { type: 'string', enum: ['new', 'sold'], default: 'new' },
  Assigned: { ...INT64, readOnly: true },
  Account: object(
    {
      id: ref('Assigned'),
      password: { type: 'string', writeOnly: true },
      status: ref('Kept'),
      friends: { type: 'array', items: ref('Account') },
    },
    ['id', 'password', 'friends'],
    { additionalProperties: false },
  ),
  Team: object({ leader: ref('Account') }, ['leader']),
  Special: { allOf: [ref('Account'), object({ level: { type: 'integer' } }, ['level'])] },
  Loose: object({ note: { type: 'string' } }),
  Tree: object({ value: INT64, children: { type: 'array', items: ref('Tree') } }, [
    'value',
    'children',
  ]),
  Nested: { anyOf: [{ type: 'string' }, { type: 'array', items: ref('Nested') }] },
  NestedMap: {
    anyOf: [INT64, { type: 'object', additionalProperties: ref('NestedMap') }],
  },
  Cat: object({ kind: { type: 'string', const: 'cat' }, lives: { type: 'integer' } }, [
    'kind',
    'lives',
  ]),
  Dog: object({ kind: { type: 'string', const: 'dog' }, bark: { type: 'boolean' } }, [
    'kind',
    'bark',
  ]),
  // Its name is that which the requests of another would get.
  AccountRequest: { type: 'string' },
};

export const TYPE_ROWS: readonly TypeRow[] = [
  {
    name: 'int64',
    schema: INT64,
    right: ['body satisfies bigint', 'response = 1n'],
    wrong: ['response = 1'],
  },
  { name: 'int64 by reference', schema: ref('Id'), right: ['response = body * 2n'] },
  {
    name: 'int32 and number',
    schema: object({ a: { type: 'integer', format: 'int32' }, b: { type: 'number' } }, ['a', 'b']),
    right: ['response = { a: body.a + 1, b: 0.5 }'],
    wrong: ['response = { a: 1n, b: 1 }', 'response = { a: 1, b: 1n }'],
  },
  {
    name: 'a nullable int64',
    schema: { type: ['integer', 'null'], format: 'int64' },
    right: ['response = null', 'response = 1n', 'body satisfies bigint | null'],
    wrong: ['response = 1', 'body satisfies bigint'],
  },
  {
    name: 'a union with an int64 and null',
    schema: { oneOf: [INT64, { type: 'string' }, { type: 'null' }] },
    right: ['body satisfies bigint | string | null', "response = 'a'", 'response = 1n'],
    wrong: ['response = 1', 'response = true'],
  },
  {
    name: 'a union of an int64 and a boolean by reference',
    schema: { anyOf: [ref('Id'), { type: 'boolean' }] },
    right: ['response = 5n', 'response = false'],
    wrong: ['response = 5', "response = 'a'"],
  },
  {
    name: 'an int64 that is constant or enumerated',
    schema: object({ a: { ...INT64, const: -1 }, b: { ...INT64, enum: [1, 2] } }, ['a', 'b']),
    right: ['response = { a: -1n, b: 2n }'],
    wrong: [
      'response = { a: 1n, b: 2n }',
      'response = { a: -1n, b: 3n }',
      'response = { a: -1n, b: 2 }',
    ],
  },
  {
    name: 'what is beside a reference to an int64',
    schema: { ...ref('Id'), type: 'integer', minimum: 1 },
    right: ['response = body + 1n'],
    wrong: ['response = 1'],
  },
  {
    name: 'an int64 whose format is in another part',
    schema: { allOf: [{ type: 'integer', minimum: 1 }, INT64] },
    right: ['response = body + 1n'],
    wrong: ['response = 1'],
  },
  {
    name: 'a map of int64',
    schema: { type: 'object', additionalProperties: INT64 },
    right: ['response = { a: 1n }', 'body.any satisfies bigint | undefined'],
    wrong: ['response = { a: 1 }', 'body.any satisfies bigint'],
  },
  {
    name: 'a map beside named properties',
    schema: object({ name: { type: 'string' }, note: { type: 'string' } }, ['name'], {
      additionalProperties: INT64,
    }),
    right: ["response = { name: 'a', count: 1n }", 'body.name satisfies string'],
    wrong: [
      "response = { name: 'a', count: 1 }",
      'response = { count: 1n }',
      'body.any satisfies bigint',
    ],
  },
  {
    name: 'a recursive schema with an int64',
    schema: ref('Tree'),
    right: ['response = { value: 1n, children: [{ value: 2n, children: [] }] }'],
    wrong: ['response = { value: 1n, children: [{ value: 2, children: [] }] }'],
  },
  {
    name: 'a union that contains itself in an array',
    schema: ref('Nested'),
    right: ["response = ['a', ['b', []]]", "response = 'a'"],
    wrong: ["response = ['a', [1]]", 'response = null'],
  },
  {
    name: 'a union that contains itself in a map',
    schema: ref('NestedMap'),
    right: ['response = { a: { b: 1n } }'],
    wrong: ['response = { a: { b: 1 } }'],
  },
  {
    name: 'constants and enumerations',
    schema: object(
      {
        a: { type: 'string', const: 'x' },
        b: { type: 'integer', enum: [-1, 0, 7] },
        c: { type: ['string', 'null'], enum: ['y', null] },
        d: { type: 'boolean', const: true },
        e: { type: 'number', enum: [0.5, 1e21] },
      },
      ['a', 'b', 'c', 'd', 'e'],
    ),
    right: [
      "response = { a: 'x', b: -1, c: null, d: true, e: 0.5 }",
      "body.b satisfies -1 | 0 | 7; body.c satisfies 'y' | null; body.e satisfies 0.5 | 1e21",
    ],
    wrong: [
      "response = { a: 'z', b: -1, c: null, d: true, e: 0.5 }",
      "response = { a: 'x', b: 1, c: null, d: true, e: 0.5 }",
      "response = { a: 'x', b: 7, c: 'z', d: true, e: 0.5 }",
      "response = { a: 'x', b: 7, c: 'y', d: false, e: 0.5 }",
      "response = { a: 'x', b: 7, c: 'y', d: true, e: 1 }",
    ],
  },
  {
    name: 'nullable values of every type',
    schema: object(
      {
        text: { type: ['string', 'null'] },
        list: { type: ['array', 'null'], items: { type: ['number', 'null'] } },
        thing: { type: ['object', 'null'], properties: { a: INT64 }, required: ['a'] },
        nothing: { type: 'null' },
        other: { oneOf: [ref('Status'), { type: 'null' }] },
      },
      ['text', 'list', 'thing', 'nothing', 'other'],
    ),
    right: [
      'response = { text: null, list: null, thing: null, nothing: null, other: null }',
      "response = { text: '', list: [1, null], thing: { a: 1n }, nothing: null, other: 'new' }",
    ],
    wrong: [
      'response = { text: 1, list: null, thing: null, nothing: null, other: null }',
      "response = { text: null, list: ['a'], thing: null, nothing: null, other: null }",
      'response = { text: null, list: null, thing: {}, nothing: null, other: null }',
      "response = { text: null, list: null, thing: null, nothing: null, other: 'old' }",
    ],
  },
  {
    name: 'free-form values',
    schema: object(
      { any: { description: 'Whatever.' }, map: { type: 'object', additionalProperties: true } },
      ['any', 'map'],
    ),
    right: [
      'response = { any: 1n, map: { a: [1] } }',
      'body.any satisfies unknown; body.map.a satisfies unknown',
    ],
    wrong: [
      'body.any satisfies string',
      'response = { any: 1, map: 1 }',
      'body.map.a satisfies string',
    ],
  },
  {
    name: 'an object without properties',
    schema: { type: 'object', additionalProperties: false },
    right: ['response = {}'],
    wrong: ['response = { a: 1 }', 'response = null'],
  },
  {
    name: 'names that are no identifiers',
    schema: object({ 'pet-id': INT64, '1st': { type: 'string' } }, ['pet-id', '1st']),
    right: ["response = { 'pet-id': 1n, '1st': '' }"],
    wrong: ["response = { 'pet-id': 1n }"],
  },
  {
    name: 'what is beside a reference applies too',
    schema: { ...ref('Cat'), ...object({ name: { type: 'string' } }, ['name']) },
    right: ["response = { kind: 'cat', lives: 9, name: 'Tom' }", 'body.name satisfies string'],
    wrong: ["response = { kind: 'cat', lives: 9 }", "response = { name: 'Tom' }"],
  },
  {
    name: 'what is beside a reference makes a property required',
    schema: { ...ref('Loose'), type: 'object', required: ['note'] },
    right: ["response = { note: '' }", 'body.note satisfies string'],
    wrong: ['response = {}', 'response = { note: 1 }'],
  },
  {
    name: 'parts that all apply',
    schema: {
      allOf: [ref('Cat'), object({ age: INT64 }, ['age'])],
      type: 'object',
      properties: { name: { type: 'string' } },
      unevaluatedProperties: false,
    },
    right: ["response = { kind: 'cat', lives: 9, age: 1n }"],
    wrong: [
      "response = { kind: 'cat', lives: 9 }",
      "response = { kind: 'cat', lives: 9, age: 1n, name: 1 }",
    ],
  },
  {
    name: 'properties beside alternatives',
    schema: {
      ...object({ id: INT64 }, ['id']),
      anyOf: [object({ a: { type: 'string' } }, ['a']), object({ b: { type: 'string' } }, ['b'])],
    },
    right: [
      "response = { id: 1n, a: '' }",
      "response = { id: 1n, b: '' }",
      'body.id satisfies bigint',
    ],
    wrong: ["response = { a: '' }", 'response = { id: 1n }'],
  },
  {
    name: 'alternatives with a discriminator',
    schema: {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
    },
    right: [
      "response = { kind: 'dog', bark: true }",
      "if (body.kind === 'cat') body.lives satisfies number; else body.bark satisfies boolean",
    ],
    wrong: ["response = { kind: 'dog', lives: 9 }", "response = { kind: 'cow' }", 'body.lives'],
  },
  {
    name: 'a default in a request, and none in a response',
    schema: object({ status: { ...ref('Status'), default: 'new' }, kept: ref('Kept') }),
    right: [
      "body.status satisfies 'new' | 'sold'; body.kept satisfies 'new' | 'sold'",
      'response = {}',
      "response = { status: 'sold' }",
    ],
    wrong: ["response = { status: 'lost' }"],
  },
  {
    name: 'what is read-only, write-only or has a default, by reference',
    schema: ref('Account'),
    right: [
      "body.password satisfies string; body.status satisfies 'new' | 'sold'",
      'response = { id: 1n, friends: [{ id: 2n, friends: [] }] }',
    ],
    wrong: [
      'body.id',
      'body.friends[0]?.id',
      'response = { friends: [] }',
      "response = { id: 1n, friends: [], password: '' }",
      "response = { id: 1n, friends: [{ id: 2n, friends: [], password: '' }] }",
    ],
  },
  {
    name: 'what is read-only below a reference',
    schema: ref('Team'),
    right: [
      'body.leader.password satisfies string',
      'response = { leader: { id: 1n, friends: [] } }',
    ],
    wrong: ['body.leader.id', "response = { leader: { id: 1n, friends: [], password: '' } }"],
  },
  {
    name: 'what is read-only in a part',
    schema: ref('Special'),
    right: ['body.level + body.password.length', 'response = { id: 1n, friends: [], level: 1 }'],
    wrong: ['body.id', "response = { id: 1n, friends: [], level: 1, password: '' }"],
  },
  {
    name: 'what is read-only in arrays, maps and alternatives',
    schema: object(
      {
        list: { type: 'array', items: ref('Account') },
        map: { type: 'object', additionalProperties: ref('Account') },
        either: { oneOf: [ref('Account'), { type: 'null' }] },
      },
      ['list', 'map', 'either'],
    ),
    right: ['body.list[0]?.password; body.map.a?.password; body.either?.password'],
    wrong: ['body.list[0]?.id', 'body.map.a?.id', 'body.either?.id'],
  },
  {
    name: 'a required property that is read-only in another part',
    schema: {
      allOf: [
        object({ id: { ...INT64, readOnly: true }, name: { type: 'string' } }),
        { type: 'object', required: ['id', 'name'] },
      ],
    },
    right: ['body.name satisfies string', "response = { id: 1n, name: '' }"],
    wrong: ['body.id', "response = { name: '' }"],
  },
  {
    name: 'a name that is free',
    schema: ref('AccountRequest'),
    right: ["response = body + ''"],
    wrong: ['response = 1'],
  },
  {
    name: 'parameters of every place',
    item: {
      parameters: [
        { name: 'pet-id', in: 'path', required: true, schema: INT64 },
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        { name: 'limit', in: 'query', schema: { type: 'string' } },
      ],
    },
    operation: {
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
        { name: 'filter[x]', in: 'query', schema: { type: 'array', items: INT64 } },
        { name: 'status', in: 'query', schema: ref('Kept') },
        { name: 'beside', in: 'query', schema: { ...ref('Status'), default: 'new' } },
        { name: 'flag', in: 'query', required: true, schema: { type: 'boolean' } },
        {
          name: 'deep',
          in: 'query',
          style: 'deepObject',
          schema: object({ a: INT64, b: { type: 'string', default: 'x' } }),
        },
        {
          name: 'where',
          in: 'query',
          content: { 'application/json': { schema: object({ id: INT64 }, ['id']) } },
        },
        { name: 'session', in: 'cookie', schema: { type: 'string' } },
      ],
    },
    right: [
      "path['pet-id'] satisfies bigint; header['X-Trace'] satisfies string | undefined",
      "query.limit satisfies number; query['filter[x]'] satisfies bigint[] | undefined",
      "query.status satisfies 'new' | 'sold'; query.beside satisfies 'new' | 'sold'",
      'query.flag satisfies boolean; query.where?.id satisfies bigint | undefined',
      'query.deep?.b satisfies string | undefined; query.deep?.a satisfies bigint | undefined',
      'cookie.session satisfies string | undefined',
    ],
    wrong: [
      'query.limit satisfies string',
      "query['filter[x]'] satisfies bigint[]",
      'query.deep satisfies object',
      'cookie.session satisfies string',
      "header['X-Trace'] satisfies string",
    ],
  },
  {
    name: 'an optional body',
    operation: {
      requestBody: { content: { 'application/json': { schema: INT64 } } },
    },
    right: ['if (requestBody) body satisfies bigint; requestBody = undefined as never'],
    wrong: ['requestBody.content'],
  },
  {
    name: 'several statuses, media types and headers',
    operation: {
      requestBody: {
        required: true,
        content: { 'application/merge-patch+json': { schema: ref('Account') } },
      },
      responses: {
        200: { description: 'Text.', content: { 'text/csv': { schema: { type: 'string' } } } },
        202: {
          description: 'Lines.',
          content: { 'application/x-ndjson': { schema: ref('Account') } },
        },
        204: {
          description: 'None.',
          headers: {
            'X-Total': { required: true, schema: INT64 },
            Link: { schema: { type: 'string' } },
          },
        },
        206: { description: 'Bytes.', content: { 'application/octet-stream': {} } },
        404: {
          description: 'Error.',
          content: { 'application/problem+json': { schema: ref('Status') } },
        },
      },
    },
    right: [
      "response = 'a,b'; body.password",
      "responses[202].content['application/x-ndjson'].id satisfies bigint",
      'responses[204].content satisfies undefined',
      "responses[204].headers['X-Total'] satisfies bigint",
      'responses[204].headers.Link satisfies string | undefined',
      "responses[206].content['application/octet-stream'] satisfies unknown",
      "responses[404].content['application/problem+json'] satisfies 'new' | 'sold'",
    ],
    wrong: [
      'response = 1',
      'body.id',
      "responses[202].content['application/x-ndjson'].password",
      "responses[206].content['application/octet-stream'] satisfies string",
      'responses[203]',
    ],
  },
];
