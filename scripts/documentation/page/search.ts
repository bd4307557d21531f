import { ERROR_CODES } from '../../../src/contract/error-codes.ts';
import { type FoundOperation, referredName, type Schemas } from '../../contract/index.ts';
import { describeSchema, type Part } from '../described/schema.ts';
import { anchorsIn, errorAnchor, inOperation, operationAnchor } from './anchors.ts';
import type { Guide } from './guides.ts';
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
  readonly kind: 'guide' | 'operation' | 'object' | 'parameter' | 'field' | 'header' | 'error';
  readonly title: string;
  /** What it is part of. */
  readonly context: string;
  readonly anchor: string;
  readonly text: string;
  /** What it is searched by before all else. */
  readonly words?: string;
}

/** What readers ask for by other words than those of the headings. */
const WORDS: Readonly<Record<string, string>> = {
  authentication: 'API key token bearer Authorization',
  browsers: 'CORS origin preflight',
  'http-methods': 'delete remove update change edit PUT PATCH HEAD OPTIONS',
};

/** All that can be found, as JSON. */
export function searchEntries({ guides, operations, objects, schemas, shared }: Site): string {
  return JSON.stringify([
    ...operations.flatMap((found) => operationEntries(found, schemas, shared)),
    ...objects.flatMap(objectEntries),
    ...guideEntries(guides),
    ...errorEntries(),
  ]);
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
      context: `${method.toUpperCase()} ${path}`,
      anchor: operationAnchor(operationId),
      text: plainText(description),
      words: operationId,
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
    return { kind: 'error', title: code, context: `${status}`, anchor: errorAnchor(code), text };
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
