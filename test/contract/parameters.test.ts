import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';
import { contractOf, responding, SECURITY, serve } from './made-up.ts';

/*
 * Parameters that no operation of the service has, but a new one may have.
 */

const INTEGERS = { type: 'array', items: { type: 'integer' } };
const STRINGS = { type: 'array', items: { type: 'string' } };
interface Described {
  readonly name: string;
  readonly in: string;
  readonly schema?: object;
  readonly content?: object;
}

const COLOR = {
  type: 'object',
  properties: { R: { type: 'integer' }, name: { type: 'string' } },
  additionalProperties: false,
};

/** Serves an operation with one parameter, and returns what reads it from a request. */
async function reader(t: Test, parameter: Described, path = '/x') {
  const described = { operationId: 'read', parameters: [parameter], ...responding({}) };
  const places = { path: 'params', query: 'query', header: 'headers', cookie: 'cookies' };
  const place = places[parameter.in as 'query'];
  const read = (request: Record<string, Record<string, unknown>>) => [
    request[place]?.[place === 'headers' ? parameter.name.toLowerCase() : parameter.name] ?? null,
  ];
  const { send } = await serve(t, { [path]: { get: described } }, { read });
  return async (url: string, headers: Record<string, string> = {}) => {
    const response = await send({ url: `/v1${url}`, headers });
    const body = response.json();
    return response.statusCode === 200 ? body[0] : body.message;
  };
}

const query = (name: string, schema: object, rest: object = {}) => ({
  name,
  in: 'query',
  schema,
  ...rest,
});

t.test('reads query parameters of every style', async (t) => {
  const list = { style: 'form', explode: false };
  for (const [parameter, cases] of [
    [
      query('ids', INTEGERS),
      [
        ['ids=1&ids=2', [1, 2]],
        ['ids=1', [1]],
        ['', null],
        ['ids=1,2', 'ids.0 must be an integer.'],
        ['ids=', 'ids.0 must be an integer.'],
        ['ids=01', 'ids.0 must be an integer.'],
        ['ids[]=1', 'ids[] is not a known parameter.'],
      ],
    ],
    [
      query('tags', STRINGS, list),
      [
        ['tags=a,b', ['a', 'b']],
        ['tags=a%2Cb,c', ['a,b', 'c']],
        ['tags=a,,b', ['a', '', 'b']],
        ['tags=a+b', ['a b']],
        ['tags=', ['']],
        ['tags=a&tags=b', 'tags must be sent only once.'],
        ['tags=%ff', 'tags must be percent-encoded UTF-8.'],
      ],
    ],
    [
      query('tags', STRINGS, { style: 'spaceDelimited', explode: false }),
      [
        ['tags=a%20b', ['a', 'b']],
        ['tags=a+b', ['a', 'b']],
        ['tags=a,b', ['a,b']],
      ],
    ],
    [
      query('tags', STRINGS, { style: 'pipeDelimited', explode: false }),
      [
        ['tags=a|b', ['a', 'b']],
        ['tags=a%7cb', ['a', 'b']],
      ],
    ],
    [
      query('color', COLOR),
      [
        ['R=1&name=x', { R: 1, name: 'x' }],
        ['name=x%26', { name: 'x&' }],
        ['', null],
        ['R=1&R=2', 'R must be sent only once.'],
        ['color=1', 'color is not a known parameter.'],
        ['R=x', 'color.R must be an integer.'],
      ],
    ],
    [
      query('color', COLOR, list),
      [
        ['color=R,1,name,x%2Cy', { R: 1, name: 'x,y' }],
        ['color=R', 'color must be pairs of a name and a value.'],
        ['color=R,1,R,2', 'color.R must be sent only once.'],
        ['color=G,1', 'color.G is not a known parameter.'],
        ['color=__proto__,1', 'color.__proto__ is not a known parameter.'],
      ],
    ],
    [
      query('color', COLOR, { style: 'deepObject', explode: true }),
      [
        ['color[R]=1', { R: 1 }],
        ['color%5BR%5D=1&color[name]=', { R: 1, name: '' }],
        ['color[R]=1&color[R]=1', 'color[R] must be sent only once.'],
        ['color[G]=1', 'color[G] is not a known parameter.'],
        ['color[R][x]=1', 'color[R][x] is not a known parameter.'],
        ['color=1', 'color is not a known parameter.'],
      ],
    ],
    [
      query('is sold', { type: 'boolean' }, { required: true }),
      [
        ['is%20sold=true', true],
        ['is+sold=false', false],
        ['is+sold=1', 'is sold must be a boolean.'],
        ['is+sold=True', 'is sold must be a boolean.'],
        ['is+sold', 'is sold must be a boolean.'],
        ['', 'is sold is required.'],
        ['=1', '"" is not a known parameter.'],
      ],
    ],
    [{ name: 'any', in: 'query', content: { 'application/json': {} } }, [['any=[1.50]&', [1.5]]]],
    [
      { name: 'filter', in: 'query', content: { 'application/json': { schema: COLOR } } },
      [
        ['filter={"R":1}', { R: 1 }],
        ['filter=%7B%22R%22%3A1.5%7D', 'filter.R must be an integer.'],
        ['filter={"R":1,"R":2}', 'R appears twice in one object.'],
        ['filter="x"', 'filter must be an object.'],
        ['filter=', 'filter is not valid JSON.'],
      ],
    ],
  ] as const) {
    const read = await reader(t, parameter);
    for (const [text, value] of cases) t.same(await read(`/x?${text}`), value, text);
  }
});

