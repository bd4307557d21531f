import { AT } from './supported-base.ts';
import type { Put } from './supported-refused.ts';

/*
 * For each row of SUPPORTED.md that says "works", a contract that lint accepts: what is put where.
 * Rows that the smallest contract has itself are in `inBase`.
 */

type Row = readonly [name: string, ...puts: Put[]];

const text = { type: 'string', maxLength: 9 };
const list = { type: 'array', maxItems: 9, items: text };
const closed = {
  type: 'object',
  additionalProperties: false,
  properties: { a: text, b: { type: 'integer' } },
};
const docs = { url: 'https://example.org/things', description: 'More.' };
const $ref = '#/components/schemas/Thing';
const media = (type: string, schema: object | undefined, example: unknown): Put[] => {
  const value = { ...(schema && { schema }), ...(example !== undefined && { example }) };
  return [
    [AT.body, { [type]: value }],
    [AT.result, { [type]: value }],
  ];
};
const field = (...keywords: readonly [string, unknown][]): Put[] =>
  keywords.map(([keyword, value]) => [`${AT.field} ${keyword}`, value]);
const response = (...names: string[]): Put[] =>
  names.map((name) => [`${AT.post} responses ${name}`, { description: 'It.' }]);

const EXAMPLES = `${AT.post} responses 202 content application/json examples a`;
const accepted: Put = [
  `${AT.post} responses 202`,
  { description: 'It.', content: { 'application/json': { schema: { $ref } } } },
];

/** A file with a path item. */
export const PATH_ITEM = 'path-item.yaml';

export const operation = {
  operationId: 'otherThing',
  tags: ['things'],
  summary: 'Does it',
  description: 'Does it.',
  'x-stability': 'stable',
  responses: { 204: { description: 'Done.' } },
};
const method = (name: string): Row => [name, [`paths /things ${name}`, operation]];

const cat = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', const: 'cat' } },
  additionalProperties: false,
};
const dog = { ...cat, properties: { kind: { type: 'string', enum: ['dog', 'puppy'] } } };
const union = (keyword: string, discriminator?: object): Put[] => [
  ['components schemas Cat', cat],
  ['components schemas Dog', dog],
  [
    `${AT.thing} properties pet`,
    {
      [keyword]: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      ...(discriminator && { discriminator }),
    },
  ],
];
const mapping = {
  cat: '#/components/schemas/Cat',
  dog: '#/components/schemas/Dog',
  puppy: '#/components/schemas/Dog',
};
const deprecated: Put[] = [
  [`${AT.post} deprecated`, true],
  [`${AT.post} x-deprecated-since`, '2026-11-21'],
  [`${AT.post} x-sunset`, '2030-12-05'],
  [`${AT.post} x-successor`, 'getThing'],
];
const component = (kind: string, value: unknown, ...keys: string[]): Row => [
  kind,
  [`components ${kind} Shared`, value],
  ...(kind === 'examples' ? [accepted] : []),
  ...keys.map((at): Put => [at, { $ref: `#/components/${kind}/Shared` }]),
];

const query = (name: string, value: object): Row => [
  name,
  [`${AT.query} schema`, list],
  [`${AT.query} style`, name],
  ...Object.entries(value).map(([key, one]): Put => [`${AT.query} ${key}`, one]),
];

/** Rows whose feature is in the smallest contract. */
export const inBase: Readonly<Record<string, string>> = {
  Document: 'openapi info servers paths components security tags',
  Info: 'title version license',
  License: 'name identifier',
  Tag: 'name description',
  Server: 'url',
  Components: 'schemas securitySchemes',
  'Path Item': 'get post',
  Operation: 'operationId tags summary description parameters requestBody responses',
  Extensions: 'x-stability',
  Parameter: 'name in description required schema',
  Style: '',
  'Request Body': 'description content required',
  'Media Type': 'schema example',
  'Media types': 'application/json',
  Responses: 'default',
  Response: 'description headers content',
  Header: 'description schema',
  'Security Scheme': 'type scheme',
  Schema: 'type maxLength items maxItems properties required additionalProperties $ref',
};

