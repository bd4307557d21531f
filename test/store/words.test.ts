// What other services share has no word of the store, which they would not understand.

import { globSync, readFileSync } from 'node:fs';
import t from 'tap';
import { parse } from 'yaml';
import { service } from '../../src/service.ts';

/** What every service has, as it is. */
const SHARED =
  '{src/platform,scripts,openapi/platform,test/{platform,scripts,support,deploy,bench,fuzz}}/**/*.*';
/** What is made, which git does not have. */
const OTHERS = /\/(?:dist|generated)\//;

interface Contract {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
  readonly components: { readonly schemas: object };
}

const { tags, paths, components }: Contract = parse(readFileSync('openapi/openapi.yaml', 'utf8'));

/** What the contract calls its things, and people do. */
const NAMES = [
  ...['pet', 'pets', 'animal', 'animals'],
  ...tags.map(({ name }) => name),
  ...Object.keys(components.schemas),
  ...Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ operationId }) => operationId ?? []),
  ),
  ...[service.product, service.name],
];

/** Words as people read them, whatever joins them. */
function wordsOf(text: string): string {
  const apart = text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_-]/g, ' ').toLowerCase();
  // Of these, everybody speaks.
  return apart.replaceAll(/\bin (?:\w+ ){0,3}order\b|\border (?:by|of|mark)\b|^ +order: \d/g, '');
}

/** Of a page that begins after `createPet`. */
const CURSOR = 'cursor=AAoyMDI2LTExLTIwAAljcmVhdGVQZXRMGH4Q';

const PATTERN = new RegExp(`\\b(?:${NAMES.map(wordsOf).join('|')})\\b`);

/** A line, with what its cursors contain. */
function decoded(line: string): string {
  const bytes = (cursor: string) => ` ${Buffer.from(cursor, 'base64url').toString('latin1')}`;
  return line.replaceAll(/(?<=cursor=)[\w-]+/g, (cursor) => cursor + bytes(cursor));
}

function isOfStore(line: string): boolean {
  return PATTERN.test(wordsOf(decoded(line))) || new RegExp(`\\b${service.keyPrefix}_`).test(line);
}

t.test('what services share has no word of the store', async (t) => {
  const files = globSync(SHARED).filter((file) => !OTHERS.test(file) && !/\.png$/.test(file));
  t.ok(files.includes('src/platform/app.ts'));
  const found = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, i) => (isOfStore(line) ? [`${file}:${i + 1} ${line.trim()}`] : []));
  });
  t.strictSame(found, []);
});

t.test('the search finds words in any form', async (t) => {
  const ofStore = [
    'listPets',
    'a pet_name',
    '/v1/pets',
    'Animal Store',
    'Order',
    'ask_0a1b',
    CURSOR,
  ];
  for (const line of ofStore) t.ok(isOfStore(line), line);
  const others = ['ORDER BY id', 'in the same order', 'repetition', 'task_1', 'borders', 'askMs'];
  for (const line of others) t.notOk(isOfStore(line), line);
});
