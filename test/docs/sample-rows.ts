/*
 * Operations, the request that each sample of theirs sends, and what it shows of a response.
 */

export interface SampleRow {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly operation?: object;
  /** Of the path. */
  readonly parameters?: readonly object[];
  /** What arrives. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What is returned; 200 with a JSON body unless it says otherwise. */
  readonly response?: {
    readonly status: number;
    readonly mediaType?: string;
    readonly body?: string;
    readonly location?: string;
  };
  /** What each sample writes beside the status. */
  readonly shows?: string | RegExp;
}

const INT64 = { type: 'integer', format: 'int64' };
const STRING = { type: 'string' };
const parameter = (name: string, schema: object, others: object = {}) => ({
  name,
  in: 'query',
  required: true,
  schema,
  ...others,
});
const list = (items: object) => ({ type: 'array', items, example: ['a b', 'c,d'] });
const POINT = {
  type: 'object',
  properties: { x: { type: 'integer' }, y: { type: 'boolean' } },
  example: { x: 1, y: true },
};
const sends = (mediaType: string, media: object) => ({
  requestBody: { content: { [mediaType]: media } },
});

export const SCHEMAS = {
  Account: {
    type: 'object',
    properties: { id: { ...INT64, readOnly: true }, name: { ...STRING, minLength: 1 } },
    required: ['id', 'name'],
    example: { id: 7, name: 'Rex' },
  },
};

