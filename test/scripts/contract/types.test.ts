import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { typesModule } from '../../../scripts/contract/index.ts';
import { features } from '../../contract/features.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { root } from '../../support/scripts.ts';

/*
 * The types of the contract with every feature, with handlers that are to compile, and lines that
 * are not to.
 */

const HANDLERS = `
import type { operations } from './types.mts';
import type { HandlerOf } from '${root}/src/contract/handler.ts';
type Create = HandlerOf<operations['createThing']>;
type List = HandlerOf<operations['listThings']>;
type Remove = HandlerOf<operations['deletePart']>;

export const good: Create[] = [
  () => ({ status: 202 }),
  () => ({ status: 201, body: { id: 1n, name: 'a' } }),
  () => ({ status: 201, body: { id: 1n, name: 'a', nothing: null, owner: { name: 'a' } } }),
  () => ({ status: 201, body: { id: 1n, name: 'a', both: { a: 1n, c: true }, deep: {} } }),
  ({ params, query, body }, reply) => {
    query.limit satisfies number;
    body.name satisfies string;
    body.secret satisfies string;
    body.code satisfies string | undefined;
    body.mark satisfies 'a' | 'b' | 'c';
    body.deep.big satisfies bigint;
    body.both?.a satisfies bigint | undefined;
    if (body.owner) body.owner.age satisfies number;
    body.nothing satisfies null | undefined;
    // @ts-expect-error A client cannot send what is read-only.
    body.id satisfies bigint;
    // @ts-expect-error The path has no parameters.
    params.thing_id;
    reply.header('Location', '/1');
    return { status: 202 };
  },
];

export const bad: Create[] = [
  // @ts-expect-error The fields that are required are missing.
  () => ({ status: 201, body: {} }),
  // @ts-expect-error So is one of them.
  () => ({ status: 201, body: { name: 'a' } }),
  // @ts-expect-error So is one that another part of an allOf requires.
  () => ({ status: 201, body: { id: 1n, name: 'a', both: { b: 'a', c: true } } }),
  // @ts-expect-error A response has nothing that is write-only.
  () => ({ status: 201, body: { id: 1n, name: 'a', secret: 's' } }),
  // @ts-expect-error Nor has what comes from elsewhere.
  () => {
    const row = { id: 1n, name: 'a', secret: 's' };
    return { status: 201, body: row };
  },
  // @ts-expect-error It is always null.
  () => ({ status: 201, body: { id: 1n, name: 'a', nothing: 'x' } }),
  // @ts-expect-error There is no such mark.
  () => ({ status: 201, body: { id: 1n, name: 'a', mark: 'd' } }),
  // @ts-expect-error There is a body.
  () => ({ status: 201 }),
  // @ts-expect-error Errors are thrown.
  () => ({ status: 404, body: {} }),
  // @ts-expect-error Which of the statuses?
  () => ({ id: 1n, name: 'a' }),
];

// One part of its allOf has no fields.
export const parts: Create = () => ({ status: 201, body: { id: 1n, name: 'a', both: { a: 1n } } });

// @ts-expect-error It is an object, though all of its fields are optional.
export const list: List = () => [{ id: 1n, name: 'a', fields: 'x' }];

export const remove: Remove = async ({ params, body }, reply) => {
  params.thing_id satisfies bigint;
  body satisfies undefined;
  reply.header('Location', '/1');
  // @ts-expect-error The contract declares a text.
  reply.header('Location', 1);
  return { status: 303 };
};

export const others: { [Id in 'listThings' | 'changePart']: HandlerOf<operations[Id]> } = {
  listThings: ({ query, headers }, reply) => {
    query.ids satisfies readonly bigint[] | undefined;
    query.states satisfies readonly ('a' | 'b')[];
    headers['x-mode'] satisfies 'fast' | 'slow';
    headers['x-count'] satisfies number | undefined;
    reply.header('X-Done', true);
    return [{ id: 1n, name: 'a' }];
  },
  changePart: ({ body }) => {
    body?.a satisfies bigint | undefined;
    // @ts-expect-error The body may be left out.
    body.a;
    return undefined;
  },
};
`;

t.test('handlers take and return what the contract says', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'types.mts'), await typesModule(features));
  await writeFile(join(folder, 'handlers.mts'), HANDLERS);
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const files = [join(folder, 'handlers.mts')];
  const { rootDir: _, ...others } = options;
  const program = ts.createProgram(files, { ...others, noEmit: true, types: ['node'] });
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  t.same(found, []);
});
