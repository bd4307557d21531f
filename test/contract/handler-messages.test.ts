import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { root } from '../support/scripts.ts';

/*
 * What somebody who writes a handler reads: of a mistake, and where the pointer rests on a name.
 */

const FILE = join(root, 'test/contract/written.ts');
const START = `
import { exactly, type Handler, type Handlers } from '../../src/contract/handler.ts';
declare const handlers: Handlers;
const { getPet, ...others } = handlers;
const pet = { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' } as const;
export const right: Handler<'getPet'> = (request, reply) => {
  request.log.info('read');
  reply.header('Sunset', '');
  return pet;
};
`;

const MISTAKES: readonly (readonly [code: string, message: string])[] = [
  ['exactly(others)', "Property 'getPet' is missing in type"],
  [
    'exactly({ ...handlers, madeUp: () => pet })',
    'is not assignable to type \'"The contract has no such operation"\'',
  ],
  [
    "(() => ({ ...pet, id: 1 })) satisfies Handler<'getPet'>",
    "Type 'number' is not assignable to type 'bigint'",
  ],
  [
    "(({ query }) => (query.offset, [])) satisfies Handler<'listPets'>",
    "Property 'offset' does not exist on type '{ limit: number; cursor?: string; status?:",
  ],
  [
    "((_, reply) => (reply.header('X-Total', 1), pet)) satisfies Handler<'createPet'>",
    'Argument of type \'"X-Total"\' is not assignable to parameter of type',
  ],
  [
    "((_, reply) => reply.code(404)) satisfies Handler<'getPet'>",
    "Property 'code' does not exist on type 'ReplyOf<\"getPet\">'",
  ],
];

const text = START + MISTAKES.map(([code]) => `void (${code});\n`).join('');
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const readFile = (file: string) => (file === FILE ? text : ts.sys.readFile(file));
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptFileNames: () => [FILE],
  getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(readFile(file) ?? ''),
  getScriptVersion: () => '1',
  fileExists: ts.sys.fileExists,
  readFile,
});

t.test('the compiler says of each mistake what is wrong, and names the operation', async (t) => {
  const found = service.getSemanticDiagnostics(FILE).map(({ start, messageText }) => {
    const line = text.slice(0, start).split('\n').length - START.split('\n').length;
    return { line, message: ts.flattenDiagnosticMessageText(messageText, '\n') };
  });
  for (const [i, [code, wanted]] of MISTAKES.entries()) {
    const messages = found.filter(({ line }) => line === i).map(({ message }) => message);
    t.ok(
      messages.some((message) => message.includes(wanted)),
      `${code}\n${messages.join('\n')}`,
    );
    t.notMatch(messages.join('\n'), /requestBody|responses/, 'not the whole operation');
  }
  t.notOk(found.some(({ line }) => line < 0));
});

t.test('an editor shows the operation by its name', async (t) => {
  for (const [name, shown] of [
    ['request,', '(parameter) request: RequestOf<"getPet">'],
    ['reply)', '(parameter) reply: ReplyOf<"getPet">'],
    ['right:', 'const right: Handler<"getPet">'],
  ] as const) {
    const info = service.getQuickInfoAtPosition(FILE, text.indexOf(name));
    t.equal(ts.displayPartsToString(info?.displayParts), shown);
  }
});
