// What the search of the documentation finds.

import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import { NAME, type Operation } from '../../contract/index.ts';
import { errorCodes } from '../../error-codes.ts';
import { describeSchema, type Part } from '../schemas/describe-schema.ts';
import { type Section, sectionsIn } from '../sections.ts';
import { anchorOf, anchorsIn, errorAnchor } from './anchors.ts';
import { parametersOf } from './parameters.ts';
import { plainText } from './prose.ts';
import { ownHeaders } from './shared.ts';
import type { Site } from './site.ts';

/** A page, section or name that can be found. The browser makes an index of all entries. */
interface Entry {
  readonly kind: string;
  readonly title: string;
  /** The part of the documentation that contains the entry. */
  readonly context: string;
  readonly text?: string;
  /** Only of an operation. */
  readonly method?: string;
  readonly isDeprecated?: boolean;
  /** Words that count more than those of the title. */
  readonly words?: string;
  /** The place on the page with the documentation. */
  readonly anchor?: string;
  /** The address of an entry elsewhere, from the root of the service. */
  readonly path?: string;
}

/** What a file `search.yaml` beside guides adds. */
interface Additions {
  /** What readers search for, by anchor. */
  readonly words?: Readonly<Record<string, string>>;
  /** An entry whose anchor is of an operation is there if the operation is. */
  readonly entries?: readonly Entry[];
}

/** The page of the account. */
const ACCOUNT_PATH = 'docs/account';

/** All entries, as JSON. */
export function searchEntries(
  site: Site,
  changelog: string,
  guidesFolders: readonly string[],
): string {
  const additions = guidesFolders.map(additionsIn);
  const entries = additions.flatMap((one) => one.entries ?? []);
  const found: Entry[] = [
    ...site.operations.flatMap((one) => operationEntries(one, site)),
    ...site.objects.flatMap(({ name, anchor, description, parts }) => [
      entry('object', name, '', anchor, description),
      ...fieldEntries(parts, anchor, name),
    ]),
    ...site.guides.flatMap(guideEntries),
    ...errorEntries(),
  ];
  const withWords = found.map((one) => {
    const added = additions.map(({ words }) => words?.[one.anchor ?? '']);
    const words = [one.words, ...added].filter((text) => text !== undefined);
    return { ...one, ...(words.length > 0 && { words: words.join(' ') }) };
  });
  return JSON.stringify([
    ...withWords,
    ...entries.filter((one) => isOfSite(one, site)),
    ...sectionsIn(changelog, 2).sections.map(releaseEntry),
  ]);
}

/** What readers call operations that change or remove something, whatever their summaries say. */
const VERBS = new Map([
  ['put', 'replace update'],
  ['patch', 'change update edit modify'],
  ['delete', 'remove'],
]);

function additionsIn(folder: string): Additions {
  const file = join(folder, 'search.yaml');
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};
}

/** Whether the operation that an entry leads to, if it leads to one, is there. */
function isOfSite({ anchor = '', path }: Entry, { operations, account }: Site): boolean {
  const [, operationId] = /^operations\/(\w+)/.exec(anchor) ?? [];
  if (path === ACCOUNT_PATH) return account !== undefined;
  return !operationId || operations.some((one) => one.operationId === operationId);
}

function entry(
  kind: string,
  title: string,
  context: string,
  anchor: string,
  markdown: string,
): Entry {
  return { kind, title, context, anchor, text: plainText(markdown) };
}

function operationEntries(operation: Operation, { basePath, shared }: Site): Entry[] {
  const { operationId, summary, description = '', method, route, requestBody } = operation;
  const schema = requestBody?.body?.schema;
  const body = schema && describeSchema(schema, 'request');
  const bodyAnchor = anchorOf('operations', operationId, 'body');
  const bodyName = schema?.[NAME];
  const inBody = `${summary}, body`;
  // Those of an object are found where it is described.
  const ownParts = body && !body.object ? body.parts : [];
  return [
    {
      ...entry('operation', summary, route, anchorOf('operations', operationId), description),
      words: `${operationId} ${method} ${basePath}${route} ${VERBS.get(method) ?? ''}`.trim(),
      method: method.toUpperCase(),
      isDeprecated: operation.deprecation !== undefined,
    },
    ...parametersOf(operation).map((one) =>
      entry('parameter', one.name, `${summary}, ${one.in}`, one.anchor, one.description),
    ),
    ...(body && bodyName ? [entry('object', bodyName, inBody, bodyAnchor, body.description)] : []),
    ...fieldEntries(ownParts, bodyAnchor, inBody),
    ...ownHeaders(operation, shared).map((one) =>
      entry('header', one.name, summary, one.anchor, one.description),
    ),
  ];
}

function fieldEntries(parts: readonly Part[], anchor: string, context: string): Entry[] {
  return anchorsIn(parts, anchor)
    .filter(([part]) => part.required !== undefined)
    .map(([part, inner]) => entry('field', part.title, context, inner, part.description));
}

function guideEntries({ id, title, markdown }: Section): Entry[] {
  const { introduction, sections } = sectionsIn(markdown, 3);
  return [
    entry('guide', title, '', id, introduction),
    ...sections.map((one) => entry('guide', one.title, title, one.id, one.markdown)),
  ];
}

function errorEntries(): Entry[] {
  return Object.entries(errorCodes()).map(([code, { status, meaning }]) => ({
    ...entry('error', code, `${status}`, errorAnchor(code), meaning),
    words: `${STATUS_CODES[status]}`,
  }));
}

function releaseEntry({ id, title, markdown }: Section): Entry {
  const text = plainText(markdown);
  return { kind: 'release', title, context: 'Changelog', text, path: `docs/changelog#${id}` };
}
