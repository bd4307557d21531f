import { AT } from './supported-base.ts';

/*
 * For each row of SUPPORTED.md that says "refused", a contract that has it: what is put where, and
 * the key whose line lint names.
 */

/** Where a value is put, the value, and where the problem is when it is somewhere else. */
export type Put = readonly [keys: string, value: unknown, place?: string];

const any = {};
const text = { type: 'string', maxLength: 9 };
const external = { type: 'http', scheme: 'basic' };

const eachOf = (names: string, keys: string, value: (name: string) => unknown, place?: string) =>
  names
    .split(' ')
    .map((name): readonly [string, Put] => [
      name,
      place ? [keys, value(name), place] : [`${keys} ${name}`, value(name)],
    ]);
const within = (names: string, keys: string, place = keys) =>
  eachOf(names, keys, (name) => ({ [name]: any }), place);

const LINK = `${AT.response} links`;
const ENCODING = `${AT.media} encoding`;
const XML = `${AT.field} xml`;
const FLOWS = 'components securitySchemes apiKey flows';
const VARIABLES = 'servers 0 variables';

const schema: (readonly [string, Put])[] = [
  ['type of several', [`${AT.field} type`, ['string', 'boolean']]],
  ['(a+)+ as pattern', [`${AT.field} pattern`, '^(a+)+$']],
  ['( as pattern', [`${AT.field} pattern`, '(']],
  ['unevaluatedProperties otherwise', [`${AT.thing} unevaluatedProperties`, true]],
  ['true', [AT.field, true]],
  ...eachOf('not if then else contentSchema propertyNames', AT.field, () => text),
  ...eachOf('$id $anchor $dynamicAnchor $schema $comment contentEncoding', AT.field, () => 'a'),
  ...eachOf('$dynamicRef contentMediaType', AT.field, () => 'a'),
  ...eachOf('dependentSchemas dependentRequired patternProperties $defs', AT.thing, () => any),
  ...eachOf('$vocabulary xml', AT.thing, () => any),
  ...eachOf('contains', AT.list, () => text),
  ...eachOf('minContains maxContains', AT.list, () => 1),
  ...eachOf('prefixItems', AT.list, () => [text]),
  ...eachOf('unevaluatedItems', AT.list, () => false),
  ...eachOf('nullable', AT.field, () => true),
];

const parameter: (readonly [string, Put])[] = [
  ...eachOf('allowReserved allowEmptyValue', AT.query, () => true),
  ...eachOf(
    'Accept Content-Type Authorization',
    `${AT.header} name`,
    (name) => name,
    `${AT.header} name`,
  ),
  ['any type', [`${AT.query} schema`, any]],
  ['oneOf', [`${AT.query} schema`, { oneOf: [text, { type: 'integer' }] }]],
  ['null', [`${AT.query} schema`, { ...text, type: ['string', 'null'] }]],
  [
    'list of lists',
    [
      `${AT.query} schema`,
      { type: 'array', maxItems: 9, items: { type: 'array', maxItems: 9, items: text } },
      `${AT.query} schema items`,
    ],
  ],
  [
    'nested object',
    [
      `${AT.query} schema`,
      {
        type: 'object',
        additionalProperties: false,
        properties: { a: { type: 'object', additionalProperties: false, properties: { b: text } } },
      },
      `${AT.query} schema properties a`,
    ],
  ],
  ['open object', [`${AT.query} schema`, { type: 'object', properties: { a: text } }]],
];

const list = { type: 'array', maxItems: 9, items: text };
const closed = { type: 'object', additionalProperties: false, properties: { a: text } };

