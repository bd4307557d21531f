import { AT } from './supported-base.ts';
import type { Put } from './supported-refused.ts';

/*
 * Contracts of supported parts that contradict each other or themselves: what is put where, what lint
 * says, and the key whose line it names where that is another one.
 */

type Contradiction = readonly [says: string, puts: readonly Put[], place?: string];

const text = { type: 'string', maxLength: 9 };
const list = { type: 'array', maxItems: 9, items: text };
const named = { type: 'object', properties: { name: text }, additionalProperties: false };
const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const field = (value: unknown): Put => [AT.field, value];
const number = (value: object): Put => [AT.number, { type: 'integer', ...value }];
const kind = (value: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', const: value } },
  additionalProperties: false,
});
const union = (discriminator: object, ...branches: object[]): Put[] => [
  ['components schemas Cat', kind('cat')],
  ['components schemas Dog', kind('dog')],
  [
    `${AT.thing} properties pet`,
    { oneOf: branches.length > 0 ? branches : [$ref('Cat'), $ref('Dog')], discriminator },
  ],
];
const mapping = { cat: 'Cat', dog: 'Dog' };
const query = (name: string, others: object = {}) => ({
  name,
  in: 'query',
  description: 'Any.',
  schema: text,
  ...others,
});

const keywords: Contradiction[] = [
  ['Did you mean `maxLength`?', [field({ type: 'string', maxLenght: 9 })], 'maxLenght'],
  ['`minLength` says nothing of a value of type integer', [number({ minLength: 1 })], 'minLength'],
  ['Give the schema a `type` first', [field({ maxLength: 9 })], 'maxLength'],
  ['Give the schema a `type` first', [field({ enum: ['a'] })], 'enum'],
  ['Write an integer of 0 or more here', [field({ type: 'string', maxLength: '9' })], 'maxLength'],
  ['Write a list of names without repetition here', [[`${AT.thing} required`, 'name']]],
  ['Write keys and values here', [[`${AT.thing} properties`, []]]],
  ['Write keys and values here', [field(5)]],
  [
    'Write the name of a schema',
    [field({ $ref: '#/components/schemas/Thing/properties/size' })],
    '$ref',
  ],
  [
    'Write it into each branch',
    [[`${AT.thing} properties a`, { type: 'string', oneOf: [text, { ...text, maxLength: 8 }] }]],
    'type',
  ],
  [
    'Keep one of `oneOf` and `anyOf`',
    [
      [
        `${AT.thing} properties a`,
        { anyOf: [text, { type: 'integer' }], oneOf: [text, { type: 'integer' }] },
      ],
    ],
    'oneOf',
  ],
  ['Keep one of `const` and `enum`', [field({ type: 'string', const: 'a', enum: ['a'] })], 'enum'],
  [
    'Write the `pattern` that it explains',
    [field({ ...text, 'x-pattern-message': 'must be a' })],
    'x-pattern-message',
  ],
  ['Write "null" as a branch', [field({ type: 'null' })], 'type'],
  ['Describe with `items` what the list contains', [[AT.list, { type: 'array', maxItems: 9 }]]],
  ['Name the fields in `properties`', [[`${AT.thing} properties a`, { type: 'object' }]], 'a'],
];

