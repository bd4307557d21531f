// What `npm run contract:lint` says: each mistake has its line, what to write instead, and nothing
// else beside it. All that is refused at one step is in one contract, each in an operation of its
// own; single mistakes are made in the contract of a library.

import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { parse, stringify } from 'yaml';
import { completeContract, lint } from '../../../scripts/contract/index.ts';
import { lintOptions } from '../../../scripts/lint-options.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { codeSpansIn } from '../../support/markdown.ts';
import { changeFile, root, runScript } from '../../support/scripts.ts';
import { SAMPLE } from '../../support/services.ts';
import { copyFeatures, copyLibrary, FEATURES, LIBRARY, OPERATIONS, OVERLAY } from './library.ts';
import { asObject, isObject, type Json, mapValues, merge, operation, readTable } from './table.ts';

/** What lint says, what is on the line, an operation in the short form of the table, what else. */
type Row = readonly [says: string, there: string, part: Json, ...others: readonly string[]];
type Group = readonly (Row | { readonly each: readonly unknown[]; readonly row: Row })[];

const options = await lintOptions(SAMPLE.folder);
const groups = await readTable<Group>('refused-contracts.yaml');
const supported = await readFile(join(root, 'openapi/platform/SUPPORTED.md'), 'utf8');

/** A finding, the line that it names, and the path above that line. */
interface Said {
  readonly line: string;
  readonly there: string;
  readonly path: string;
}

/** Whatever lint has said. */
const found: Said[] = [];

t.test('names the line of what is refused, and what to write instead', async (t) => {
  const names = Object.keys(groups);
  const rows = names.map((name) => groups[name]?.flatMap(spread) ?? []);
  const files = await Promise.all(names.map((name, i) => writeContract(t, name, rows[i] ?? [])));
  const results = await lint(files, { statusOf });
  for (const [i, { file, lines }] of results.entries()) {
    t.equal(new Set(lines).size, lines.length, 'nothing is reported twice');
    const said = placesOf(lines, await readFile(file, 'utf8'));
    found.push(...said);
    for (const [index, [says, there, , ...others]] of (rows[i] ?? []).entries()) {
      const about = `${names[i]} ${index}`;
      const own = said.filter(({ path }) => path === `  /case-${index}:`);
      const shared = said.filter(({ path }) => !path.startsWith('  /case-'));
      const isSaid = [...own, ...shared].some(
        (one) => one.line.includes(says) && one.there.includes(there),
      );
      t.ok(isSaid, `${about}: ${says} at ${there}, not ${textOf(own)}`);
      const more = own.filter(({ line }) => !isExpected(line, [says, ...others], names[i]));
      t.strictSame(textOf(more), '', `${about}: nothing else`);
    }
    const expected = (rows[i] ?? []).flatMap(([says, , , ...others]) => [says, ...others]);
    // What is wrong with a path is not of an operation.
    const elsewhere = said.filter(({ path }) => !path.startsWith('  /'));
    const more = elsewhere.filter(({ line }) => !isExpected(line, expected, names[i]));
    t.strictSame(textOf(more), '', `${names[i]}: nothing else`);
  }
});

/** The catalogue of errors that the contracts of tests have. */
function statusOf(code: string): number | undefined {
  return new Map([
    ['book_not_found', 404],
    ['insufficient_scope', 403],
    ['invalid_body', 400],
    ['invalid_parameter', 400],
    ['api_key_missing', 401],
    ['body_too_large', 413],
    ['method_not_allowed', 405],
    ['operation_removed', 410],
    ['precondition_failed', 412],
    ['rate_limit_exceeded', 429],
  ]).get(code);
}

