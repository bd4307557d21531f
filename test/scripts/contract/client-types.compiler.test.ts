// The types of clients as both versions of TypeScript see them, and what no client can express.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import {
  argumentsOf,
  type Contract,
  clientModule,
  completeContract,
  type Json,
  markEnums,
  modelOf,
  typesModule,
} from '../../../scripts/contract/index.ts';
import { compile } from '../../support/compiler.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { root } from '../../support/scripts.ts';
import { FEATURES, LIBRARY, OPERATIONS } from './library.ts';

const BASE_URL = 'http://127.0.0.1:3000/v1';
const STRICT =
  '--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noEmit --noUnusedLocals ' +
  '--noUnusedParameters --noImplicitReturns --noImplicitOverride --noPropertyAccessFromIndexSignature ' +
  '--skipLibCheck --target es2020 --lib es2020,dom ' +
  '--module esnext --moduleResolution bundler --allowImportingTsExtensions --pretty false';

const TYPES = join(root, 'node_modules/@types');

/** What the types of a contract say of an operation, in the words of its client. */
const COMPARISON = `
import * as Ours from './client.ts';
import type { $Read, $Write, operations } from './types.ts';

/** A value without the fields that have the mark of the other direction. */
type Shown<T, Own, Other> = T extends Other ? never
  : T extends Own ? Shown<T[keyof T & keyof Own], Own, Other>
  : T extends (infer E)[] ? Shown<E, Own, Other>[]
  : T extends object ? {
      [K in keyof T as Exclude<T[K], undefined> extends Other ? never : K]: Shown<T[K], Own, Other>;
    } : T;
type Readable<T> = Shown<T, $Read<unknown>, $Write<unknown>>;
type Writable<T> = Shown<T, $Write<unknown>, $Read<unknown>>;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Without the values that a newer service may return. */
type Known<T> = [Literals<T>] extends [never] ? T : Literals<T> | Exclude<T, string | number>;
type Literals<T> = T extends string ? (string extends T ? never : T)
  : T extends number ? (number extends T ? never : T) : never;
type Closed<T> = T extends readonly (infer Item)[] ? Closed<Item>[]
  : T extends object ? { [Key in keyof T]: Closed<Known<T[Key]>> } : T;
/** Also for lists that cannot be empty. */
type Lists<T> = T extends readonly (infer Item)[] ? Lists<Item>[]
  : T extends object ? { [Key in keyof T]: Lists<T[Key]> } : T;

type Id = keyof operations;
type Success = 200 | 201 | 202 | 203 | 204 | 303;
type BodyOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Responses<I extends Id> = operations[I]['responses'];
type Result<I extends Id> = {
  [S in keyof Responses<I> & Success]: Readable<BodyOf<Responses<I>[S]>>;
}[keyof Responses<I> & Success];
type Returned<I extends Id> = Closed<Exclude<Awaited<ReturnType<Ours.Client[I]>>, void>>;

type Part<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>;
/** Conditions are options of a call. */
type Conditions = 'If-Match' | 'If-None-Match';
type ParametersOf<T> = T extends { query?: infer Q; header?: infer H; path?: infer P }
  ? Part<Q> & Omit<Part<H>, Conditions> & Part<P> : never;
type Sent<I extends Id> = ParametersOf<operations[I]['parameters']>;
/** openapi-typescript gets a field wrong: an \`allOf\` of a union. */
type Compared<T> = 'hidden' extends keyof T ? Omit<T, 'hidden'> : T;
type Body<I extends Id> = operations[I] extends { requestBody?: infer B }
  ? Compared<Writable<BodyOf<NonNullable<B>>>> : never;
type Given<I extends Id, At extends number> = Lists<Compared<NonNullable<Parameters<Ours.Client[I]>[At]>>>;
`;

const EXPECTED = `
// Enums of responses can get more values, those of requests cannot.
const state: Ours.Book['state'] = 'lost';
// @ts-expect-error
const sent: Ours.NewBook['state'] = 'lost';
// @ts-expect-error A double cannot hold every id.
const id: Ours.GetBookParameters = { bookId: 7 };
// A value that was read is narrowed before it is sent.
const known: Ours.NewBook['state'] = Ours.expectBookState(state);
export const expected = [state, sent, id, known];
`;

