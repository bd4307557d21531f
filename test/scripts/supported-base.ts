/*
 * The smallest contract, which each row of SUPPORTED.md changes.
 */

const GET = 'paths /things/{id} get';
const POST = 'paths /things/{id} post';

/** Where rows put what they are about: keys, apart by spaces. */
export const AT = {
  get: GET,
  post: POST,
  /** A parameter of the query, of its own. */
  query: `${GET} parameters 1`,
  header: `${GET} parameters 2`,
  cookie: `${GET} parameters 3`,
  path: `${GET} parameters 0`,
  body: `${POST} requestBody content`,
  media: `${POST} requestBody content application/json`,
  response: `${POST} responses 201`,
  result: `${GET} responses 200 content`,
  resultHeader: `${GET} responses 200 headers X-Size`,
  thing: 'components schemas Thing',
  field: 'components schemas Thing properties name',
  number: 'components schemas Thing properties size',
  list: 'components schemas Thing properties list',
} as const;

const parameter = (place: string, name: string) => ({
  name,
  in: place,
  description: 'Any.',
  schema: { type: 'integer', format: 'int32' },
});

const operation = {
  tags: ['things'],
  summary: 'Does it',
  description: 'Does it.',
  'x-stability': 'stable',
};

const id = { ...parameter('path', 'id'), required: true };
const json = (schema: object, example: unknown) => ({ 'application/json': { schema, example } });
const $ref = '#/components/schemas/Thing';
const thing = { name: 'a' };

export const base: object = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: '/v1' }],
  security: [{ apiKey: [] }],
  tags: [{ name: 'things', description: 'Things.' }],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        ...operation,
        parameters: [
          id,
          parameter('query', 'limit'),
          parameter('header', 'X-Flag'),
          parameter('cookie', 'flag'),
        ],
        responses: {
          200: {
            description: 'It.',
            headers: { 'X-Size': { description: 'Size.', schema: { type: 'integer' } } },
            content: json({ $ref }, thing),
          },
        },
      },
      post: {
        operationId: 'postThing',
        ...operation,
        parameters: [id],
        requestBody: { description: 'It.', required: true, content: json({ $ref }, thing) },
        responses: { 201: { description: 'It.', content: json({ $ref }, thing) } },
      },
    },
  },
  components: {
    // What holds for every operation refers to it.
    headers: {
      'Retry-After': {
        description: 'Seconds.',
        required: true,
        schema: { type: 'integer' },
        example: 1,
      },
    },
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 99 },
          size: { type: 'integer' },
          list: { type: 'array', maxItems: 9, items: { type: 'boolean' } },
        },
        additionalProperties: false,
      },
    },
  },
};
