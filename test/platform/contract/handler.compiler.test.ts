// The types of handlers: what compiles and what does not, for the contract with every feature; and
// what somebody who writes a handler reads of a mistake, and where the pointer rests on a name.

import { join } from 'node:path';
import t from 'tap';
import { modelOf, typesModule } from '../../../scripts/contract/index.ts';
import { ts } from '../../support/compiler.ts';
import { root } from '../../support/scripts.ts';
import { features } from './features.ts';

const FILE = join(root, 'test/platform/contract/written.ts');
const HANDLERS_FILE = join(root, 'test/platform/contract/features-handlers.ts');
const START = `
import type { Handler, Handlers } from '../service/src/store/handler.ts';
declare const handlers: Handlers;
const { getWidget, ...others } = handlers;
const widget = { id: 1n, name: 'Bolt', groupId: 7n, status: 'sold' } as const;
export const right: Handler<'getWidget'> = (request, reply) => {
  request.log.info('read');
  reply.header('Sunset', '');
  return widget;
};
`;

const MISTAKES: readonly (readonly [code: string, message: string])[] = [
  ['others satisfies Handlers', "Property 'getWidget' is missing in type"],
  [
    "(() => ({ ...widget, id: 1 })) satisfies Handler<'getWidget'>",
    "Type 'number' is not assignable to type 'bigint'",
  ],
  [
    "(({ query }) => (query.offset, [])) satisfies Handler<'listWidgets'>",
    "Property 'offset' does not exist on type '{ limit: number; cursor?: string; status?:",
  ],
  [
    "((_, reply) => (reply.header('X-Total', 1), widget)) satisfies Handler<'createWidget'>",
    'Argument of type \'"X-Total"\' is not assignable to parameter of type',
  ],
  [
    "((_, reply) => (reply.header('ETag', '\"a\"'), widget)) satisfies Handler<'getWidget'>",
    'Argument of type \'"ETag"\' is not assignable to parameter of type',
  ],
  [
    "(() => ({ status: 304 })) satisfies Handler<'getWidget'>",
    "Type 'number' is not assignable to type",
  ],
  [
    "((_, reply) => reply.code(404)) satisfies Handler<'getWidget'>",
    "Property 'code' does not exist on type 'ReplyOf<Operations, \"getWidget\">'",
  ],
];

/** Handlers that are to compile, and lines that are not to. */
const HANDLERS = `
import type { operations } from './features-types.ts';
import type { HandlerOf } from '../../../src/platform/contract/handler.ts';
type Create = HandlerOf<operations, 'createThing'>;
type List = HandlerOf<operations, 'listThings'>;
type Remove = HandlerOf<operations, 'deletePart'>;

export const good: Create[] = [
  () => ({ status: 202 }),
  () => ({ status: 201, body: { id: 1n, name: 'a' } }),
  () => ({ status: 201, body: { id: 1n, name: 'a', none: null, owner: { name: 'a' } } }),
  () => ({ status: 201, body: { id: 1n, name: 'a', both: { a: 1n, c: true }, deep: {} } }),
  ({ params, body }, reply) => {
    body.name satisfies string;
    body.secret satisfies string;
    body.code satisfies string | undefined;
    body.mark satisfies 'a' | 'b' | 'c';
    body.deep.big satisfies bigint;
    body.both?.a satisfies bigint | undefined;
    if (body.owner) body.owner.age satisfies number;
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
  // @ts-expect-error There is no such mark.
  () => ({ status: 201, body: { id: 1n, name: 'a', mark: 'd' } }),
  // @ts-expect-error Instants are sent as text.
  () => ({ status: 201, body: { id: 1n, name: 'a', at: new Date() } }),
  // @ts-expect-error A list is not one thing.
  () => ({ status: 201, body: [{ id: 1n, name: 'a' }] }),
  // @ts-expect-error There is a body.
  () => ({ status: 201 }),
  // @ts-expect-error Errors are thrown.
  () => ({ status: 404, body: {} }),
  // @ts-expect-error Which of the statuses?
  () => ({ id: 1n, name: 'a' }),
];

// One part of its allOf requires a field of another.
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

export const others: { [Id in 'listThings' | 'changePart']: HandlerOf<operations, Id> } = {
  listThings: ({ query, headers, caller }, reply) => {
    query.limit satisfies number;
    query.ids satisfies readonly bigint[] | undefined;
    query.states satisfies readonly ('a' | 'b')[];
    // @ts-expect-error The first page has no cursor.
    query.cursor satisfies string;
    headers['x-mode'] satisfies 'fast' | 'slow';
    headers['x-count'] satisfies number | undefined;
    // @ts-expect-error The header may be left out.
    headers['x-count'] satisfies number;
    // @ts-expect-error Node names headers in lower case.
    headers['X-Mode'];
    caller.customer.customerId satisfies bigint;
    reply.header('X-Done', true);
    // @ts-expect-error Only errors have this header, and they are thrown.
    reply.header('Retry-After', 1);
    return [{ id: 1n, name: 'a' }];
  },
  changePart: ({ body }) => {
    body?.size satisfies number | undefined;
    // @ts-expect-error The body may be left out.
    body.size;
    return undefined;
  },
};
`;

const text = START + MISTAKES.map(([code]) => `void (${code});\n`).join('');
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const made = new Map([
  [FILE, text],
  [HANDLERS_FILE, HANDLERS],
  [join(root, 'test/platform/contract/features-types.ts'), await typesModule(modelOf(features))],
]);
const readFile = (file: string) => made.get(file) ?? ts.sys.readFile(file);
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptFileNames: () => [...made.keys()],
  getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(readFile(file) ?? ''),
  getScriptVersion: () => '1',
  fileExists: (file) => made.has(file) || ts.sys.fileExists(file),
  readFile,
});

t.test('handlers take and return what the contract says', async (t) => {
  const found = service.getSemanticDiagnostics(HANDLERS_FILE).map(({ start, messageText }) => {
    const line = HANDLERS.slice(0, start).split('\n').at(-1);
    return `${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  t.same([...service.getSyntacticDiagnostics(HANDLERS_FILE), ...found], []);
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
    ['request,', '(parameter) request: RequestOf<Operations, "getWidget">'],
    ['reply)', '(parameter) reply: ReplyOf<Operations, "getWidget">'],
    ['right:', 'const right: Handler<"getWidget">'],
  ] as const) {
    const info = service.getQuickInfoAtPosition(FILE, text.indexOf(name));
    t.equal(ts.displayPartsToString(info?.displayParts), shown);
  }
});