const CONDITIONS = `
const client = Ours.createClient({ apiKey: 'key' });
const things = { 'is sold': true, 'X-Mode': 'fast' as const };
export async function replace(part: Ours.ReplacePartParameters, body: Body<'replacePart'>) {
  const { body: replaced, etag } = await client.replacePart.response(part, body);
  await client.replacePart(part, body, { ifMatch: etag });
  const found = await client.listThings.page(things, { ifNoneMatch: undefined });
  await client.listThings(found.next ?? things, { ifNoneMatch: found.etag });
  // @ts-expect-error A response that declares no tag may have none, which is no condition.
  await client.replacePart(part, body, { ifMatch: (await client.changePart.response(part)).etag });
  // @ts-expect-error Not of an operation that has no such condition.
  await client.listThings(things, { ifMatch: etag });
  // @ts-expect-error It is an option.
  await client.replacePart({ ...part, 'If-Match': etag }, body);
  return replaced;
}
`;

t.test('clients have the types of their contract, in all versions of TypeScript', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, file, more] of [
    ['library', join(LIBRARY, OPERATIONS), EXPECTED],
    ['features', FEATURES, CONDITIONS],
  ] as const) {
    const { contract } = await completeContract(file);
    await writeFile(join(folder, `${name}.ts`), clientModule(contract, BASE_URL));
    const types = await typesModule(modelOf(asClientsSee(contract.document)));
    await writeFile(join(folder, `${name}-types.ts`), types);
    const named = COMPARISON.replace('./client.ts', `./${name}.ts`);
    const imported = named.replace('./types.ts', `./${name}-types.ts`);
    const compared = `${imported}${comparisonsOf(contract)}${more}`;
    await writeFile(join(folder, `${name}-comparison.ts`), compared);
  }
  for (const version of ['typescript', 'typescript7', 'typescript50'] as const) {
    // They import the clients, which are checked as strictly.
    const compared = ['library-comparison.ts', 'features-comparison.ts'];
    // The types that they are compared with need a newer one.
    const files = version === 'typescript50' ? ['library.ts', 'features.ts'] : compared;
    const report = await compile([...STRICT.split(' '), ...files], { cwd: folder, version });
    t.equal(report, '', version);
    // Projects for Node alone have its types instead of those of browsers.
    const forNode = STRICT.replace('es2020,dom', `es2020 --types node --typeRoots ${TYPES}`);
    const alone = [...forNode.split(' '), 'library.ts'];
    t.equal(await compile(alone, { cwd: folder, version }), '', `${version} for Node`);
  }
});

/**
 * A contract in which what has a default is optional, which handlers always see, and in which ids
 * are as wide as their format says.
 */
function asClientsSee(document: Json): Json {
  return JSON.parse(JSON.stringify(document), (_key, part) => {
    if (typeof part !== 'object' || part === null) return part;
    // A field or a parameter can have these names.
    if (!('type' in part || 'allOf' in part)) return part;
    const { default: _default, 'x-response-format': _format, ...others } = part;
    return others;
  });
}

/** Compares the parameters, the body and the result of each operation. */
function comparisonsOf({ operations }: Contract): string {
  const lines = operations.flatMap((operation) => {
    const { operationId } = operation;
    const id = `'${operationId}'`;
    const given = argumentsOf(operation).map(({ name }, at) => {
      const theirs = name === 'body' ? `Body<${id}>` : `Sent<${id}>`;
      return `Same<Given<${id}, ${at}>, ${theirs}>`;
    });
    const result = `Same<Returned<${id}>, Exclude<Result<${id}>, undefined>>`;
    return [...given, result].map((type, i) => `export const ${operationId}${i}: ${type} = true;`);
  });
  return lines.join('\n');
}

const OBJECT = { type: 'object', properties: { a: { type: 'boolean' } } };

