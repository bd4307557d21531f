import { marked } from 'marked';
import t from 'tap';
import { addCodeSamples } from '../../scripts/generate/code-samples.ts';
import { completeContract } from '../../scripts/generate/complete.ts';
import type { Json } from '../../scripts/generate/json.ts';
import { splitGuides } from '../../scripts/generate/markdown/guides.ts';
import { markdownDocuments } from '../../scripts/generate/markdown/index.ts';
import { releasesIn } from '../../scripts/generate/releases.ts';

/*
 * What is made of a contract, of guides and of a changelog for programs to read.
 */

const BASE_URL = 'http://127.0.0.1:3000/v1';

t.test('describes every feature of OpenAPI that is supported', async (t) => {
  const { document } = await completeContract('test/contract/features/openapi.yaml');
  addCodeSamples(document);
  const { operations } = markdownDocuments(document, BASE_URL);
  t.ok(operations.length > 50);
  for (const { operationId, summary, text } of operations) {
    t.notMatch(text, /\bundefined\b|\[object /, operationId);
    const [title] = marked.lexer(text);
    t.match(title, { type: 'heading', depth: 1, text: summary });
  }
  const words = operations.map(({ text }) => text).join('\n');
  for (const name of namesIn(document)) t.ok(words.includes(`\`${name}\``), name);
});

/** What an operation with this schema as the body of a request and of its response says of it. */
const SCHEMAS: [schema: Json, request: string, response?: string][] = [
  [{ type: 'string', minLength: 2, maxLength: 2 }, 'string. Exactly 2 characters.'],
  [
    { type: 'string', maxLength: 1, pattern: '^`a`$' },
    'string. At most 1 character. Matches ``^`a`$``.',
  ],
  [{ type: 'string', pattern: '`' }, 'string. Matches `` ` ``.'],
  [{ type: 'string', const: '' }, 'string. Always `""`.'],
  [{ type: ['string', 'null'], enum: ['a', null] }, 'string or null. One of `a`, `null`.'],
  [{ type: 'integer', minimum: 0, exclusiveMaximum: 9 }, 'integer. At least 0 and less than 9.'],
  [{ type: 'integer', format: 'int32', minimum: 1, maximum: 9 }, 'integer, int32. 1 to 9.'],
  [{ type: 'number', multipleOf: 0.5, default: 1.5 }, 'number. A multiple of 0.5. Default `1.5`.'],
  [
    {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', description: 'A word.' },
    },
    'array of string. At least 1 item. No item twice.\n\n- Each item (string): A word.',
  ],
  [
    { type: 'object', maxProperties: 3, additionalProperties: { type: 'boolean' } },
    'object. At most 3 fields.\n\n- Any other field (boolean)',
  ],
  [{ type: 'object', additionalProperties: true }, 'object\n\n- Any other field: any JSON value.'],
  [
    {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'string', deprecated: true, example: 'x' },
        b: { type: 'string', readOnly: true },
        c: { type: 'string', writeOnly: true },
      },
      additionalProperties: false,
    },
    'object\n\n- `a` (string, required): Deprecated. Example: `x`.\n- `c` (string, optional): Write-only: not in responses.\n- No other fields.',
    'object\n\n- `a` (string, required): Deprecated. Example: `x`.\n- `b` (string, optional): Read-only: not in requests.',
  ],
  [
    { allOf: [{ $ref: '#/components/schemas/Named' }], description: 'Mine.', default: {} },
    'Named. Mine. Default `{}`.\n\n- `name` (string, required)',
  ],
  [
    { $ref: '#/components/schemas/Tree' },
    'Tree\n\n- `leaves` (array of Tree, optional)\n  - Each item (Tree)\n    - As described above for `Tree`.',
  ],
  [
    {
      discriminator: { propertyName: 'kind' },
      oneOf: [{ $ref: '#/components/schemas/Named' }, { type: 'null', description: 'None.' }],
    },
    'one of several\n\n- One of these, which `kind` says:\n  - Named\n    - `name` (string, required)\n  - null: None.',
  ],
  [
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    'one of several\n\n- One or more of these:\n  - string\n  - integer',
  ],
  [{}, 'any JSON value'],
  [
    {
      type: 'object',
      properties: {
        a: { type: 'string', maxLength: 3, description: 'One\ntwo.\n\n- three\n- four' },
      },
    },
    'object\n\n- `a` (string, optional): One two. At most 3 characters.\n\n  - three\n  - four',
  ],
];

t.test('describes a value in the words of its schema', async (t) => {
  for (const [schema, request, response = request] of SCHEMAS) {
    const text = textOf({
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 200: { description: 'Done.', content: { 'application/json': { schema } } } },
    });
    const own = response.replace('\n- No other fields.', '');
    t.ok(text.includes(`Body: \`application/json\`, ${request}\n\n## Responses`), text);
    t.ok(text.includes(`Done.\n\nBody: \`application/json\`, ${own}\n`), text);
  }
});