export const SAMPLE_ROWS: readonly SampleRow[] = [
  {
    name: 'a value for each parameter of the path, without an example',
    path: '/a/{pet-id}/{day}/{kind}/{code}/{text}/{flag}',
    parameters: [
      parameter('pet-id', INT64, { in: 'path' }),
      parameter('day', { ...STRING, format: 'date' }, { in: 'path' }),
      parameter('kind', { ...STRING, enum: ['cat', 'dog'] }, { in: 'path' }),
      parameter('flag', INT64, { in: 'path' }),
    ],
    operation: {
      parameters: [
        parameter('code', { ...STRING, pattern: '^[A-Z]{3}$' }, { in: 'path' }),
        parameter('text', { ...STRING, example: "it's 100% /?#" }, { in: 'path' }),
        parameter('flag', { type: 'boolean' }, { in: 'path' }),
      ],
    },
    url: '/a/1/2026-01-01/cat/AAD/it%27s%20100%25%20%2F%3F%23/true',
  },
  {
    name: 'lists and objects in the path',
    path: '/b/{list}/{flat}/{exploded}/{json}',
    parameters: [
      parameter('list', list(STRING), { in: 'path' }),
      parameter('flat', POINT, { in: 'path' }),
      parameter('exploded', POINT, { in: 'path', explode: true }),
      {
        name: 'json',
        in: 'path',
        required: true,
        content: { 'application/json': { schema: POINT } },
      },
    ],
    url: '/b/a%20b,c%2Cd/x,1,y,true/x=1,y=true/%7B%22x%22%3A1%2C%22y%22%3Atrue%7D',
  },
  {
    name: 'lists and objects in the query',
    path: '/c',
    operation: {
      parameters: [
        parameter('exploded', list(STRING)),
        parameter('comma', list(STRING), { explode: false }),
        parameter(
          'space',
          { ...list(STRING), example: ['a', 'b'] },
          { style: 'spaceDelimited', explode: false },
        ),
        parameter('pipe', list(STRING), { style: 'pipeDelimited', explode: false }),
        parameter('point', POINT, { explode: false }),
        parameter('deep', POINT, { style: 'deepObject', explode: true }),
        parameter('spread', POINT),
        parameter('filter[a.b]', { type: 'boolean' }),
        parameter('unshown', STRING, { required: false }),
        { name: 'where', in: 'query', content: { 'application/json': { example: { a: ['$b'] } } } },
      ],
    },
    url: [
      '/c?exploded=a%20b&exploded=c%2Cd&comma=a%20b,c%2Cd&space=a%20b&pipe=a%20b%7Cc%2Cd',
      'point=x,1,y,true&deep%5Bx%5D=1&deep%5By%5D=true&x=1&y=true&filter%5Ba.b%5D=true',
      'where=%7B%22a%22%3A%5B%22%24b%22%5D%7D',
    ].join('&'),
  },
  {
    name: 'headers and cookies',
    path: '/d',
    operation: {
      parameters: [
        parameter('X-Flag', { type: 'boolean' }, { in: 'header' }),
        parameter('X-List', list(STRING), { in: 'header', example: ['a', '"b"'] }),
        parameter('X-Point', POINT, { in: 'header', explode: true }),
        {
          name: 'X-Json',
          in: 'header',
          required: true,
          content: { 'application/json': { example: { a: 'é$' } } },
        },
        parameter('X-Empty', { ...STRING, const: '' }, { in: 'header' }),
        parameter('session', { ...STRING, example: 'a;b c' }, { in: 'cookie' }),
        parameter(
          'ids',
          { type: 'array', items: INT64, minItems: 2, uniqueItems: true },
          { in: 'cookie', explode: false },
        ),
      ],
    },
    url: '/d',
    headers: {
      'x-flag': 'true',
      'x-list': 'a,"b"',
      'x-point': 'x=1,y=true',
      'x-json': '{"a":"\\u00e9$"}',
      'x-empty': '',
      cookie: 'session=a%3Bb%20c; ids=1,2',
    },
  },
  {
    name: 'a body that is made of its schema, without what is read-only',
    method: 'PUT',
    path: '/e',
    operation: sends('application/json', { schema: { $ref: '#/components/schemas/Account' } }),
    url: '/e',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Rex"}',
  },
  {
    name: 'a merge patch, with what it must at least have',
    method: 'PATCH',
    path: '/f',
    operation: sends('application/merge-patch+json', {
      schema: {
        type: 'object',
        properties: {
          id: { ...INT64, readOnly: true },
          size: { type: 'number', minimum: 0.5 },
          note: STRING,
        },
        minProperties: 2,
      },
    }),
    url: '/f',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: '{"size":1,"note":"example"}',
    response: { status: 204 },
    shows: /^$/,
  },
  {
    name: 'text, and what a shell and a program would take for their own',
    method: 'POST',
    path: '/g',
    operation: sends('text/csv', {
      schema: STRING,
      example: `@a,b\r\n'$HOME',"\\n" \`id\` \${1} é🐶\n`,
    }),
    url: '/g',
    headers: { 'content-type': 'text/csv' },
    body: `@a,b\r\n'$HOME',"\\n" \`id\` \${1} é🐶\n`,
    response: { status: 200, mediaType: 'text/csv', body: 'a,b\n' },
    shows: 'a,b',
  },
  {
    name: 'lines of JSON, one for each example',
    method: 'POST',
    path: '/h',
    operation: sends('application/x-ndjson', {
      schema: { type: 'object', properties: { id: { type: 'integer' }, name: STRING } },
      examples: { one: { value: { id: 1 } }, two: { value: { id: 2, name: "it's" } } },
    }),
    url: '/h',
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"id":1}\n{"id":2,"name":"it\'s"}\n',
    response: { status: 200, mediaType: 'application/x-ndjson', body: '{"a":1}\n{"a":2}\n' },
    shows: '{"a":1}\n{"a":2}\n',
  },
  {
    name: 'bytes',
    method: 'POST',
    path: '/i',
    operation: sends('application/octet-stream', {}),
    url: '/i',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'example',
    response: { status: 206, mediaType: 'application/octet-stream', body: '\u0000\u0001' },
    shows: /2|octet-stream/,
  },
  {
    name: 'an int64 that no double can hold is shown as it is',
    path: '/j',
    url: '/j',
    response: { status: 200, mediaType: 'application/json', body: '{"id":9223372036854775807}' },
    shows: '9223372036854775807',
  },
  {
    name: 'a redirect is shown and not followed',
    method: 'POST',
    path: '/k',
    url: '/k',
    response: { status: 303, location: '/elsewhere' },
    shows: '/elsewhere',
  },
  {
    name: 'a status without a body that is no success to some libraries',
    path: '/l',
    url: '/l',
    response: { status: 304 },
    shows: /^$/,
  },
  {
    name: 'an accepted request without a body, whose answer is elsewhere',
    method: 'POST',
    path: '/m',
    url: '/m',
    response: { status: 202, location: '/jobs/1' },
    shows: '/jobs/1',
  },
];
