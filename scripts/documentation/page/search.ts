import { ERROR_CODES } from '../../../src/error-codes.ts';
import { type FoundOperation, referredName, type Schemas } from '../../contract/index.ts';
import { describeSchema, type Part } from '../described/schema.ts';
import { anchorsIn, errorAnchor, inOperation, operationAnchor } from './anchors.ts';
import { type Guide, guidesIn } from './guides.ts';
import type { FoundObject } from './objects.ts';
import { ownHeaders } from './operation.ts';
import { parametersOf } from './parameters.ts';
import { plainText } from './prose.ts';
import type { Shared } from './shared.ts';
import type { Site } from './site.ts';

/*
 * What can be found by searching. The browser makes an index of it.
 */

interface Entry {
  readonly kind:
    | 'guide'
    | 'operation'
    | 'object'
    | 'parameter'
    | 'field'
    | 'header'
    | 'error'
    | 'note'
    | 'document'
    | 'release';
  readonly title: string;
  /** What it is part of. */
  readonly context: string;
  readonly text: string;
  /** Of an operation. */
  readonly method?: string;
  readonly isDeprecated?: true;
  /** What it is searched by before all else. */
  readonly words?: string;
  /** Where it is on the page with the documentation. */
  readonly anchor?: string;
  /** Where it is otherwise, from the root of the service. */
  readonly path?: string;
}

/** What readers ask for by other words than those of the headings. */
const WORDS: Readonly<Record<string, string>> = {
  'first-steps': 'getting started quickstart quick start tutorial hello world',
  'base-addresses': 'base url server host endpoint environment production staging sandbox',
  authentication: 'API key token bearer Authorization login',
  scopes: 'scope permission',
  'rate-limits': 'rate limit quota throttling plan',
  bans: 'ban banned blocked',
  errors: 'error codes status',
  'idempotent-requests': 'idempotency idempotent retry duplicate',
  pagination: 'page next cursor paging',
  '64-bit-integers': 'bigint int64 precision rounding',
  clients: 'SDK client library JavaScript TypeScript generator codegen',
  browsers: 'CORS origin preflight frontend',
  'http-methods': 'delete remove update change edit PUT PATCH HEAD OPTIONS',
  versions: 'version versioning breaking',
  deprecation: 'deprecated deprecation sunset',
  stability: 'experimental beta stable',
  'error-insufficient_scope': 'forbidden 403',
  'error-api_key_missing': 'unauthorized 401',
  'error-pet_not_found': 'not found 404',
};

/** What there is not, and what to do instead. */
const ABSENT: readonly Entry[] = [
  {
    kind: 'note',
    title: 'There are no webhooks or events: list what you need',
    context: 'Pagination',
    text: '',
    words: 'webhook event notification callback subscribe stream',
    anchor: 'pagination',
  },
];

const DOCUMENTS: readonly Entry[] = [
  ['Changelog', 'docs/changelog', 'changelog release notes history'],
  ['Markdown', 'docs.md', 'markdown LLM text'],
  ['OpenAPI in JSON', 'openapi.json', 'OpenAPI Swagger contract schema specification JSON Postman'],
  ['OpenAPI in YAML', 'openapi.yaml', 'YAML'],
].map(([title = '', path = '', words = '']) => {
  return { kind: 'document', title, context: path, text: '', words, path };
});

/** All that can be found, as JSON. */
export function searchEntries(site: Site, changelog: string): string {
  const { guides, operations, objects, schemas, shared } = site;
  return JSON.stringify([
    ...operations.flatMap((found) => operationEntries(found, schemas, shared)),
    ...objects.flatMap(objectEntries),
    ...guideEntries(guides),
    ...errorEntries(),
    ...ABSENT,
    ...DOCUMENTS,
    ...guidesIn(changelog).guides.map(releaseEntry),
  ]);
}

function releaseEntry({ id, title, markdown }: Guide): Entry {
  const text = plainText(markdown);
  return { kind: 'release', title, context: 'Changelog', text, path: `docs/changelog#${id}` };
}

function guideEntries(guides: readonly Guide[]): Entry[] {
  return guides.flatMap((guide) =>
    guide.sections.map(({ id, title, text }) => {
      const context = title === guide.title ? '' : guide.title;
      const words = WORDS[id];
      return { kind: 'guide', title, context, anchor: id, text, ...(words && { words }) };
    }),
  );
}

function operationEntries(
  { operation, method, path }: FoundOperation,
  schemas: Schemas,
  shared: Shared,
): Entry[] {
  const { operationId, summary, description = '', requestBody } = operation;
  const [media] = Object.values(requestBody?.content ?? {});
  const body = describeSchema(media?.schema, schemas, 'request');
  const name = referredName(media?.schema ?? {});
  const anchor = inOperation(operationId, 'body');
  const parameters = parametersOf(operation, schemas);
  const headers = ownHeaders(operation, schemas, shared);
  return [
    {
      kind: 'operation',
      title: summary,
      context: path,
      anchor: operationAnchor(operationId),
      text: plainText(description),
      words: `${operationId} ${method} ${path}`,
      method: method.toUpperCase(),
      ...(operation.deprecated && { isDeprecated: true }),
    },
    ...parameters.map((one) => entryOf('parameter', one.name, `${summary}, ${one.in}`, one)),
    ...(name ? [entryOf('object', name, `${summary}, body`, { ...body, anchor })] : []),
    ...fieldEntries(body.parts, anchor, `${summary}, body`),
    ...headers.map((one) => entryOf('header', one.name, summary, one)),
  ];
}

function objectEntries(found: FoundObject): Entry[] {
  const { name, parts, anchor } = found;
  return [entryOf('object', name, '', found), ...fieldEntries(parts, anchor, name)];
}

/** What the table of all errors describes. */
function errorEntries(): Entry[] {
  return Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => {
    const text = plainText(meaning);
    const anchor = errorAnchor(code);
    const words = WORDS[anchor];
    return {
      kind: 'error',
      title: code,
      context: `${status}`,
      anchor,
      text,
      ...(words && { words }),
    };
  });
}

function fieldEntries(parts: readonly Part[], anchor: string, context: string): Entry[] {
  return anchorsIn(parts, anchor)
    .filter(([part]) => part.required !== undefined)
    .map(([part, inner]) => entryOf('field', part.title, context, { ...part, anchor: inner }));
}

function entryOf(
  kind: Entry['kind'],
  title: string,
  context: string,
  { anchor, description }: { readonly anchor: string; readonly description: string },
): Entry {
  return { kind, title, context, anchor, text: plainText(description) };
}
