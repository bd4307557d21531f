import t from 'tap';
import { addCodeSamples } from '../../scripts/generate/code-samples.ts';
import type { CodeSample } from '../../scripts/generate/described/operations.ts';
import type { Json } from '../../scripts/generate/json.ts';
import { documentationPage } from '../../scripts/generate/page/index.ts';
import { siteOf } from '../../scripts/generate/page/site.ts';

// What is made of the contract for its readers, by the functions that make it: samples and the page.

const INT = { type: 'integer' };
const TEXT = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const SCHEMAS = {
  Cat: {
    type: 'object',
    properties: { kind: { const: 'cat' }, lives: INT, id: { ...INT, readOnly: true } },
    required: ['kind', 'lives', 'id'],
  },
  Map: { type: 'object', properties: { kind: { const: 'map' } }, additionalProperties: INT },
  Status: { ...TEXT, enum: ['new_one', 'sold'] },
};

t.test('samples have the first examples, and encode them', (t) => {
  const parameter = (place: string, name: string, schema: object) => ({ in: place, name, schema });
  const parameters = [
    { ...parameter('path', 'pet-id', INT), example: 1 },
    parameter('path', 'text', { ...TEXT, example: "it's 100% /?#" }),
    parameter('query', 'tags', { type: 'array', items: TEXT, example: ['a b', 'c,d'] }),
    { ...parameter('query', 'filter[a]', TEXT), examples: { one: { value: true } } },
    parameter('header', 'X-Name', { ...TEXT, example: 'a "b" $c' }),
  ];
  const examples = { one: { value: { 'a-b': [true, null] } }, two: { value: {} } };
  const put = {
    operationId: 'put',
    requestBody: { content: { 'application/json': { examples } } },
  };
  addCodeSamples({ paths: { '/a/{pet-id}/{text}': { parameters, put } } });
  const { 'x-codeSamples': samples } = put as unknown as { 'x-codeSamples': CodeSample[] };
  const address = '/a/1/it%27s%20100%25%20%2F%3F%23?tags=a%20b&tags=c%2Cd&filter%5Ba%5D=true';
  const parts = [
    ['-X PUT', '-H "X-Name: a \\"b\\" \\$c"', `-d '{"a-b":[true,null]}'`],
    ["method: 'PUT'", `'X-Name': 'a "b" $c'`, "JSON.stringify({ 'a-b': [ true, null ] })"],
    ['method="PUT"', '"X-Name": "a \\"b\\" $c"', 'json.dumps({"a-b": [True, None]})'],
  ];
  for (const [i, { source }] of samples.entries()) {
    for (const part of [address, ...(parts[i] ?? [])]) t.ok(source.includes(part), part);
  }
  t.end();
});

t.test('the page shows every kind of schema, and texts as they are', (t) => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      id: { ...INT, readOnly: true },
      name: { ...TEXT, minLength: 1, maxLength: 255, default: 'Rex' },
      secret: { ...TEXT, writeOnly: true },
      'long name': { type: 'array', items: { properties: { status: ref('Status') } } },
      pet: { oneOf: [ref('Cat'), ref('Map')], discriminator: { propertyName: 'kind' } },
      '<b>"&': { ...TEXT, example: 'רקס <script>' },
    },
    additionalProperties: false,
  };
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'addThing',
    summary: 'כלב & <i>',
    description: 'See `</code>`.',
    requestBody: { content },
    responses: { 201: { description: 'Added.', content }, 204: { description: 'Nothing.' } },
  };
  const paths = { '/things': { post } };
  const document: Json = { info: { title: 'Things' }, paths, components: { schemas: SCHEMAS } };
  addCodeSamples(document);
  const html = documentationPage(siteOf(document, '', {}));
  for (const shown of [
    ...['id="operations/addThing/201/id"', 'id="operations/addThing/body/secret"'],
    ...['Read-only: not in requests.', 'Write-only: not in responses.', 'No other fields.'],
    '1 to 255 characters. Default <code dir="auto">Rex</code>.',
    'id="operations/addThing/201/long%20name/%5B%5D/status"',
    'One of <code dir="auto">new_one</code>, <code dir="auto">sold</code>.',
    'One of these, by <code dir="auto">kind</code>:',
    ...['id="objects/Cat"', '<a href="#objects/Cat">Cat</a>', 'id="objects/Cat/lives"'],
    'id="operations/addThing/body/pet/One%20of%20these%2F1/lives"',
    ...['Any other field', 'No body.', '<a href="#operations/addThing">כלב &amp; &lt;i&gt;</a>'],
    ...['>&lt;/code&gt;</span></code>', 'id="operations/addThing/body/%3Cb%3E%22%26"'],
  ]) {
    t.ok(html.includes(shown), shown);
  }
  for (const hidden of ['addThing/body/id"', 'addThing/201/secret"', '<script>', '<i>']) {
    t.notOk(html.includes(hidden), hidden);
  }
  t.end();
});