const values: Contradiction[] = [
  [
    'the least is 9, and the most is 3',
    [field({ type: 'string', minLength: 9, maxLength: 3 })],
    'minLength',
  ],
  ['the least is 36, and the most is 9', [field({ ...text, format: 'uuid' })], 'maxLength'],
  ['the bounds leave none', [number({ minimum: 5, maximum: 4 })], 'minimum'],
  [
    'the bounds leave none',
    [number({ exclusiveMinimum: 5, exclusiveMaximum: 6 })],
    'exclusiveMinimum',
  ],
  ['the bounds leave none', [number({ minimum: 11, maximum: 19, multipleOf: 10 })], 'minimum'],
  [
    'the bounds leave none',
    [[AT.number, { type: 'number', minimum: 0.3, exclusiveMaximum: 0.3 }]],
    'minimum',
  ],
  ['Write an integer here', [number({ minimum: 1.5 })], 'minimum'],
  ['Write a bound from -2147483648', [number({ format: 'int32', maximum: 2147483648 })], 'maximum'],
  [
    'there are 2 different items',
    [
      [
        AT.list,
        { type: 'array', minItems: 3, maxItems: 9, uniqueItems: true, items: { type: 'boolean' } },
      ],
    ],
    'minItems',
  ],
  [
    'the types contradict each other',
    [[`${AT.thing} properties a`, { allOf: [text, { type: 'integer' }] }]],
    'a',
  ],
  [
    '2 fields are required',
    [
      [`${AT.thing} maxProperties`, 1],
      [`${AT.thing} required`, ['name', 'size']],
    ],
    'maxProperties',
  ],
  ['there are 3 fields', [[`${AT.thing} minProperties`, 4]], 'minProperties'],
  ['Describe `nmae` in `properties`', [[`${AT.thing} required`, ['nmae']]], 'required'],
  ['default must be an integer', [number({ default: 'a' })], 'default'],
  [
    'must be a multiple of 0.1',
    [[AT.number, { type: 'number', multipleOf: 0.1, default: 0.25 }]],
    'default',
  ],
  ['is not of type integer', [number({ enum: [1, 'a'] })], 'enum'],
  [
    'must have at most 9 characters',
    [field({ ...text, enum: ['a', 'longer than nine'] })],
    '- longer',
  ],
  ['name must be a string', [[`${AT.media} example name`, 5]], 'name'],
  ['no response has it', [[`${AT.result} application/json example legs`, 4]], 'legs'],
];

const composition: Contradiction[] = [
  [
    '`Thing` contains itself without end',
    [
      [`${AT.thing} properties next`, $ref('Thing')],
      [`${AT.thing} required`, ['next']],
    ],
    'Thing',
  ],
  [
    '`A` contains itself without end',
    [
      ['components schemas A', $ref('B')],
      ['components schemas B', $ref('A')],
      [`${AT.thing} properties a`, $ref('A')],
    ],
    'A',
  ],
  [
    'This rejects the fields of the other schemas',
    [
      ['components schemas A', named],
      [`${AT.thing} properties a`, { allOf: [$ref('A')], type: 'object', properties: { b: text } }],
    ],
    'additionalProperties',
  ],
  [
    'Write it beside `allOf`',
    [[`${AT.thing} unevaluatedProperties`, false]],
    'unevaluatedProperties',
  ],
  [
    'Keep one of `readOnly` and `writeOnly`',
    [
      [`${AT.number} readOnly`, true],
      [`${AT.number} writeOnly`, true],
    ],
    'writeOnly',
  ],
  [
    'Write it in a field of an object',
    [[`${AT.list} items`, { ...text, readOnly: true }]],
    'readOnly',
  ],
  [
    'Write it beside `oneOf` or `anyOf`',
    [[`${AT.thing} discriminator`, { propertyName: 'name' }]],
    'discriminator',
  ],
  ['Map the value `cat` to', union({ propertyName: 'kind' }), '$ref'],
  [
    'Map the value `cat` to',
    union({ propertyName: 'kind', mapping: { cat: 'Dog', dog: 'Dog' } }),
    '$ref',
  ],
  ['Let `Cat` require `type`', union({ propertyName: 'type', mapping }), '$ref'],
  [
    'as a value of `kind`, or remove this line',
    union({ propertyName: 'kind', mapping: { ...mapping, cow: 'Dog' } }),
    'cow',
  ],
  [
    'chooses `Cat` already',
    union({ propertyName: 'kind', mapping }, $ref('Cat'), $ref('Cat'), $ref('Dog')),
    '$ref',
  ],
  [
    'Give this schema a name',
    union({ propertyName: 'kind', mapping }, $ref('Cat'), $ref('Dog'), kind('cow')),
    'type',
  ],
];

