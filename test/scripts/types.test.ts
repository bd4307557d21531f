import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { typesModule } from '../../scripts/generate/types/index.ts';
import { temporaryFolder } from '../support/databases.ts';
import { root } from '../support/scripts.ts';
import { SCHEMAS, TYPE_ROWS, type TypeRow } from './type-rows.ts';

// What is in the contract compiles, and nothing else does.

t.test('the types of an operation are what its contract says', async (t) => {
  const folder = await temporaryFolder(t);
  const contract = contractOf(TYPE_ROWS);
  const types = join(folder, 'openapi.mts');
  await writeFile(types, await typesModule(contract));
  const statements = TYPE_ROWS.flatMap((row, i) => [
    ...(row.right ?? []).map((code) => ({ row, i, code, expected: 'compiles' })),
    ...(row.wrong ?? []).map((code) => ({ row, i, code, expected: 'does not compile' })),
  ]);
  const uses = statements.map(
    ({ i, code }, at) => `export const use${at} = ({ ${NAMES} }: Of<'op${i}'>) => { ${code} };`,
  );
  const file = join(folder, 'uses.mts');
  await writeFile(file, [...PREAMBLE, ...uses].join('\n'));

  const messages = compile([file, types]);
  const stray = messages.filter(({ line = 0 }) => line < PREAMBLE.length);
  t.same(stray, [], 'the types themselves compile');
  for (const [at, { row, code, expected }] of statements.entries()) {
    const found = messages
      .filter(({ line }) => line === at + PREAMBLE.length)
      .map(({ text }) => text);
    const actual = found.length === 0 ? 'compiles' : 'does not compile';
    t.equal(actual, expected, `${row.name}: ${code}${actual === expected ? '' : ` ${found}`}`);
  }
});

t.test('the same contract gives the same types', async (t) => {
  const contract = contractOf(TYPE_ROWS);
  const types = await typesModule(contract);
  t.equal(await typesModule(contract), types);
  t.same(contract, contractOf(TYPE_ROWS), 'and stays as it is');
});

/** What the statements of a row can name. */
const PREAMBLE = [
  "import type { operations } from './openapi.mts';",
  'type Content<M> = M extends { content: infer C } ? C[keyof C] : undefined;',
  'type Parameters<O, P extends string> = O extends { parameters: { [Q in P]?: infer N } } ? NonNullable<N> : never;',
  'type Of<Id extends keyof operations, O extends operations[Id] = operations[Id]> = {',
  "  path: Parameters<O, 'path'>; query: Parameters<O, 'query'>;",
  "  header: Parameters<O, 'header'>; cookie: Parameters<O, 'cookie'>;",
  "  requestBody: O['requestBody']; body: Content<NonNullable<O['requestBody']>>;",
  "  responses: O['responses']; response: Content<O['responses'][200]>;",
  '};',
];
const NAMES = 'path, query, header, cookie, requestBody, body, responses, response';

function contractOf(rows: readonly TypeRow[]) {
  const paths = rows.map(({ operation = {}, item = {}, schema, media = 'application/json' }, i) => [
    `/op${i}`,
    {
      ...item,
      post: {
        operationId: `op${i}`,
        ...(schema && { requestBody: { required: true, content: { [media]: { schema } } } }),
        responses: {
          200: { description: 'Done.', ...(schema && { content: { [media]: { schema } } }) },
        },
        ...operation,
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Rows', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: SCHEMAS },
  };
}

/** Compiles files by the rules of this project. @returns the messages, with the line in the first file */
function compile(files: string[]) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { strict, exactOptionalPropertyTypes, noUncheckedIndexedAccess } = config.compilerOptions;
  const program = ts.createProgram(files, {
    ...{ strict, exactOptionalPropertyTypes, noUncheckedIndexedAccess },
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
    line: file?.fileName === files[0] ? file?.getLineAndCharacterOfPosition(start).line : undefined,
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
}
