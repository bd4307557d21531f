import t from 'tap';
import type { Json } from '../../../scripts/contract/json.ts';
import { addCodeSamples } from '../../../scripts/documentation/code-samples.ts';
import { documentationPage } from '../../../scripts/documentation/page/index.ts';
import { siteOf } from '../../../scripts/documentation/page/site.ts';

// What the page makes of a contract, by the function that makes it.

const INT = { type: 'integer' };
const TEXT = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const SCHEMAS = {
  Cat: {
    type: 'object',
    properties: { kind: { const: 'Cat' }, lives: INT, id: { ...INT, readOnly: true } },
    required: ['kind', 'lives', 'id'],
  },
  Map: {
    type: 'object',
    properties: { kind: { const: 'Map' } },
    required: ['kind'],
    additionalProperties: INT,
  },
  Status: { ...TEXT, enum: ['new_one', 'sold'] },
};

t.test('the page shows all that a contract says for its readers', (t) => {
  const externalDocs = { url: 'https://example.org/more', description: 'More' };
  const part = { type: 'object', properties: { n: { ...INT, minimum: 3, title: 'A count' } } };
  const schema = {
    title: 'The whole',
    externalDocs,
    allOf: [part, { type: 'object', properties: { n: { ...INT, maximum: 7, examples: [4, 5] } } }],
    properties: {
      code: { ...TEXT, pattern: '^[A-Z]+$', 'x-pattern-message': 'must be in upper case' },
      token: { ...TEXT, pattern: '^b+$', 'x-pattern-message': 'was not issued here' },
    },
  };
  const examples = {
    first: { summary: 'The first', value: { n: 3 } },
    second: { summary: 'The second', description: 'With less.', value: { n: 6 } },
  };
  const parameter = { name: 'q', in: 'query', schema: INT };
  const post = {
    operationId: 'addThing',
    tags: ['things'],
    summary: 'Add',
    externalDocs: { url: 'https://example.org/operation' },
    parameters: [{ ...parameter, examples: { a: { summary: 'One', value: 1 }, b: { value: 2 } } }],
    requestBody: { content: { 'application/json': { schema, examples } } },
    responses: { 201: { description: 'Added.' } },
  };
  const document: Json = {
    info: { title: 'Things' },
    externalDocs: { url: 'https://example.org/root' },
    tags: [{ name: 'things', externalDocs: { url: 'https://example.org/tag' } }],
    paths: { '/things': { post } },
  };
  addCodeSamples(document);
  const html = documentationPage(siteOf(document, '', {}));
  for (const shown of [
    'The second',
    'With less.',
    '3 to 7.',
    'A count',
    'The whole',
    'Must be in upper case (',
    'Examples: ',
    '(One)',
    ...['more', 'operation', 'tag', 'root'].map((path) => `href="https://example.org/${path}"`),
  ]) {
    t.ok(html.includes(shown), shown);
  }
  t.notMatch(html, /was not issued here|b\+/, 'which says of no value that it is allowed');
  t.end();
});

t.test('the page shows every kind of schema, and texts as they are', (t) => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      id: { ...INT, readOnly: true },
      name: TEXT,
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
    responses: { 201: { description: 'Added.', content } },
  };
  const paths = { '/things': { post } };
  const document: Json = { info: { title: 'Things' }, paths, components: { schemas: SCHEMAS } };
  addCodeSamples(document);
  const html = documentationPage(siteOf(document, '', {}));
  for (const shown of [
    'id="operations/addThing/201/id"',
    'id="operations/addThing/body/secret"',
    'Read-only: not in requests.',
    'Write-only: not in responses.',
    'No other fields.',
    'id="operations/addThing/201/long%20name/%5B%5D/status"',
    'One of these, by <code dir="auto">kind</code>:',
    'id="objects/Cat"',
    '<a href="#objects/Cat">Cat</a>',
    'id="objects/Cat/lives"',
    'id="operations/addThing/body/pet/One%20of%20these%2F1/lives"',
    'Any other field',
    '<a href="#operations/addThing">כלב &amp; &lt;i&gt;</a>',
    '>&lt;/code&gt;</code>',
    'id="operations/addThing/body/%3Cb%3E%22%26"',
  ]) {
    t.ok(html.includes(shown), shown);
  }
  for (const hidden of ['addThing/body/id"', 'addThing/201/secret"', '<script>', '<i>']) {
    t.notOk(html.includes(hidden), hidden);
  }
  t.end();
});