const messages: Contradiction[] = [
  ['Write `required: true`', [[`${AT.path} required`, false]], 'name'],
  ['Describe `{id}` of the path', [[`${AT.get} parameters`, []]], 'get'],
  [
    'Write `{other}` in the path',
    [[AT.query, { ...query('other'), in: 'path', required: true }]],
    'name',
  ],
  ['there is another query parameter', [[AT.header, query('limit')]], 'name'],
  [
    '`a` in the query is',
    [
      [AT.query, query('a')],
      [AT.header, query('o', { schema: { ...named, properties: { a: text } } })],
    ],
    'name',
  ],
  [
    'Remove `required` or the `default`',
    [[AT.query, query('q', { required: true, schema: { ...text, default: 'a' } })]],
    'name',
  ],
  [
    'Keep one of `schema` and `content`',
    [[AT.query, query('q', { content: { 'application/json': { schema: text, example: 'a' } } })]],
    'content',
  ],
  [
    'Keep one of `example` and `examples`',
    [
      [`${AT.query} example`, 1],
      [`${AT.query} examples`, { one: { value: 1 } }],
    ],
    'examples',
  ],
  [
    'A single value in style `deepObject` is not supported',
    [[`${AT.query} style`, 'deepObject']],
    'name',
  ],
  ['`fomr` is not a style', [[`${AT.query} style`, 'fomr']], 'style'],
  [
    'Write `explode: false`, or use `form`',
    [
      [`${AT.query} schema`, list],
      [`${AT.query} style`, 'pipeDelimited'],
      [`${AT.query} explode`, true],
    ],
    'explode',
  ],
  [
    'Name the fields in `properties`',
    [[`${AT.query} schema`, { ...named, properties: {} }]],
    'schema',
  ],
  [
    'Describe the parameter with `schema`',
    [[AT.query, { name: 'q', in: 'query', description: 'Any.' }]],
    'name',
  ],
  [
    'Give this text of a request its `maxLength`',
    [[`${AT.query} schema`, { type: 'string' }]],
    'schema',
  ],
  [
    'Give this map of a request its `maxProperties`',
    [[`${AT.thing} properties a`, { type: 'object', additionalProperties: text }]],
    'a',
  ],
  [
    'Write `type: string`: the body is text',
    [[AT.body, { 'text/csv': { schema: list, example: 'a' } }]],
    'schema',
  ],
  [
    'bytes are not checked',
    [[AT.body, { 'application/octet-stream': { schema: { type: 'string' } } }]],
    'type',
  ],
  [
    'Describe with `schema` what each line is',
    [[AT.body, { 'application/jsonl': { example: 'a' } }]],
    'application/jsonl',
  ],
  ['Give each parameter of this path a name of its own', [['paths /a/{x}/{x}', {}]], '/a/{x}/{x}'],
  ['Begin the first address with `/`', [['servers 0 url', 'https://store.example.org/v1']], 'url'],
  [
    'what holds for every operation',
    [
      [
        `${AT.post} responses 409`,
        {
          description: 'It.',
          content: {
            'application/json': {
              schema: $ref('Thing'),
              example: { code: 'a', message: 'A.', status: 409 },
            },
          },
        },
      ],
    ],
    '$ref',
  ],
  ['Write a name that a function can have', [[`${AT.post} operationId`, 'delete']], 'operationId'],
  [
    'Write another name than `__proto__`',
    [[`${AT.thing} properties __proto__`, text]],
    '__proto__',
  ],
  ['reads exactly', [number({ default: 9007199254740993n })], 'default'],
];

export const contradictions: readonly Contradiction[] = [
  ...keywords,
  ...values,
  ...composition,
  ...messages,
];
