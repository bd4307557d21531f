// The complete contract: whoever edits an operation edits openapi.yaml alone, and what holds for
// every operation follows.

import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import t, { type Test } from 'tap';
import { completeContract } from '../../../scripts/contract/index.ts';
import { changeFile, root } from '../../support/scripts.ts';
import { copyLibrary, FEATURES, OPERATIONS, OVERLAY } from './library.ts';

interface Operation {
  readonly responses: Record<string, { readonly headers: Record<string, { example: unknown }> }>;
}

/** The lines that deprecate an operation. */
const DEPRECATION = `      deprecated: true
      x-deprecated-since: "2026-11-21"
      x-sunset: "2030-12-05"
      x-successor: listBooks
`;
const BODY = ' {6}requestBody:\\n(?: {8}.*\\n)+';
const ANNOUNCEMENTS = ['Deprecation', 'Link', 'Sunset'];

t.test('what an operation says of itself decides its errors and its headers', async (t) => {
  for (const [says, path, method, edit, statuses, headers] of [
    ['deprecated', '/books', 'post', [of('addBook', ''), DEPRECATION], ['+410'], ANNOUNCEMENTS],
    ['not deprecated', '/books/{bookId}', 'get', [DEPRECATION, ''], ['-410'], ANNOUNCEMENTS],
    ['without a body', '/books', 'post', [of('addBook', BODY), ''], ['-413'], []],
    ['beta', '/books', 'post', [of('addBook', ': stable'), ': beta'], [], ['X-Stability']],
  ] as const) {
    const { responses: before } = await operation(t, path, method);
    const { responses: after } = await operation(t, path, method, ...edit);
    const added = missing(before, after).map((status) => `+${status}`);
    const removed = missing(after, before).map((status) => `-${status}`);
    t.strictSame([...added, ...removed], statuses, says);
    for (const [status, { headers: own }] of Object.entries(after)) {
      const others = before[status]?.headers ?? own;
      const expected = status === '410' ? [] : headers;
      t.strictSame([...missing(own, others), ...missing(others, own)], expected, status);
    }
  }
});

t.test('examples show what depends on the operation', async (t) => {
  const { responses } = await operation(t, '/books/{bookId}', 'get');
  const headersOf = (status: string) =>
    Object.entries(responses[status]?.headers ?? {}).map(([name, { example }]) => [name, example]);
  const { Allow } = Object.fromEntries(headersOf('405'));
  t.equal(Allow, 'GET, HEAD');
  t.match(Object.fromEntries(headersOf('403')), {
    'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="books:read"',
    Deprecation: `@${Date.parse('2026-11-21') / 1_000}`,
    Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    Link: '</v1/books>; rel="successor-version"',
  });
  const { examples } = (responses['410'] as unknown as Removed).content['application/json'];
  t.equal(
    examples.operationRemoved.value.message,
    'getBook was removed on 2030-12-05: use listBooks (GET /v1/books).',
  );
});

t.test('examples of limits are those of the first plan that has some', async (t) => {
  const file = join(await copyLibrary(t), OPERATIONS);
  const overlay = relative(dirname(file), join(root, 'openapi/platform/every-operation.yaml'));
  // The overlay has it, too.
  await changeFile(file, /^security:\n {2}- apiKey: \[\]\n/m, '');
  await changeFile(file, /^x-overlays: .*/m, `x-overlays: [${overlay}]`);
  const plans = { agreed: 'custom', small: { perMinute: 7, perDay: 50 } } as const;
  const shown = { keyPrefix: 'lib', plans, usageCursor: () => '' };
  const { document } = await completeContract(file, { shown });
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const responses = paths['/books']?.get?.responses ?? {};
  const examples = (status: string) =>
    Object.entries(responses[status]?.headers ?? {})
      .filter(([name]) => /^X-RateLimit-(?:Limit|Remaining)|^RateLimit/.test(name))
      .map(([, { example }]) => example);
  t.strictSame(examples('200'), [
    7,
    6,
    '"minute";q=7;w=60, "day";q=50;w=86400',
    '"minute";r=6;t=60, "day";r=49;t=86400',
  ]);
  t.strictSame(examples('429'), [
    7,
    0,
    '"minute";q=7;w=60, "day";q=50;w=86400',
    '"minute";r=0;t=42, "day";r=43;t=86382',
  ]);
  t.strictSame(examples('401'), [60, 59, '"minute";q=60;w=60', '"minute";r=59;t=60']);
});

t.test('enums of responses say whether more values may come', async (t) => {
  const { document } = await completeContract(FEATURES);
  t.match(document.components, {
    schemas: {
      Kind: { enum: ['a', 'b', 'c'], 'x-extensible-enum': ['a', 'b', 'c'], 'x-closed': undefined },
      Dog: {
        properties: { kind: { 'x-closed': true, 'x-extensible-enum': undefined } },
      },
      Thing: { properties: { step: { 'x-closed': true, 'x-extensible-enum': undefined } } },
    },
  });
  const [states] = Object.values(document.paths as object)
    .flatMap(({ get }) => get?.parameters ?? [])
    .filter(({ name }) => name === 'states');
  t.same(states.schema.items, { type: 'string', enum: ['a', 'b'] }, 'nothing of requests');
});

t.test('a key without a value hides nothing that an overlay adds', async (t) => {
  const folder = await copyLibrary(t);
  const overlay = `actions:
  - target: $
    update: { components: { headers: { Retry-After: { description: Added. } } } }
`;
  await writeFile(join(folder, 'added.yaml'), overlay);
  const file = join(folder, OPERATIONS);
  await changeFile(file, /^ {2}headers:\n(?: {4}.*\n|\n)*/m, '  headers:\n');
  await changeFile(file, /^x-overlays: .*/m, `x-overlays: [added.yaml, ${OVERLAY}]`);
  const { document, origins } = await completeContract(file);
  t.match(JSON.stringify(document), '"Retry-After":{"description":"Added."}');
  t.strictSame(origins.replaced, [['components', 'headers']], 'and is reported');
});

interface Removed {
  readonly content: {
    readonly 'application/json': {
      readonly examples: { readonly operationRemoved: { readonly value: { message: string } } };
    };
  };
}

/** An operation of the complete contract, after an edit of openapi.yaml alone. */
async function operation(t: Test, path: string, method: string, text?: string | RegExp, put = '') {
  const file = join(await copyLibrary(t), OPERATIONS);
  if (text) await changeFile(file, text, put);
  const { paths } = (await completeContract(file)).document;
  return (paths as Record<string, Record<string, Operation>>)[path]?.[method] as Operation;
}

/** What follows the name of an operation. */
function of(operationId: string, text: string) {
  return new RegExp(`(?<=operationId: ${operationId}\\n(?:.*\\n)*?.*)${text}`);
}

/** The keys of the second object that the first does not have. */
function missing(there: object, from: object): string[] {
  return Object.keys(from)
    .filter((key) => !(key in there))
    .sort();
}