t.test('describes bodies that are not JSON, or not there', async (t) => {
  const text = textOf({
    requestBody: {
      required: true,
      content: { 'text/plain': { schema: { type: 'string' }, example: 'a\n```\nb' } },
    },
    responses: {
      200: { description: 'A file.', content: { 'application/octet-stream': {} } },
      204: { description: 'Nothing.' },
    },
  });
  t.match(
    text,
    '## Request body (required)\n\nBody: `text/plain`, string\n\nExample:\n\n````\na\n```\nb\n````\n',
  );
  t.match(text, '### 200\n\nA file.\n\nBody: `application/octet-stream`, bytes\n');
  t.match(text, '### 204\n\nNothing.\n\nNo body.\n');
  t.notMatch(text, '## Errors');
});

t.test('names each header once, with the statuses that have it', async (t) => {
  const header = (description: string) => ({
    description,
    required: true,
    schema: { type: 'string' },
  });
  const every = { 'X-Every': { ...header('In all.'), example: 'a "b"' } };
  const text = textOf({
    responses: {
      200: { description: '', headers: { ...every, Link: header('Next.') } },
      201: {
        description: '',
        headers: { ...every, Link: header('Other.'), 'X-Most': header('Most.') },
      },
      204: {
        description: '',
        headers: { ...every, 'X-Most': header('Most.'), 'X-May': { schema: {} } },
      },
    },
  });
  t.match(
    text,
    [
      '## Response headers\n',
      '- `X-Every` (string, in every response): In all. Example: `a "b"`.',
      '- `Link` (string, in 200): Next.',
      '- `Link` (string, in 201): Other.',
      '- `X-Most` (string, in every response but 200): Most.',
      '- `X-May` (any JSON value, may be in 204)',
    ].join('\n'),
  );
});

t.test('makes a document of each guide, and leads from one to the other', async (t) => {
  const { introduction, guides } = splitGuides(
    [
      'See [the first](#the-first).\n',
      '## The first\n',
      'Read `[x](#y)` or [part](#a-part),\nthen [more](#second-part). And so on.\n',
      '### A part\n',
      '```md\n## No heading\n[no link](#second)\n```\n',
      '## Second\n',
      '### Second part\n',
      '[Back](#a-part), or [elsewhere](#operations):\n',
    ].join('\n'),
  );
  t.equal(introduction, 'See [the first](site:docs/guides/the-first.md).');
  t.strictSame(guides, [
    {
      id: 'the-first',
      title: 'The first',
      summary: 'Read `x` or part, then more.',
      text: '# The first\n\nRead `[x](#y)` or [part](#a-part),\nthen [more](site:docs/guides/second.md#second-part). And so on.\n\n## A part\n\n```md\n## No heading\n[no link](#second)\n```\n',
    },
    {
      id: 'second',
      title: 'Second',
      summary: 'Back, or elsewhere.',
      text: '# Second\n\n## Second part\n\n[Back](site:docs/guides/the-first.md#a-part), or [elsewhere](site:docs#operations):\n',
    },
  ]);
});

t.test('finds the releases in a changelog', async (t) => {
  const changelog = [
    '# Changelog\n\nWords.\n',
    '## Unreleased\n\n- Later\n',
    '## 1.1.0 (2027-01-02)\n\n- `b`\n\n### More\n',
    '## 1.0.0 (2026-11-21)\n\n- a\n',
  ].join('\n');
  t.match(releasesIn(changelog), [
    {
      version: '1.1.0',
      date: '2027-01-02',
      id: '1-1-0-2027-01-02',
      html: /<code>b<\/code>.*<h3>More/s,
    },
    { version: '1.0.0', date: '2026-11-21', title: '1.0.0 (2026-11-21)', html: /<li>a/ },
  ]);
  t.equal(releasesIn(changelog).length, 2);
});

/** The Markdown of an operation. */
function textOf(operation: Json): string {
  const get = { operationId: 'read', summary: 'Read', 'x-stability': 'beta', ...operation };
  const schemas = {
    Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    Tree: {
      type: 'object',
      properties: { leaves: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    },
  };
  const contract = { info: {}, paths: { '/things': { get } }, components: { schemas } };
  return markdownDocuments(contract, BASE_URL).operations[0]?.text ?? '';
}

/** The names of all parameters, headers and fields. */
function namesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn);
  if (typeof part !== 'object' || part === null) return [];
  const { name, in: place, properties, headers } = part as Record<string, object | string>;
  const named = [properties, headers].flatMap((names) =>
    typeof names === 'object' ? Object.keys(names) : [],
  );
  const own = typeof name === 'string' && typeof place === 'string' ? [name] : [];
  return [...own, ...named, ...Object.values(part).flatMap(namesIn)];
}