export const refusedRows: Readonly<Record<string, readonly (readonly [string, Put])[]>> = {
  Document: [
    ['webhooks', ['webhooks', any]],
    ['jsonSchemaDialect', ['jsonSchemaDialect', 'https://json-schema.org/draft/2020-12/schema']],
  ],
  Server: eachOf('variables', 'servers 0', () => any),
  'Server Variable': within('enum default description', VARIABLES),
  Components: eachOf('links callbacks pathItems', 'components', () => any),
  'Path Item': [
    ...eachOf('head options trace', 'paths /things/{id}', () => any),
    ...eachOf('servers', 'paths /things/{id}', () => []),
  ],
  Path: [
    ['/pets/{id}.json', ['paths /things/{id}.json', any]],
    ['/pets/', ['paths /things/', any]],
  ],
  Operation: [
    ...eachOf('callbacks servers', AT.get, () => any),
    [
      'requestBody of GET',
      [
        `${AT.get} requestBody`,
        { content: { 'application/json': { schema: text, example: 'a' } } },
      ],
    ],
    [
      'requestBody of DELETE',
      [
        'paths /things delete',
        {
          operationId: 'deleteThings',
          tags: ['things'],
          summary: 'Deletes',
          description: 'Deletes.',
          'x-stability': 'stable',
          requestBody: { content: { 'application/json': { schema: text, example: 'a' } } },
          responses: { 204: { description: 'Deleted.' } },
        },
        'paths /things delete requestBody',
      ],
    ],
  ],
  Extensions: eachOf('x-codeSamples x-internal', AT.get, () => []),
  Parameter: parameter,
  Style: [
    ...eachOf('matrix label', `${AT.path} style`, (name) => name, `${AT.path} style`),
    ['exploded list in a cookie', [`${AT.cookie} schema`, list, AT.cookie]],
    ['object in a cookie', [`${AT.cookie} schema`, closed, AT.cookie]],
  ],
  'Request Body': [
    ['several media types', [`${AT.body} text/plain`, { schema: text, example: 'a' }, AT.body]],
  ],
  'Media Type': eachOf('encoding', AT.media, () => any),
  'Media types': eachOf(
    'multipart/form-data application/x-www-form-urlencoded application/xml */* image/png',
    AT.body,
    () => ({ schema: text, example: 'a' }),
  ).concat([
    [
      'application/json; charset=utf-8',
      [
        AT.body,
        { 'application/json; charset=utf-8': any },
        `${AT.body} 'application/json; charset=utf-8'`,
      ],
    ],
  ]),
  Encoding: within('contentType headers style explode allowReserved', ENCODING),
  Responses: [
    ...eachOf('2XX 100 205', `${AT.post} responses`, () => ({ description: 'It.' })),
    [
      '204 with content',
      [
        `${AT.post} responses 204`,
        { description: 'It.', content: { 'application/json': { schema: text, example: 'a' } } },
        `${AT.post} responses 204 content`,
      ],
    ],
    ['no success', [`${AT.post} responses`, { 409: { description: 'It.' } }]],
  ],
  Response: eachOf('links', AT.response, () => any),
  Header: [
    ...eachOf('content', AT.resultHeader, () => any),
    [
      'Content-Type',
      [`${AT.get} responses 200 headers Content-Type`, { description: 'It.', schema: text }],
    ],
    ['object', [`${AT.resultHeader} schema`, closed]],
  ],
  Example: eachOf('externalValue', `${AT.media} examples a`, () => 'https://example.org/a.json'),
  Link: within('operationRef operationId parameters requestBody description server', LINK),
  'Security Requirement': [
    ['[]', ['security', []]],
    ['[{ apiKey: [] }, {}]', ['security', [{ apiKey: [] }, {}]]],
    ['[{ adminKey: [] }]', [`${AT.get} security`, [{ adminKey: [] }], 'adminKey']],
    ['[{ apiKey: [admin] }]', [`${AT.get} security`, [{ apiKey: ['admin'] }], 'apiKey']],
    ['[{ apiKey: [] }, { apiKey: [] }]', [`${AT.get} security`, [{ apiKey: [] }, { apiKey: [] }]]],
  ],
  'Security Scheme': [
    ...eachOf('name in flows openIdConnectUrl', 'components securitySchemes apiKey', () => 'a'),
    ['another scheme', ['components securitySchemes basic', external]],
  ],
  'OAuth Flows': [
    ...within('implicit password clientCredentials authorizationCode', FLOWS),
    ...within('authorizationUrl tokenUrl refreshUrl scopes', `${FLOWS} implicit`, FLOWS),
  ],
  Schema: schema,
  XML: within('name namespace prefix attribute wrapped', XML),
  Formats: eachOf('password', `${AT.field} format`, (name) => name, `${AT.field} format`),
};