export const worksRows: Readonly<Record<string, readonly Row[]>> = {
  Document: [['externalDocs', ['externalDocs', docs]]],
  Info: [
    ['summary', ['info summary', 'Things.']],
    ['description', ['info description', 'Things.']],
    ['termsOfService', ['info termsOfService', 'https://example.org/terms']],
    [
      'contact',
      ['info contact', { name: 'Us', url: 'https://example.org', email: 'us@example.org' }],
    ],
  ],
  Contact: [
    ['name', ['info contact', { name: 'Us' }]],
    ['url', ['info contact', { url: 'https://example.org' }]],
    ['email', ['info contact', { email: 'us@example.org' }]],
  ],
  License: [['url', ['info license', { name: 'Own', url: 'https://example.org/license' }]]],
  Tag: [['externalDocs', ['tags 0 externalDocs', docs]]],
  'External Documentation': [
    ['url', ['externalDocs', { url: docs.url }]],
    ['description', ['externalDocs', docs]],
  ],
  Server: [['description', ['servers 0 description', 'Here.']]],
  Components: [
    component('responses', { description: 'It.' }, `${AT.post} responses 202`),
    component(
      'parameters',
      { name: 'q', in: 'query', description: 'Any.', schema: text },
      AT.query,
    ),
    component('examples', { value: { name: 'b' } }, EXAMPLES),
    component(
      'requestBodies',
      {
        description: 'It.',
        content: { 'application/json': { schema: { $ref }, example: { name: 'b' } } },
      },
      `${AT.post} requestBody`,
    ),
    component('headers', { description: 'It.', schema: text }, AT.resultHeader),
  ],
  Reference: [
    ['$ref', [AT.field, { $ref: '#/components/schemas/Name' }], ['components schemas Name', text]],
    [
      'summary',
      accepted,
      ['components examples Shared', { value: { name: 'b' } }],
      [EXAMPLES, { $ref: '#/components/examples/Shared', summary: 'B' }],
    ],
    [
      'description',
      ['components headers Shared', { description: 'It.', schema: text }],
      [AT.resultHeader, { $ref: '#/components/headers/Shared', description: 'Its size.' }],
    ],
  ],
  'Path Item': [
    ['$ref', ['paths /things', { $ref: PATH_ITEM }]],
    ['summary', ['paths /things/{id} summary', 'A thing']],
    ['description', ['paths /things/{id} description', 'A thing.']],
    [
      'parameters',
      [
        'paths /things/{id} parameters',
        [{ name: 'q', in: 'query', description: 'Any.', schema: text }],
      ],
    ],
    ...['put', 'patch', 'delete'].map(method),
  ],
  Path: [
    [
      '/pets/{pet-id}',
      [
        'paths /pets/{pet-id} get',
        {
          ...operation,
          parameters: [
            { name: 'pet-id', in: 'path', required: true, description: 'Any.', schema: text },
          ],
        },
      ],
    ],
  ],
  Operation: [
    ['externalDocs', [`${AT.post} externalDocs`, docs]],
    ['deprecated', ...deprecated],
    ['security', [`${AT.post} security`, [{ apiKey: [] }]]],
  ],
  Extensions: [
    ['x-deprecated-since', ...deprecated],
    ['x-sunset', ...deprecated],
    ['x-successor', ...deprecated],
    [
      'x-pattern-message',
      ...field(['pattern', '^[a-z]*$'], ['x-pattern-message', 'must be lower case']),
    ],
  ],
  Parameter: [
    ['deprecated', [`${AT.query} deprecated`, true]],
    [
      'content',
      [
        AT.query,
        {
          name: 'q',
          in: 'query',
          description: 'Any.',
          content: { 'application/json': { schema: { $ref }, example: { name: 'b' } } },
        },
      ],
    ],
    ['style', [`${AT.query} style`, 'form']],
    ['explode', [`${AT.query} explode`, true]],
    ['example', [`${AT.query} example`, 1]],
    ['examples', [`${AT.query} examples`, { one: { value: 1 } }]],
  ],
  Style: [
    query('form', { explode: false }),
    query('spaceDelimited', {}),
    query('pipeDelimited', { explode: false }),
    query('deepObject', { schema: closed, explode: true }),
    [
      'simple',
      [`${AT.path} style`, 'simple'],
      [`${AT.path} schema`, closed],
      [`${AT.header} schema`, list],
      [`${AT.header} explode`, true],
    ],
  ],
  'Media Type': [
    [
      'examples',
      [
        `${AT.get} responses 200 content application/json`,
        { schema: { $ref }, examples: { a: { value: { name: 'a' } } } },
      ],
    ],
  ],
  'Media types': [
    [
      'application/merge-patch+json',
      ...media('application/merge-patch+json', { $ref }, { name: 'a' }),
    ],
    ['application/problem+json', ...media('application/problem+json', { $ref }, { name: 'a' })],
    ['text/plain', ...media('text/plain', text, 'a')],
    ['text/csv', ...media('text/csv', text, 'a,b')],
    ['application/octet-stream', ...media('application/octet-stream', undefined, undefined)],
    ['application/x-ndjson', ...media('application/x-ndjson', { $ref }, { name: 'a' })],
    ['application/jsonl', ...media('application/jsonl', { $ref }, { name: 'a' })],
  ],
  Responses: [
    [
      '200, 201, 202, 203, 206, 207, 208, 226',
      ...response('200', '202', '203', '206', '207', '208', '226'),
    ],
    ['204, 304', ...response('204', '304')],
    ['301, 302, 303, 307, 308', ...response('301', '302', '303', '307', '308')],
    [
      '400 to 599',
      [
        `${AT.post} responses 409`,
        {
          description: 'It.',
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              example: { code: 'a', message: 'A.', status: 409 },
            },
          },
        },
      ],
    ],
  ],
  Header: [
    ['required', [`${AT.resultHeader} required`, true]],
    ['deprecated', [`${AT.resultHeader} deprecated`, true]],
    ['style', [`${AT.resultHeader} style`, 'simple']],
    ['explode', [`${AT.resultHeader} explode`, true], [`${AT.resultHeader} schema`, list]],
    ['example', [`${AT.resultHeader} example`, 1]],
    ['examples', [`${AT.resultHeader} examples`, { one: { value: 1 } }]],
  ],
  Example: ['summary', 'description', 'value'].map(
    (name): Row => [
      name,
      [`${AT.query} examples`, { one: { value: 1, [name]: name === 'value' ? 1 : 'One.' } }],
    ],
  ),
  'Security Requirement': [['[{ apiKey: [] }]', [`${AT.post} security`, [{ apiKey: [] }]]]],
  'Security Scheme': [
    ['bearerFormat', ['components securitySchemes apiKey bearerFormat', 'ask_']],
    ['description', ['components securitySchemes apiKey description', 'A key.']],
  ],
  Schema: [
    [
      'enum',
      [AT.field, { type: 'string', enum: ['a', 'b'] }],
      [AT.number, { type: 'integer', enum: [1, 2] }],
    ],
    ['const', [AT.field, { type: 'string', const: 'a' }]],
    ['format', [`${AT.thing} properties a`, { type: 'string', format: 'uuid' }]],
    ['minLength', ...field(['minLength', 1])],
    ['pattern', ...field(['pattern', '^\\p{L}*$'])],
    ['minimum', [`${AT.number} minimum`, 1]],
    ['maximum', [`${AT.number} maximum`, 9]],
    ['exclusiveMinimum', [AT.number, { type: 'number', exclusiveMinimum: 0.1 }]],
    ['exclusiveMaximum', [AT.number, { type: 'integer', exclusiveMaximum: 9 }]],
    ['multipleOf', [AT.number, { type: 'number', multipleOf: 0.1, default: 0.3 }]],
    ['minItems', [`${AT.list} minItems`, 1]],
    ['uniqueItems', [`${AT.list} uniqueItems`, true]],
    ['minProperties', [`${AT.thing} minProperties`, 1]],
    [
      'maxProperties',
      [
        `${AT.thing} properties map`,
        { type: 'object', maxProperties: 9, additionalProperties: text },
      ],
    ],
    [
      'unevaluatedProperties',
      [
        'components schemas Named',
        { type: 'object', required: ['name'], properties: { name: text } },
      ],
      [
        AT.thing,
        {
          type: 'object',
          allOf: [{ $ref: '#/components/schemas/Named' }],
          properties: { size: { type: 'integer' } },
          unevaluatedProperties: false,
        },
      ],
    ],
    [
      'allOf',
      [
        `${AT.thing} properties a`,
        { allOf: [{ $ref: '#/components/schemas/Name' }], default: 'a' },
      ],
      ['components schemas Name', text],
    ],
    ['oneOf', ...union('oneOf')],
    [
      'anyOf',
      [
        `${AT.thing} properties any`,
        { anyOf: [{ type: 'integer', format: 'int64' }, { type: 'null' }] },
      ],
    ],
    ['discriminator', ...union('oneOf', { propertyName: 'kind', mapping })],
    ['readOnly', [`${AT.number} readOnly`, true]],
    ['writeOnly', [`${AT.number} writeOnly`, true]],
    ['default', [`${AT.number} default`, 1]],
    ...['title', 'description', 'example'].map((name): Row => [name, ...field([name, 'A'])]),
    ['examples', ...field(['examples', ['a', 'b']])],
    ['deprecated', ...field(['deprecated', true])],
    ['externalDocs', ...field(['externalDocs', docs])],
    ['{}', [`${AT.thing} properties any`, {}]],
  ],
  Discriminator: [
    ['propertyName', ...union('anyOf', { propertyName: 'kind', mapping })],
    ['mapping', ...union('oneOf', { propertyName: 'kind', mapping })],
  ],
  Formats: [
    ...['date', 'time', 'date-time', 'email', 'uri', 'uri-reference', 'uuid'].map(
      (format): Row => [format, [`${AT.thing} properties a`, { type: 'string', format }]],
    ),
    ...['int32', 'int64'].map((format): Row => [format, [`${AT.number} format`, format]]),
    ...['float', 'double'].map((format): Row => [format, [AT.number, { type: 'number', format }]]),
  ],
};