function placesOf(lines: readonly string[], text: string): Said[] {
  const all = text.split('\n');
  return lines.map((line) => {
    const [, number] = /^[^:]+:(\d+):\d+ [A-Z`a-z]/.exec(line) ?? [];
    const there = all[Number(number) - 1] ?? '';
    const path = all.slice(0, Number(number)).findLast((one) => /^(?: {2})?\S/.test(one)) ?? '';
    return { line, there, path };
  });
}

/** Whether a row is about a finding. Only those of style have examples for all bodies. */
function isExpected(line: string, sentences: readonly string[], group = ''): boolean {
  const isOfStyle = /Give the (?:request body|response|required parameter) /.test(line);
  return sentences.some((one) => line.includes(one)) || (isOfStyle && group !== 'style');
}

function textOf(said: readonly Said[]): string {
  return said.map(({ line }) => line.replace(/^.*\//, '')).join('\n');
}

/** A row of SUPPORTED.md, in the chapter about a kind of parts. */
const ROW = /^\| (?<names>.+?) \| (?<verdict>works|refused) \| (?:(?<note>.*) )?\|$/;

/**
 * The rows of a chapter.
 *
 * @throws when one says neither that something works nor that it does not
 */
function rowsOf(chapter: string) {
  const [, , ...rows] = chapter.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) => {
    const { names = '', verdict, note = '' } = ROW.exec(row)?.groups ?? {};
    if (verdict === undefined) throw new Error(`Neither works nor refused: ${row}`);
    return { names, verdict, note };
  });
}

const chapters = supported.split(/^## /m).slice(1);

t.test('refuses all that SUPPORTED.md says is refused, with its words', async (t) => {
  const refused = chapters.flatMap(rowsOf).filter(({ verdict }) => verdict === 'refused');
  t.ok(refused.length > 50);
  for (const { names, note } of refused) {
    const own = found.filter(({ line }) => note !== '' && line.includes(note));
    t.ok(own.length > 0, note);
    for (const name of named(names)) {
      t.ok(
        own.some(({ line, there }) => there.includes(name) || line.includes(name)),
        `${name}: ${note}`,
      );
    }
  }
});

/** What a row of SUPPORTED.md is about. */
function named(names: string): string[] {
  const [subject = ''] = names.split(/ (?:as|of|beside|otherwise|in|with)\b/);
  return [...subject.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

t.test(
  'a field of one direction may be where the other direction has its object, too',
  async (t) => {
    const read = { type: 'boolean', readOnly: true };
    const write = { type: 'boolean', writeOnly: true };
    const object = (properties: Json) => {
      return { type: 'object', properties, additionalProperties: false };
    };
    const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = { Both: object({ a: read, b: write }), Outer: object({ inner: to('Inner') }) };
    const inner = { ...schemas, Inner: object({ a: read }) };
    const row = (part: Json): Row => ['', '', part];
    const fine = await writeContract(t, 'fine', [
      row({ body: to('Both'), returns: { type: 'array', items: to('Both') }, schemas }),
      // In another operation, and deeper.
      row({ body: to('Outer'), schemas: inner }),
      row({ returns: object({ c: { allOf: [to('Outer')], description: 'It.' } }) }),
      row({
        fields: { c: object({ d: { type: 'string', maxLength: 9 } }) },
        returns: object({ a: read }),
      }),
      row({ fields: { a: write } }),
    ]);
    // A response that does not have the whole of the object has none of its fields.
    const hidden = {
      ...inner,
      Hiding: object({ inner: { allOf: [to('Outer')], writeOnly: true } }),
    };
    const wrong = await writeContract(t, 'wrong', [
      row({ body: to('Hiding'), returns: to('Hiding'), schemas: hidden }),
    ]);
    // Where a response may be lost, nobody knows what would have been in it.
    const lost = await writeContract(t, 'lost', [
      row({ fields: { a: read }, responses: null, responces: { '200': { description: 'It.' } } }),
    ]);
    const results = await lint([fine, wrong, lost], { statusOf });
    const said = results.map(({ lines }) =>
      lines.filter((line) => line.includes('Remove this field')),
    );
    t.match(said, [[], [/in a response: only requests use it/], []]);
    t.same(
      said.map(({ length }) => length),
      [0, 1, 0],
    );
  },
);

t.test('keeps all rules with everything that is supported', async (t) => {
  const results = await lint([await copyFeatures(t), join(LIBRARY, OPERATIONS)], { statusOf });
  t.same(
    results.map(({ lines }) => lines),
    [[], []],
  );
});

t.test('an operation that properties.test.ts calls has each row of SUPPORTED.md', async (t) => {
  const { document, origins } = await completeContract(await copyFeatures(t));
  // Most components are only where they are used in the complete contract.
  const parts = [document, origins.operations.data].flatMap((one) => partsIn(one, []));
  for (const chapter of chapters) {
    const [kind = ''] = chapter.split('\n', 1);
    const names = new Set(parts.filter((part) => part.kind === kind).flatMap((part) => part.names));
    for (const row of rowsOf(chapter).filter(({ verdict }) => verdict === 'works')) {
      t.not(named(row.names).length, 0, row.names);
      for (const name of named(row.names)) t.ok(names.has(name), `${kind}: ${name}`);
    }
  }
});

t.test('SUPPORTED.md has each key that the subset has', async (t) => {
  const subset = parse(await readFile(join(root, 'scripts/contract/subset.yaml'), 'utf8'));
  const { overlay, action, ...definitions } = subset.$defs;
  t.ok(overlay && action, 'overlays are described in words');
  const rows = chapters.flatMap(rowsOf).filter(({ verdict }) => verdict === 'works');
  const names = new Set(rows.flatMap((row) => codeSpansIn(`${row.names} ${row.note}`)));
  const keys = Object.values(definitions).flatMap(supportedKeys);
  t.ok(keys.length > 100);
  for (const key of new Set(keys)) t.ok(names.has(key), key);
});

/** The keys of objects that a part of the subset allows, whatever it is about. */
function supportedKeys(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const { properties, if: _condition, not: _refused, ...parts } = schema;
  const allowed = Object.entries(isObject(properties) ? properties : {}).filter(
    ([, one]) => !(isObject(one) && 'not' in one),
  );
  return [
    ...allowed.map(([key]) => key),
    ...[...allowed.map(([, one]) => one), ...Object.values(parts)].flatMap(supportedKeys),
  ];
}

/** What a part of a contract has, by the chapter of SUPPORTED.md that is about such parts. */
interface Part {
  readonly kind: string;
  readonly names: readonly string[];
}

const isReference = (name: string) => name === '$ref';
const SCHEMA = /^(?:schema|items|additionalProperties|discriminator)$/;
const OF_SCHEMAS = /^(?:schemas|properties|allOf|anyOf|oneOf)$/;

function partsIn(value: unknown, keys: readonly string[]): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Object.keys(value);
  const below = Object.entries(value).flatMap(([key, one]) => partsIn(one, [...keys, key]));
  const { format } = value as { readonly format?: string };
  const { name } = value as { readonly name?: string };
  const kind = kindOf(keys);
  const own = { kind, names: kind === 'Parameter' && name ? [...names, name] : names };
  const references = { kind: 'Components and references', names: names.filter(isReference) };
  return [own, references, { kind: 'Formats', names: format ? [format] : [] }, ...below];
}

function kindOf(keys: readonly string[]): string {
  const [last = '', above = '', path] = keys.toReversed();
  if (above === 'components' || last === 'components' || last === 'apiKey') {
    return 'Components and references';
  }
  if (keys[0] !== 'paths' && keys[0] !== 'components') return 'Document';
  if (OF_SCHEMAS.test(above) || SCHEMA.test(last)) return 'Schema';
  if (keys.length < 3) return 'Path Item';
  if (path === 'paths') return 'Operation';
  if (above === 'parameters') return 'Parameter';
  const isOfResponse = [last, above].includes('responses') || last === 'headers';
  if (keys.includes('responses') && isOfResponse) {
    return 'Responses and headers';
  }
  return above === 'headers' ? 'Responses and headers' : 'Bodies and examples';
}

/** What is replaced by what in a file, what lint says, what is on the line, and what else. */
type Change = readonly [
  file: string,
  before: string | RegExp,
  after: string,
  says: string,
  there: string,
  ...others: readonly string[],
];

const BESIDE = 'Write this in the part that the `$ref` leads to';
const NUMBER = 'a number here that all parsers read exactly';
const QUOTES = 'Put this text into quotes';
const ONLY_HERE = 'references lead to no other files';
const EVERY = '- target: $.paths.*[?@.operationId].responses\n    description: Errors';
const BOOK_ID = /( {6}parameters:\n) {8}- \$ref: "#\/components\/parameters\/BookId"\n/;
const GET_BOOK = / {6}responses:\n {8}"200":\n {10}description: The book\.[\s\S]*?status: 404\n/;
const LOCATION = / {12}Location:\n[\s\S]*?example: \/v1\/books\/42\n/;
const PATHS = /\npaths:[\s\S]*?\ncomponents:/;
const SUMMARY = 'summary: Get a book';
const TAG = 'Operation tags should be defined';
const CONFLICT = `<<<<<<< HEAD
      summary: Get a book
=======
      sumary: Get a book
>>>>>>> other
`;

const CHANGES: readonly Change[] = [
  // Files.
  [OPERATIONS, 'info:', 'info: &info', 'Write this out', 'info: &info'],
  [OPERATIONS, 'title: Library', 'title: !include a.yaml', 'Remove !include', '!include'],
  [OPERATIONS, 'info:', 'null: b\ninfo:', 'Write a name here', 'null: b', '`null` is not supp'],
  [OPERATIONS, '"200":', '200: {}\n        "200":', 'Remove this key or the one above', '"200":'],
  [OPERATIONS, '\n  schemas:\n', '$&    __proto__: {}\n', 'Choose another', '__proto__', 'Write a'],
  [OPERATIONS, /( {6})summary: Get a book\n/, CONFLICT, 'Keep one side of this conflict', '<<<'],
  // Numbers and texts that parsers read in different ways.
  [OPERATIONS, 'default: 20', 'default: 9007199254740993', NUMBER, '90071', 'must be an'],
  [OPERATIONS, 'default: 20', 'default: 012', NUMBER, '012'],
  [OPERATIONS, 'default: 20', 'default: 0x14', NUMBER, '0x14'],
  [OPERATIONS, 'default: 20', 'default: +20', NUMBER, '+20'],
  [OPERATIONS, 'default: 20', 'default: 2e1', NUMBER, '2e1'],
  [OPERATIONS, 'maximum: 100', 'maximum: .inf', NUMBER, '.inf', 'Write an integer here'],
  [OPERATIONS, 'minimum: 1', 'minimum: 1e-400', NUMBER, '1e-400'],
  [OPERATIONS, SUMMARY, 'summary: NO', QUOTES, 'NO'],
  [OPERATIONS, SUMMARY, 'summary: yes', QUOTES, 'yes'],
  [OPERATIONS, SUMMARY, 'summary: 12:30:45', QUOTES, '12:30:45'],
  [OPERATIONS, SUMMARY, 'summary: 1_000', QUOTES, '1_000'],
  [OPERATIONS, /\n( +)title:\n/, '\n$1y: { type: boolean }$&', QUOTES, 'y:'],
  // Overlays.
  [OPERATIONS, `[${OVERLAY}]`, OVERLAY, 'Write a list of paths to overlays here', 'x-overlays'],
  [OPERATIONS, `[${OVERLAY}]`, '[none.yaml]', 'Write the path of an overlay here', 'none.yaml'],
  [OVERLAY, 'actions:', 'extends: a.yaml\n$&', '`extends` is not supported', 'extends'],
  [OVERLAY, 'actions:', 'overlay: 1.0.0\n$&', '`overlay` is not supported', 'overlay'],
  [OVERLAY, EVERY, `- copy: a\n    ${EVERY.slice(2)}`, 'Write a `target` and an', 'copy: a'],
  [OVERLAY, /( +)\$ref: .*Retry-After"/, '$&\n$1required: false', BESIDE, 'required: false'],
  [OVERLAY, /( +)description: A limit is exceeded\.\n/, '', 'Add the missing `desc', '"429":'],
  [OVERLAY, 'minimum: 400', 'minimum: low', 'Write an integer here', 'minimum: low'],
  [OVERLAY, 'schemas/Error"', 'schemas/Errors"', 'did you mean Error?', '$ref: ', 'body `Error`'],
  [
    OVERLAY,
    '$.components.schemas',
    '$.components.schema',
    'matches nothing',
    '$.components',
    '$ref',
  ],
  [OVERLAY, '[?@.operationId].responses\n', '[?@.operationId\n', 'Write a JSONPath here', '[?@'],
  // References.
  [OPERATIONS, /( +)- \$ref: .*\/Cursor"?/, '$&\n$1  required: false', BESIDE, 'required'],
  [OPERATIONS, /( +)\$ref: .*\/NoEntries"?/, '$&\n$1value: []', BESIDE, 'value: []'],
  [OPERATIONS, /( +)\$ref: .*\/InvalidListing"?/, '$&\n$1headers: {}', BESIDE, 'headers: {}'],
  [
    OPERATIONS,
    /\$ref: "(#\/components\/parameters\/BookId)"/,
    '$ref: $1',
    'in quotes here',
    '$ref',
  ],
  [OPERATIONS, '"#/components/schemas/Books"', './books.yaml#/Books', ONLY_HERE, './books'],
  [OPERATIONS, '"#/components/parameters/BookId"', 'books.yaml', ONLY_HERE, 'books.yaml'],
  [OPERATIONS, 'parameters/BookId', 'parameters/BookID', 'did you mean BookId?', 'BookID'],
  [OPERATIONS, 'responses/InvalidListing', 'responses/Listing', 'component that exists', 'Listing'],
  [OPERATIONS, 'schemas/Books', 'schemas/Boks', 'did you mean Books?', 'Boks'],
  [
    OPERATIONS,
    'parameters/BookId',
    'schemas/BookId',
    'Refer to a component of the kind',
    'schemas',
  ],
  [OPERATIONS, 'parameters/BookId', 'parameters/50%', 'refer to a component that exists', '50%'],
  [OPERATIONS, 'schemas/Books', 'schemas/__proto__', "Can't resolve", '__proto__'],
  [OPERATIONS, '#/components/schemas/Books', '#/definitions/Books', 'a component, such', 'definit'],
  [OPERATIONS, '- $ref: "#/components/parameters/BookId"', '- ref: It', 'Write `$ref`.', 'ref: It'],
  // Keys and values.
  [OPERATIONS, GET_BOOK, '      responses:\n', 'Write keys and values here', 'responses:'],
  [OPERATIONS, BOOK_ID, '$1', 'Write a list here, with `- ` before each item.', 'parameters:'],
  [OPERATIONS, BOOK_ID, '$&        -\n', 'Write keys and values here.', '-'],
  [OPERATIONS, /- (\$ref: .*BookId")/, '-$1', 'Write a list here', 'parameters:'],
  [OPERATIONS, LOCATION, '            Location:\n', 'Write keys and values here.', 'Location:'],
  [OPERATIONS, '      tags: [loans]\n', '', TAG, 'get:'],
  [OPERATIONS, /\ntags:\n(?: .*\n)+/, '\n', 'Add the missing `tags`.', 'openapi:', TAG, 'x-scopes'],
  // Redocly cannot read this one.
  [OPERATIONS, /\ntags:\n(?: .*\n)+/, '\ntags: 7\n', 'Write a list here', 'tags: 7', 'x-scopes'],
  [OPERATIONS, 'tags: [loans]', 'tags: [lonas]', TAG, 'lonas'],
  [OPERATIONS, 'tags: [loans]', 'tag: [loans]', 'Did you mean `tags`?', 'tag:', TAG],
  [OPERATIONS, '\n  parameters:\n', '\n  paramters:\n', 'Did you mean `parameters`?', 'paramters'],
  [OPERATIONS, '\n  schemas:\n', '\n  schema:\n', 'Did you mean `schemas`?', 'schema:'],
  [OPERATIONS, '\npaths:\n', '\npath:\n', 'Did you mean `paths`?', 'path:'],
  [OPERATIONS, PATHS, '\npaths:\ncomponents:', 'Write keys and values here.', 'paths:'],
  [OPERATIONS, PATHS, '\npaths: {}\ncomponents:', 'Write at least one', 'paths:'],
  [OPERATIONS, '      operationId: getBook\n', '', 'Add the missing `operationId`.', 'get:'],
  [OPERATIONS, 'operationId: getBook', 'operationID: getBook', 'Did you mean', 'operationID'],
  [
    OPERATIONS,
    'operationId: getBook',
    'operationId: listBooks',
    'a unique `operationId`',
    'get:',
    'Write in `x-successor`',
  ],
  [OPERATIONS, /( +)type: string\n( +minLength)/, '$2', 'Write a schema with a `type`', 'Title:'],
  [OPERATIONS, /type: string(\n +minLength)/, 'tpye: string$1', 'Did you mean `type`?', 'tpye'],
  [OPERATIONS, 'type: integer', 'type: int', 'Did you mean `integer`?', 'type: int'],
  [OPERATIONS, 'type: integer', 'type: Integer', 'Did you mean `integer`?', 'type: Integer'],
  [
    OPERATIONS,
    /( +)x-stability: stable/,
    '$&\n$1x-internal: true',
    'Remove it: no ext',
    'x-internal',
  ],
  [OPERATIONS, 'x-sunset:', 'x-sunest:', 'Did you mean `x-sunset`?', 'x-sunest'],
  [OPERATIONS, 'title: Library', 'title: Library 📚', 'Write a title of ASCII', 'title'],
  [OPERATIONS, 'title: Library', 'title: The "Library"', 'Write a title of ASCII', 'title'],
  [
    OPERATIONS,
    'example: /v1/books/42',
    'example: /v1/büch→r/42',
    'Write one line of Latin-1',
    'Loc',
    'format "uri-reference"',
  ],
  [
    OPERATIONS,
    'operationId: addBook',
    '$&\n      security: [{ apiKey: ["books:read"] }]',
    'a scope that ends with `:write`',
    'books:read',
  ],
  [OPERATIONS, /( +)books:read: .*/, '$&\n$1chip: it', 'Write a scope such as', 'chip: it'],
  // What is written twice.
  [
    OPERATIONS,
    '        "400":',
    '        "405":\n          description: It.\n$&',
    'an overlay or a guide',
    'description: It.',
  ],
  // Syntax.
  [OPERATIONS, SUMMARY, 'summary: *', QUOTES, '*'],
  [OPERATIONS, SUMMARY, ` ${SUMMARY}`, 'Indent this line like its neighbours', SUMMARY],
  [OPERATIONS, SUMMARY, 'summary: Get: a book', 'Put text with `: ` in it into quotes', 'Get:'],
  [OPERATIONS, SUMMARY, 'summary:Get a book', 'a colon and a space', 'summary:Get'],
  [OPERATIONS, SUMMARY, '\tsummary: It', 'Indent with spaces', '\tsummary'],
  [OPERATIONS, SUMMARY, 'summary: "It', 'Close what was opened here', ''],
  [OPERATIONS, SUMMARY, 'summary: @It', QUOTES, '@It'],
  [OPERATIONS, SUMMARY, 'summary: [It] is', 'Put the whole text into quotes', '[It]'],
  [OPERATIONS, SUMMARY, `${SUMMARY}\n      ${SUMMARY}`, 'Remove this key or the one', SUMMARY],
  [OPERATIONS, '  - name: books\n', '  -name: books\n', 'a space after each `-`', '-name'],
  [OPERATIONS, 'tags: [loans]', 'tags: [loans', 'close each `[`', 'summary'],
  [OPERATIONS, 'pattern: "^[A-Za-z0-9_-]*$"', 'pattern: "^\\d*$"', 'single quotes', '\\d'],
  [OPERATIONS, '\npaths:', '\n---\npaths:', 'Remove the line `---`', '---'],
  [OPERATIONS, '\npaths:', '\n...\npaths:', 'or `...`', 'paths:'],
];

t.test('names the line of a mistake, what to write, and nothing else', async (t) => {
  const files = await Promise.all(
    CHANGES.map(async ([name, before, after]) => {
      const folder = await copyLibrary(t);
      await changeFile(join(folder, name), before, after);
      return join(folder, OPERATIONS);
    }),
  );
  const results = await lint(files, { statusOf });
  for (const [index, { file, lines }] of results.entries()) {
    const [name = '', , after, says = '', there = '', ...others] = CHANGES[index] ?? [];
    const line = lines.find((one) => one.includes(says)) ?? '';
    const [, place = '', number] = /^([^:]+):(\d+):\d+ /.exec(line) ?? [];
    t.equal(place, join(dirname(file), name), `${after}: ${lines.join(' ')}`);
    const text = (await readFile(join(dirname(file), name), 'utf8')).split('\n');
    const at = text[Number(number) - 1] ?? '';
    t.ok(at.includes(there), `${line} is at ${at}`);
    const more = lines.filter((one) => ![says, ...others].some((said) => one.includes(said)));
    t.strictSame(more, [], `${after}: nothing else`);
    for (const one of lines) t.match(one, /^\S+:\d+:\d+ [A-Z`a-z]/);
  }
});

t.test('hides no mistake behind another', async (t) => {
  const folder = await copyLibrary(t);
  const file = join(folder, OPERATIONS);
  for (const [before, after] of [
    ['title: Library', 'title: NO'],
    ['default: 20', 'default: 0x14'],
    ['"#/components/schemas/Books"', 'books.yaml'],
    ['      summary: Add a book\n', ''],
    ['parameters/BookId', 'parameters/BookID'],
    [
      '                  title: Emma\n      responses',
      '                  title: 5\n      responses',
    ],
    ['tags: [loans]', 'tags: [lonas]'],
    ['maxLength: 255', 'maxlength: 255'],
  ] as const) {
    await changeFile(file, before, after);
  }
  await changeFile(join(folder, OVERLAY), 'type: integer', 'type: int');
  const [{ lines = [] } = {}] = await lint([file], { statusOf });
  for (const says of [
    QUOTES,
    NUMBER,
    ONLY_HERE,
    'should contain `summary`',
    'did you mean BookId?',
    TAG,
    'Did you mean `maxLength`?',
    'Did you mean `integer`?',
  ]) {
    t.ok(
      lines.some((line) => line.includes(says)),
      `${says}: ${lines.join('\n')}`,
    );
  }
});

t.test(
  'names the line of a description that is written twice, or that no text can have',
  async (t) => {
    const file = join(await copyLibrary(t), OPERATIONS);
    const guide = { text: 'It */ is.', place: 'guides/introduction.md:1:1' };
    const describe = async () => guide;
    const [first] = await lint([file], { statusOf, describe });
    t.same(first?.lines.length, 1);
    t.match(first?.lines[0], 'guides/introduction.md:1:1 Write this without `*/`');
    await changeFile(file, 'info:\n', 'info:\n  description: It.\n');
    const [second] = await lint([file], {
      statusOf,
      describe: async () => ({ ...guide, text: 'A' }),
    });
    t.match(second?.lines, [`${file}:6:3 Remove this: an overlay or a guide`]);
  },
);

t.test('reads only YAML 1.2 in UTF-8', async (t) => {
  for (const [change, says] of [
    [(text: string) => text.replace('Library', 'Bücherei Müller'), ':6:11 Save this file'],
    [(text: string) => `%YAML 1.1\n---\n${text}`, ':1:1 Remove the line `%YAML`'],
    [(text: string) => text.replace('Library', '"\\ud800"'), ':6:10 Write whole characters'],
    [(text: string) => text.replace('title:', '"\\ud800":'), ':6:3 Write whole characters'],
    [() => '- a', ':1:1 Write keys and values'],
  ] as const) {
    const file = join(await copyLibrary(t), OPERATIONS);
    await writeFile(file, change(await readFile(file, 'utf8')), 'latin1');
    const [{ lines = [] } = {}] = await lint([file]);
    t.ok(
      lines.some((line) => line.startsWith(`${file}${says}`)),
      `${says}: ${lines.join(' ')}`,
    );
  }
});

t.test('says that a file is not there, and hides no fault of its own', async (t) => {
  const results = await lint(['none.yaml', LIBRARY]);
  t.same(
    results.flatMap(({ lines }) => lines),
    ['none.yaml', LIBRARY].map((file) => `${file}:1:1 There is no such file. (supported)`),
  );
  const failing = () => Promise.reject(new TypeError('A fault of the kit.'));
  await t.rejects(lint([FEATURES], { describe: failing }), TypeError);
});

t.test('npm run contract:lint checks this contract, or others', async (t) => {
  const ran = await runScript(t, 'scripts/contract-lint.ts', [], { cwd: root });
  t.same(ran, { code: 0, stdout: 'openapi/openapi.yaml keeps all rules.\n', stderr: '' });
  const file = join(await copyLibrary(t), OPERATIONS);
  // Not above: the test runner changes how dates are read.
  await changeFile(file, 'x-sunset: "2030-12-05"', 'x-sunset: 2030-12-05');
  const other = await runScript(t, 'scripts/contract-lint.ts', [file], { cwd: root });
  t.match(other, { code: 1, stdout: '', stderr: `${file}:122:17 ${QUOTES}` });
});

function spread(one: Group[number]): Row[] {
  if (!('each' in one)) return [one];
  return one.each.flat().map((item) => replaced(one.row, item) as Row);
}

function replaced(value: unknown, by: unknown): unknown {
  if (typeof value === 'string' && typeof by === 'string') return value.replace('*', by);
  if (value === '*') return by;
  if (Array.isArray(value)) return value.map((item) => replaced(item, by));
  if (!isObject(value)) return value;
  const { '*': named, ...others } = mapValues(value, (part) => replaced(part, by));
  return named === undefined ? others : { ...others, [String(by)]: named };
}

/** Writes a contract with an operation for each row, and what holds for all of them beside it. */
async function writeContract(t: Test, name: string, rows: readonly Row[]): Promise<string> {
  const kind = (value: string) => ({
    type: 'object',
    required: ['kind'],
    additionalProperties: false,
    properties: { kind: { type: 'string', const: value } },
  });
  const document: Json = {
    openapi: '3.1.0',
    'x-overlays': [OVERLAY],
    info: {
      title: 'Refused',
      version: '1.0.0',
      summary: 'It.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'things', description: 'Things.' }],
    paths: {
      // Without these, some components would not be used.
      '/used': { post: operation('used', { body: { $ref: '#/components/schemas/Used' } }) },
    },
    components: {
      headers: {
        'Retry-After': { description: 'Seconds.', schema: { type: 'integer' }, example: 1 },
      },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Cat: kind('cat'),
        Dog: kind('dog'),
        Used: {
          oneOf: ['Cat', 'Dog'].map((one) => ({ $ref: `#/components/schemas/${one}` })),
          discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
        },
      },
    },
  };
  for (const [index, [, , { root: more, schemas = {}, ...part }]] of rows.entries()) {
    const paths = { [`/case-${index}`]: { post: operation(`${name}${index}`, part) } };
    const { servers = document.servers, ...others } = asObject(more);
    merge(document, { paths, components: { schemas }, ...others });
    document.servers = servers;
  }
  const file = join(await temporaryFolder(t), 'contract.yaml');
  // Null takes a key away.
  const replacer = (_key: unknown, value: unknown) => value ?? undefined;
  const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;
  await writeFile(file, stringify(document, replacer, options));
  await cp(join(LIBRARY, OVERLAY), join(dirname(file), OVERLAY));
  return file;
}

t.test('finds what contradicts the major versions that a contract is served with', async (t) => {
  const folder = await temporaryFolder(t);
  const [older, newer] = [join(folder, 'v1.yaml'), join(folder, 'v2.yaml')] as const;
  await cp(join(SAMPLE.folder, 'generated/openapi.yaml'), older);
  // Generation makes the samples anew.
  await changeFile(older, /^( +)x-codeSamples:\n(?:\1 .*\n|\n)*/gm, '');
  await cp(older, newer);
  await changeFile(newer, 'version: 1.0.0', 'version: 2.0.0');
  await changeFile(newer, 'url: /v1', 'url: /v2');
  const linesOf = async (areServedTogether: boolean) =>
    (await lint([newer, older], { ...options, areServedTogether })).map(({ lines }) => lines);
  await changeFile(older, 'x-successor: listWidgets', 'x-successor: v2.listWidgets');
  t.strictSame(await linesOf(true), [[], []]);
  await changeFile(older, 'v2.listWidgets', 'v2.listGadgets');
  t.match(await linesOf(true), [[], [/:\d+:7 Name an operation of a later version .*listGadgets/]]);
  await changeFile(newer, 'x-successor: listWidgets', 'x-successor: v1.listWidgets');
  await changeFile(newer, 'shipments:read: list shipments', 'shipments:list: list shipments');
  await changeFile(newer, '- shipments:read', '- shipments:list');
  t.match(await linesOf(true), [
    [
      /Name an operation of a later version .*v1\.listWidgets/,
      /Keep `shipments:read` here while v1/,
    ],
    [/listGadgets/],
  ]);
  t.strictSame(await linesOf(false), [[], []], 'of others nothing is known');
});
