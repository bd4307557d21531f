import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { contract } from '../../generated/contract.ts';
import '../../scripts/tsx.js';
import { addCodeSamples } from '../../scripts/generate/code-samples.ts';
import { readGuides } from '../../scripts/generate/guides.ts';
import type { Json } from '../../scripts/generate/json.ts';
import { sampleRequest } from '../../scripts/generate/samples/sample-request.ts';
import { sampleValue } from '../../scripts/generate/samples/sample-value.ts';
import { PLAN_LIMITS } from '../../src/limits/plans.ts';
import { temporaryFolder } from '../support/databases.ts';

// What is made of the contract for its readers, by the functions that make it: guides, samples and the page.

// It has JSX, which can be loaded only now.
const { renderPages } = await import('../../scripts/generate/page/index.tsx');

const PLANS = '<!-- table: plans -->';
const HEADERS = '<!-- table: headers of every response -->';
const CODES = '<!-- table: error codes -->';
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

t.test('guides follow each other by name, with tables of what the service does', async (t) => {
  const guides = await guidesOf(t, `${CODES}\n\n## Second`, `${PLANS}\n\n${HEADERS}`);
  t.match(guides, /^\| Code \| Status .*\n\n## Second\n\n\| Plan .*\n\n\| Header \| Meaning /s);
  t.match(guides, /^\| `pet_not_found` \| 404 \| /m);
  t.match(guides, /^\| `RateLimit-Policy` \| /m);
  t.notMatch(guides, /^\| `Retry-After` \| /m, 'not every response has it');
  const picture = await readFile('src/docs/browser/rate-limit-windows.svg', 'utf8');
  for (const [plan, limits] of Object.entries(PLAN_LIMITS)) {
    const { perMinute, perDay } = limits ?? {};
    const [minute, day] = [perMinute, perDay].map((n) => n?.toLocaleString('en-US') ?? 'custom');
    t.match(guides.toLowerCase(), `| ${plan} | ${minute} | ${day} |`);
    if (plan !== 'free') continue;
    for (const n of [minute, day]) t.match(picture, `window: ${n} requests`, 'the picture, too');
  }
  await t.rejects(guidesOf(t, `${PLANS}\n${CODES}\n${HEADERS}\n<!-- table: prices -->`), {
    message: /0\.md: there is no table named "prices"\. Known tables: plans, headers of/,
  });
  await t.rejects(guidesOf(t, `${PLANS}\n${HEADERS}`), { message: /<!-- table: error codes -->/ });
});

t.test('samples have the example of a schema, or a value that it allows', async (t) => {
  for (const [schema, value] of [
    [{ ...TEXT, example: 'Rex', default: 'none' }, 'Rex'],
    [{ type: 'boolean', default: false }, false],
    [ref('Status'), 'new_one'],
    [{ ...TEXT, minLength: 9 }, 'exampleex'],
    [{ ...TEXT, maxLength: 3 }, 'exa'],
    [{ ...TEXT, pattern: '^[A-Z]{3}-\\d$' }, /^[A-Z]{3}-\d$/],
    [{ ...TEXT, format: 'date' }, '2026-01-01'],
    [{ ...INT, minimum: 10 }, 10],
    [{ ...INT, exclusiveMaximum: 1 }, 0],
    [{ ...INT, multipleOf: 5, minimum: 1 }, 5],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.1 }, 0.09],
    [{ type: ['integer', 'null'] }, 1],
    [{ type: 'array', items: INT, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    [ref('Cat'), { kind: 'cat', lives: 1, id: undefined }],
    [{ allOf: [ref('Cat'), { properties: { age: INT }, required: ['age'] }] }, { age: 1 }],
    [{ oneOf: [ref('Cat'), ref('Map')] }, { kind: /cat|map/ }],
    [
      { type: 'object', additionalProperties: INT, minProperties: 2 },
      { example: 1, example2: 1 },
    ],
  ] as const) {
    t.match(sampleValue(schema, SCHEMAS), value, JSON.stringify(schema));
  }
});

t.test('samples encode what they send', async (t) => {
  const parameter = (place: string, name: string, schema: object) => {
    return { in: place, name, required: true, schema };
  };
  const parameters = [
    parameter('path', 'pet-id', INT),
    parameter('path', 'text', { ...TEXT, example: "it's 100% /?#" }),
    parameter('query', 'tags', { type: 'array', items: TEXT, example: ['a b', 'c,d'] }),
    parameter('query', 'filter[a]', { type: 'boolean' }),
    { ...parameter('query', 'unshown', TEXT), required: false },
    parameter('header', 'X-Ids', { type: 'array', items: INT, example: [1, 2] }),
  ];
  const body = { content: { 'application/json': { schema: ref('Cat') } } };
  const operation = { parameters, requestBody: body };
  t.match(sampleRequest('POST', '/a/{pet-id}/{text}', operation, SCHEMAS), {
    address: '/a/1/it%27s%20100%25%20%2F%3F%23?tags=a%20b&tags=c%2Cd&filter%5Ba%5D=true',
    headers: [['Content-Type'], ['X-Ids', '1,2']],
    body: { json: { kind: 'cat', lives: 1, id: undefined } },
  });
});

t.test('the page shows every kind of schema, and texts as they are', async (t) => {
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
  const html = (await renderPages(document, '# Changelog\n')).pages.documentation;
  for (const shown of [
    ...['id="operations/addThing/201/id"', 'id="operations/addThing/body/secret"'],
    ...['Read-only: not in requests.', 'Write-only: not in responses.', 'No other fields.'],
    '1 to 255 characters. Default <code dir="auto">Rex</code>.',
    'id="operations/addThing/201/long%20name/%5B%5D/status"',
    'One of <code dir="auto">new_<wbr>one</code>, <code dir="auto">sold</code>.',
    'One of these, which <code dir="auto">kind</code> says:',
    'id="operations/addThing/body/pet/One%20of%20these%2F1/lives"',
    ...['Any other field', 'No body.', '<a href="#operations/addThing">כלב &amp; &lt;i></a>'],
    ...[
      '<code dir="auto">&lt;/<wbr>code&gt;</code>',
      'id="operations/addThing/body/%3Cb%3E%22%26"',
    ],
  ]) {
    t.ok(html.includes(shown), shown);
  }
  for (const hidden of ['addThing/body/id"', 'addThing/201/secret"', '<script>', '<details']) {
    t.notOk(html.includes(hidden), hidden);
  }
});

async function guidesOf(t: Test, ...texts: readonly string[]) {
  const folder = await temporaryFolder(t);
  for (const [i, text] of texts.entries()) await writeFile(join(folder, `${i}.md`), `${text}\n`);
  return readGuides(folder, contract);
}