t.test('reads path parameters of every name and style', async (t) => {
  for (const [schema, path, rest, cases] of [
    [{ type: 'integer' }, '/x/{pet-id}', {}, [['/x/1', 1]]],
    [{ type: 'string' }, '/x/{pet-id}.json', {}, [['/x/a%2Fb.json', 'a/b']]],
    [{ type: 'integer' }, '/x/{pet-id}:sell', {}, [['/x/7:sell', 7]]],
    [{ type: 'boolean' }, '/{pet-id}', {}, [['/true', true]]],
    [INTEGERS, '/x/{pet-id}/y', {}, [['/x/1,2/y', [1, 2]]]],
    [
      STRINGS,
      '/x/{pet-id}.csv',
      {},
      [
        ['/x/a%2Cb,c.csv', ['a,b', 'c']],
        ['/x/a%2Ecsv', ['a']],
        ['/x/a%27%0a.csv', ["a'\n"]],
      ],
    ],
    [COLOR, '/x/{pet-id}', {}, [['/x/R,1', { R: 1 }]]],
    [
      COLOR,
      '/x/{pet-id}',
      { explode: true },
      [
        ['/x/R=1,name=x%3Dy', { R: 1, name: 'x=y' }],
        ['/x/R', 'pet-id must be pairs of a name and a value.'],
      ],
    ],
  ] as const) {
    const parameter = { name: 'pet-id', in: 'path', required: true, schema, ...rest };
    const read = await reader(t, parameter, path);
    for (const [url, value] of cases) t.same(await read(url), value, url);
  }
});

t.test('reads headers and cookies', async (t) => {
  for (const [place, schema, rest, cases] of [
    ['header', { type: 'boolean' }, {}, [['true', true]]],
    [
      'header',
      STRINGS,
      {},
      [
        ['a, b,c', ['a', 'b', 'c']],
        ['a%2C', ['a%2C']],
      ],
    ],
    ['header', COLOR, { explode: true }, [['R=1, name=x', { R: 1, name: 'x' }]]],
    [
      'cookie',
      { type: 'integer' },
      {},
      [
        ['7', 7],
        ['x', 'X-It must be an integer.'],
      ],
    ],
    ['cookie', STRINGS, { explode: false }, [['a,b%2Cc', ['a', 'b,c']]]],
  ] as const) {
    const read = await reader(t, { name: 'X-It', in: place, schema, ...rest } as never);
    for (const [text, value] of cases) {
      const headers = place === 'header' ? { 'x-it': text } : { cookie: `a=b; X-It=${text}; c` };
      t.same(await read('/x', headers as never), value, text);
    }
    t.equal(await read('/x', { 'x-other': '1', cookie: 'other=1' }), null);
    t.equal(await read('/x'), null);
  }
  const read = await reader(t, { name: 'it', in: 'cookie', schema: { type: 'string' } } as never);
  t.equal(await read('/x', { cookie: 'it=1; it=1' }), 'it must be sent only once.');
  t.equal(await read('/x', { cookie: 'it=%' }), 'it must be percent-encoded UTF-8.');
});

