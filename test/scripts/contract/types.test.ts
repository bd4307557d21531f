import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { parse } from 'yaml';
import { typesModule } from '../../../scripts/contract/index.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { root } from '../../support/scripts.ts';

/*
 * The types of a made-up contract, with handlers that are to compile, and lines that are not to.
 */

const SCHEMAS = `
Secret: { type: string, writeOnly: true }
Mark: { type: string, enum: [a, b], default: a }
Inner:
  type: object
  properties:
    mark: { $ref: "#/components/schemas/Mark" }
    always: { type: string }
  required: [always]
Part:
  type: object
  properties:
    a: { type: string }
    b: { type: string }
    id: { type: integer, format: int64, readOnly: true }
Nested:
  allOf:
    - $ref: "#/components/schemas/Part"
    - properties: { c: { type: boolean, default: true } }
Thing:
  allOf:
    - $ref: "#/components/schemas/Nested"
    - type: object
      required: [a, c, id, secret]
      properties:
        secret: { $ref: "#/components/schemas/Secret" }
        nothing: { type: "null" }
        inner: { $ref: "#/components/schemas/Inner" }
        inners: { type: array, items: { $ref: "#/components/schemas/Inner" } }
        default: { type: boolean }
`;

const HANDLERS = `
import type { operations } from './types.mts';
import type { HandlerOf } from '${root}/src/contract/handler.ts';
type Put = HandlerOf<operations['put']>;

export const good: Put[] = [
  () => ({ a: 'a', c: true, id: 1n }),
  () => ({ a: 'a', c: true, id: 1n, nothing: null, inners: [{ always: '' }] }),
  () => ({ a: 'a', c: true, id: 1n, inner: { always: '', mark: 'b' }, default: true }),
  ({ body }) => {
    body.a satisfies string;
    body.b satisfies string | undefined;
    body.c satisfies boolean;
    body.secret satisfies string;
    body.inner?.mark satisfies 'a' | 'b' | undefined;
    body.inners?.[0]?.mark satisfies 'a' | 'b' | undefined;
    if (body.inner) body.inner.mark satisfies 'a' | 'b';
    body.nothing satisfies null | undefined;
    return { a: 'a', c: true, id: 1n };
  },
];

export const bad: Put[] = [
  // @ts-expect-error The fields that another part requires are missing.
  () => ({}),
  // @ts-expect-error So is one of them.
  () => ({ a: 'a', id: 1n }),
  // @ts-expect-error A response has nothing that is write-only.
  () => ({ a: 'a', c: true, id: 1n, secret: 's' }),
  // @ts-expect-error Nor has what comes from elsewhere.
  () => {
    const row = { a: 'a', c: true, id: 1n, secret: 's' };
    return row;
  },
  // @ts-expect-error It is always null.
  () => ({ a: 'a', c: true, id: 1n, nothing: 'x' }),
  // @ts-expect-error There is no such mark.
  () => ({ a: 'a', c: true, id: 1n, inner: { always: '', mark: 'c' } }),
  ({ body }) => {
    // @ts-expect-error A client cannot send what is read-only.
    body.id satisfies bigint;
    return { a: 'a', c: true, id: 1n };
  },
];
`;

t.test('handlers take and return what the contract says', async (t) => {
  const thing = {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
  };
  const put = {
    operationId: 'put',
    requestBody: { required: true, ...thing },
    responses: { 200: { description: 'It.', ...thing } },
  };
  const folder = await temporaryFolder(t);
  const types = await typesModule({
    openapi: '3.1.0',
    info: { title: 'Types', version: '1.0.0' },
    paths: { '/x': { put } },
    components: { schemas: parse(SCHEMAS) },
  });
  await writeFile(join(folder, 'types.mts'), types);
  await writeFile(join(folder, 'handlers.mts'), HANDLERS);
  const text = await readFile(join(root, 'tsconfig.json'), 'utf8');
  const { compilerOptions } = ts.parseConfigFileTextToJson('tsconfig.json', text).config;
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
  const files = [join(folder, 'handlers.mts')];
  const { rootDir: _, ...others } = options;
  const program = ts.createProgram(files, { ...others, noEmit: true, types: ['node'] });
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  t.same(found, []);
});