/** Makes the client of one operation, whose response has this schema. */
function clientOf(schema: object, own: object = {}, schemas: object = {}): string {
  const responses = { 200: { description: 'A.', content: { 'application/json': { schema } } } };
  const paths = { '/a': { get: { operationId: 'getA', responses, ...own } } };
  const info = { title: 'A', version: '1.0.0' };
  const contract = modelOf({ info, paths, components: { schemas } });
  markEnums(contract);
  return clientModule(contract, BASE_URL);
}

t.test('says of fields what they are, without links that lead nowhere', async (t) => {
  for (const [description, comment] of [
    ['A name, e.g. Bolt. It is short.', '/** A name, e.g. Bolt. */'],
    ['A count of\nwidgets:\n\n- one', '/**\n * A count of\n * widgets:\n */'],
    ['See [the guide](docs#guide).', '/** See the guide. */'],
    ['See [RFC 9110](https://example.org/a).', '/** See [RFC 9110](https://example.org/a). */'],
    ['Since version 1.5', '/** Since version 1.5 */'],
  ] as const) {
    const schema = { type: 'object', properties: { a: { type: 'string', description } } };
    const module = clientOf(schema, { description: 'Like [B](docs#b). Twice.' });
    t.ok(module.includes(`${comment}\n'a'?: string`), description);
    t.match(module, ' Like B. Twice.\n');
  }
});

t.test('says of parameters and fields how long they work, and what replaces them', (t) => {
  const ending = { deprecated: true, 'x-deprecated-since': '2026-11-21', 'x-sunset': '2030-12-05' };
  const schema = { type: 'string', description: 'A name.' };
  const parameter = { name: 'name', in: 'query', schema, ...ending, 'x-successor': 'getA' };
  const properties = {
    name: { ...schema, ...ending, 'x-successor': 'title' },
    title: { type: 'string' },
    size: { type: 'integer', ...ending },
  };
  const module = clientOf({ type: 'object', properties }, { parameters: [parameter] });
  const since = '@deprecated Since 2026-11-21. It may be removed from 2030-12-05 on';
  t.match(module, `/**\n * A name.\n *\n * ${since}: use \`title\`.\n */\n'name'?: string;`);
  t.match(module, `/**\n * A name.\n *\n * ${since}: use {@link Client.getA}.\n */\n'name'?: str`);
  t.match(module, `/** ${since}. */\n'size'?: number;`);
  t.end();
});

t.test('gives types names that neither the client nor another type has', async (t) => {
  const names = ['Response', 'Client', 'GetAParameters', 'a-b', 'a.b', '1', 'Promise', 'APIError'];
  const schemas = Object.fromEntries(names.map((name) => [name, OBJECT]));
  const fields = names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]);
  const schema = { type: 'object', properties: Object.fromEntries(fields) };
  const parameters = [{ name: 'id', in: 'query', schema: { type: 'string' } }];
  const module = clientOf(schema, { parameters }, schemas);
  const declared = [...module.matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(
    ([, one]) => one,
  );
  t.equal(new Set(declared).size, declared.length);
  for (const name of ['ResponseSchema', 'ClientSchema', 'AB', 'ABSchema', 'Type1', 'APIError']) {
    t.ok(declared.includes(name), name);
  }
});

t.test('closes an enum that chooses a branch, and no other of this name', (t) => {
  const kind = { type: 'string', enum: ['a', 'b'] };
  const size = { type: 'integer', enum: [1, 2], 'x-closed': true };
  const branch = (name: string) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: [name] } },
  });
  const schemas = {
    Other: { type: 'object', properties: { kind, size } },
    A: branch('A'),
    B: branch('B'),
  };
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const union = { oneOf: [refer('A'), refer('B')], discriminator: { propertyName: 'kind' } };
  const schema = { type: 'object', properties: { union, other: refer('Other') } };
  const module = clientOf(schema, {}, schemas);
  t.match(module, "'kind': 'A';", 'or no branch could be told from the others');
  t.match(module, "'kind'?: 'a' | 'b' | (string & {});");
  t.match(module, "'size'?: 1 | 2;", 'and one whose values are the whole');
  t.end();
});