t.test('reads parameters together, whose schemas are elsewhere', async (t) => {
  const tags = { allOf: [{ $ref: '#/components/schemas/Tags' }], maxItems: 2 };
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Tags' } } };
  const parameters = [
    query('tags', tags, { explode: false }),
    { name: 'more', in: 'query', content: json, required: true },
    { name: 'session', in: 'cookie', schema: { type: 'string' } },
  ];
  const contract = contractOf(
    { '/x': { get: { operationId: 'read', parameters, ...responding({}) } } },
    { components: { ...SECURITY.components, schemas: { Tags: STRINGS } } },
  );
  const createHandlers = () => ({ read: ({ query }: { query: object }) => query });
  const { send } = await openStore(t, {}, { contract, createHandlers });
  for (const [text, result] of [
    ['tags=a,b&more=["c"]', { tags: ['a', 'b'], more: ['c'] }],
    ['more=[]', { more: [] }],
    ['tags=a,b,c&more=[]', { message: 'tags must have at most 2 items.' }],
    ['tags=a&more=[1]', { message: 'more.0 must be a string.' }],
    ['tags=a', { message: 'more is required.' }],
  ] as const) {
    t.match((await send({ url: `/v1/x?${text}` })).json(), result, text);
  }
});

t.test('reads parameters of the path item, which an operation can replace', async (t) => {
  const limit = (maximum: number) => query('limit', { type: 'integer', maximum, default: 3 });
  const paths = {
    '/x': {
      parameters: [limit(5), query('q', { type: 'string' })],
      get: { operationId: 'read', parameters: [limit(9)], ...responding({}) },
    },
  };
  const { send } = await serve(t, paths, { read: ({ query }: { query: object }) => query });
  t.same((await send({ url: '/v1/x?limit=8&q=x' })).json(), { limit: 8, q: 'x' });
  t.same((await send({ url: '/v1/x' })).json(), { limit: 3 });
});

t.test('does not start with a parameter that could not be read', async (t) => {
  for (const [parameters, message] of [
    [
      [query('a', COLOR, { style: 'matrix' })],
      'The parameter a (in query) cannot be a object in style matrix.',
    ],
    [[query('a', STRINGS, { style: 'deepObject' })], /cannot be a list in style deepObject/],
    [[query('a', STRINGS, { style: 'pipeDelimited', explode: true })], /with explode/],
    [[{ name: 'a', in: 'cookie', schema: STRINGS }], /with explode/],
    [[query('a', STRINGS), query('a', STRINGS)], /appears twice/],
    [[query('R', STRINGS), query('a', COLOR)], /The query parameter R has two meanings/],
    [[query('a', { $ref: '#/components/schemas/Gone' })], /^read: /],
    [[query('a', { type: 'object' })], /must name its properties/],
    [[{ name: 'a', in: 'query' }], /has no schema/],
    [[{ name: 'a', in: 'query', content: { 'text/plain': {} } }], /must be application\/json/],
    [[{ name: 'Accept', in: 'header', schema: STRINGS }], /cannot be a parameter/],
    [[{ name: 'id', in: 'path', schema: STRINGS }], /has the parameters \[\], but \[id\]/],
  ] as const) {
    const paths = { '/x': { get: { operationId: 'read', parameters, ...responding({}) } } };
    await t.rejects(serve(t, paths, { read: () => ({}) }), { message: message as RegExp });
  }
  t.equal(contractOf({}).operations.length, 0);
});
