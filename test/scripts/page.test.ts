import t from 'tap';
import '../../scripts/tsx.js';
import { addCodeSamples } from '../../scripts/generate/code-samples.ts';
import { completeContract } from '../../scripts/generate/complete.ts';
import type { Json } from '../../scripts/generate/json.ts';

// The page that is made of a contract, whatever is in it.

const { renderPages } = await import('../../scripts/generate/page/index.tsx');

const JSON_BODY = 'application/json';

t.test('renders all that the contract of features has, with anchors that are unique', async (t) => {
  const { document } = await completeContract('test/contract/features/openapi.yaml');
  addCodeSamples(document);
  const { pages } = await renderPages(document, '# Changelog\n');
  const html = pages.documentation;
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
  t.ok(ids.length > 500);
  t.strictSame(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
    'no id twice',
  );
  t.strictSame(
    ids.filter((id) => /\s/.test(id)),
    [],
    'no id with a space',
  );
  const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id = '']) => id);
  const unknown = links.filter((id) => !ids.includes(id) && id !== 'headers-of-every-response');
  t.strictSame([...new Set(unknown)], []);
  const operationIds = [...JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g)];
  t.ok(operationIds.length > 20);
  for (const [, id = ''] of operationIds) t.ok(ids.includes(`operations/${id}`), id);
});

t.test('tells fields of requests from those of responses', async (t) => {
  const html = await pageOf({
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'integer', format: 'int64', readOnly: true },
      name: { type: 'string', minLength: 1, maxLength: 255, default: 'Rex' },
      secret: { type: 'string', writeOnly: true },
      tags: {
        type: 'array',
        items: { type: 'object', properties: { 'long name': { enum: ['a_b', 'c'] } } },
      },
    },
    additionalProperties: false,
  });
  t.match(html, 'id="operations/addThing/201/id"');
  t.notMatch(html, 'id="operations/addThing/body/id"');
  t.match(html, 'id="operations/addThing/body/secret"');
  t.notMatch(html, 'id="operations/addThing/201/secret"');
  t.match(html, 'Read-only: not in requests.');
  t.match(html, 'Write-only: not in responses.');
  t.match(html, '1 to 255 characters. Default <code dir="auto">Rex</code>.');
  t.match(html, 'id="operations/addThing/201/tags/%5B%5D/long%20name"');
  t.match(html, 'One of <code dir="auto">a_<wbr>b</code>, <code dir="auto">c</code>.');
  t.match(html, 'No other fields.');
});

t.test('shows alternatives, maps, and components that contain themselves', async (t) => {
  const html = await pageOf({
    oneOf: [
      { type: 'object', properties: { kind: { const: 'cat' } } },
      { $ref: '#/components/schemas/Tree' },
    ],
    discriminator: { propertyName: 'kind' },
  });
  t.match(html, /One of these, which <code[^>]*>kind<\/code> says:/);
  t.match(html, 'id="operations/addThing/body/One%20of%20these%2F1/kind"');
  t.match(html, /As described above for <code[^>]*>Tree<\/code>\./);
  t.match(html, 'Any other field');
});

t.test('shows texts of any kind as they are', async (t) => {
  const html = await pageOf(
    { type: 'object', properties: { '<b>"&': { type: 'string', example: 'רקס <script>' } } },
    { summary: 'כלב & <i>', description: 'See [more](#x) and `</code>`.' },
  );
  t.match(html, '<a href="#operations/addThing">כלב &amp; &lt;i></a>');
  t.match(html, /<h3 [^>]*dir="auto"/);
  t.match(html, '<code dir="auto">&lt;/<wbr>code&gt;</code>');
  t.match(html, '<code dir="auto">רקס &lt;script&gt;</code>');
  t.notMatch(html, '<script>');
  t.match(html, 'id="operations/addThing/body/%3Cb%3E%22%26"');
});

t.test('says once what all operations have, and folds their errors', async (t) => {
  const { document } = await completeContract('openapi/openapi.yaml');
  addCodeSamples(document);
  const { pages } = await renderPages(document, '# Changelog\n');
  const html = pages.documentation;
  t.equal(html.match(/id="headers\/x-ratelimit-limit"/g)?.length, 1);
  t.notMatch(html, 'id="operations/listPets/headers/x-request-id"');
  t.match(html, 'id="operations/listPets/headers/link"');
  for (const operation of html.split('<section class="row operation"').slice(1)) {
    const [own = '', folded = ''] = operation.split('<details');
    t.notMatch(own, 'href="#error-api_key_missing"');
    t.match(folded, 'href="#error-api_key_missing"');
    t.match(own, 'href="#headers-of-every-response"');
  }
});

t.test('has everything in its place where there is only one operation', async (t) => {
  const html = await pageOf({ type: 'string' });
  t.match(html, 'id="operations/addThing/headers/x-own"');
  t.notMatch(html, '<details');
  t.match(html, 'id="operations/addThing/400"');
  t.match(html, 'No body.');
});

/** The page of a contract with one operation, which takes and returns a value. */
async function pageOf(schema: Json, operation: Json = {}): Promise<string> {
  const headers = { 'X-Own': { schema: { type: 'string' } } };
  const error = { code: 'invalid_body', message: 'No.', status: 400 };
  const contract: Json = {
    info: { title: 'Things', version: '1.0.0' },
    servers: [{ url: '/v1' }],
    paths: {
      '/things': {
        post: {
          operationId: 'addThing',
          summary: 'Add a thing',
          'x-stability': 'beta',
          requestBody: { required: true, content: { [JSON_BODY]: { schema } } },
          responses: {
            '201': { description: 'Added.', headers, content: { [JSON_BODY]: { schema } } },
            '204': { description: 'Nothing.', headers },
            '400': {
              description: 'Wrong.',
              headers,
              content: { [JSON_BODY]: { examples: { wrong: { value: error } } } },
            },
          },
          ...operation,
        },
      },
    },
    components: {
      schemas: {
        Tree: {
          type: 'object',
          properties: { kind: { const: 'tree' }, left: { $ref: '#/components/schemas/Tree' } },
          additionalProperties: { type: 'integer' },
        },
      },
    },
  };
  addCodeSamples(contract);
  return (await renderPages(contract, '# Changelog\n')).pages.documentation;
}
