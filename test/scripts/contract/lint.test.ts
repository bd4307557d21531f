import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { stringify } from 'yaml';
import { completeContract } from '../../../scripts/contract/complete-contract.ts';
import { asObject, isObject, type Json, mapValues, merge } from '../../../scripts/contract/json.ts';
import { lint } from '../../../scripts/contract/lint.ts';
import { wrongForm } from '../../../scripts/contract/subset.ts';
import { textLengths } from '../../../scripts/contract/text-lengths.ts';
import { typesModule } from '../../../scripts/contract/types.ts';
import { copyContract, OPERATIONS, OVERLAY, splitContract } from '../../support/contracts.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { changeFile, root, runScript } from '../../support/scripts.ts';
import { json, operation, readTable } from './table.ts';

/*
 * What `npm run contract:lint` says. All that is refused at one step is in one contract, each in an
 * operation of its own.
 */

/** What lint says, what is on the line, and an operation in the short form of the table. */
type Row = readonly [says: string, there: string, part: Json];
type Group = readonly (Row | { readonly each: readonly unknown[]; readonly row: Row })[];

const groups = await readTable<Group>('refused-contracts.yaml');
const supported = await readFile(join(root, 'openapi/SUPPORTED.md'), 'utf8');
const FEATURES = join(root, 'test/contract/features.yaml');

const ORDERS = 'operations/orders.yaml';
const PET = { $ref: '../openapi.yaml#/components/schemas/Pet' };
const OF_PET = JSON.stringify({ description: 'It.', content: json(PET) });

/** What lint says, and what is on the line that it names. */
const found: { readonly line: string; readonly there: string }[] = [];

for (const [name, group] of Object.entries(groups)) {
  t.test(`names the line of what is refused, and what to write instead: ${name}`, async (t) => {
    const rows = group.flatMap(spread);
    const file = await writeContract(t, name, rows);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const [{ lines: said = [] } = {}] = await lint([file]);
    t.equal(new Set(said).size, said.length, 'nothing is reported twice');
    const own = said.map((line) => {
      const [, number] = /^[^:]+:(\d+):\d+ /.exec(line) ?? [];
      const there = lines[Number(number) - 1] ?? '';
      const path = lines.slice(0, Number(number)).findLast((one) => /^ {2}\S/.test(one)) ?? '';
      return { line, there, path };
    });
    for (const [index, [says, there]] of rows.entries()) {
      const mine = own.filter(({ path }) => !path.startsWith('  /case-') || isOf(path, index));
      const isSaid = mine.some((one) => one.line.includes(says) && one.there.includes(there));
      const others = own.filter(({ path }) => isOf(path, index)).map((one) => one.line);
      t.ok(isSaid, `${index} ${says} at ${there}, not ${others.join(' ')}`);
    }
    found.push(...own);
  });
}

function isOf(path: string, index: number) {
  return path === `  /case-${index}:`;
}

t.test('refuses all that SUPPORTED.md says is refused, with its words', async (t) => {
  const rows = [...supported.matchAll(/^\| (.+) \| refused \| (.*) \|$/gm)];
  for (const [, names = '', note = ''] of rows) {
    const own = found.filter(({ line }) => line.includes(note));
    t.ok(own.length > 0, note);
    for (const name of named(names)) {
      t.ok(
        own.some(({ line, there }) => there.includes(name) || line.includes(name)),
        `${name}: ${note}`,
      );
    }
  }
});

t.test('keeps all rules with everything that SUPPORTED.md says works', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'openapi.yaml');
  await cp(FEATURES, file);
  await cp(join(root, 'openapi', OVERLAY), join(folder, OVERLAY));
  const [linted] = await lint([file]);
  t.same(linted?.lines, []);
  const types = await typesModule((await completeContract(file)).document);
  for (const type of ['properties?: string;', 'big: bigint;', 'kind: "cat"']) t.match(types, type);
  const text = await readFile(FEATURES, 'utf8');
  for (const [, names = ''] of supported.matchAll(/^\| (.+) \| works \| .* \|$/gm)) {
    for (const name of named(names)) t.ok(text.includes(name), name);
  }
});

t.test('counts two escapes as one character only if they are a surrogate pair', async (t) => {
  t.same(textLengths('^\\u0041\\u0042$', undefined), [2, 2]);
  t.same(textLengths('^\\ud83d\\ude00$', undefined), [1, 1]);
});

/** What a row of SUPPORTED.md is about. */
function named(names: string): string[] {
  const [subject = ''] = names.split(/ (?:as|of|beside|otherwise)\b/);
  return [...subject.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

t.test('refuses an unknown key in each kind of place', async (t) => {
  const { document } = await completeContract(FEATURES);
  let count = 0;
  visit(document, [], (part, keys) => {
    part.unknown = 1;
    const isNamed = wrongForm(document).some(
      (one) => one.keys.join() === [...keys, 'unknown'].join(),
    );
    t.ok(isNamed, keys.join(' '));
    delete part.unknown;
    count += 1;
  });
  t.ok(count > 100);
});

/** What has names of the author's for keys, or any value. */
const MAPS = new Set([
  'paths',
  'properties',
  'schemas',
  'responses',
  'headers',
  'examples',
  'content',
  'mapping',
  'securitySchemes',
  'x-scopes',
]);
const VALUES = new Set(['example', 'default', 'value', 'security', 'required', 'enum', 'const']);

function visit(
  part: unknown,
  keys: readonly string[],
  check: (part: Json, keys: readonly string[]) => void,
) {
  if (typeof part !== 'object' || part === null) return;
  const [above = '', last = ''] = keys.slice(-2).length === 2 ? keys.slice(-2) : ['', ...keys];
  const isMap = MAPS.has(last) && !(MAPS.has(above) && last !== 'content');
  if (VALUES.has(last) && !MAPS.has(above)) return;
  if (isObject(part) && !isMap) check(part, keys);
  for (const [key, one] of Object.entries(part)) visit(one, [...keys, key], check);
}

const BESIDE = 'Write this in the part that the `$ref` leads to';
const TARGET = '- target: $.paths.*[?@.operationId].responses\n';
/** What is replaced by what in a file, what lint says, and what is on the line that it names. */
type Change = readonly [string, string | RegExp, string, string, string];
const CHANGES: readonly Change[] = [
  [OPERATIONS, 'info:', 'info: &info', 'Write this out', 'info: &info'],
  [OPERATIONS, 'operations/orders', 'operations/none', "Can't resolve $ref", 'operations/none'],
  [OPERATIONS, 'default: 20', 'default: 9007199254740993', 'reads exactly', '9007199254740993'],
  [OPERATIONS, 'default: 20', 'default: 012', 'reads exactly', '012'],
  [OPERATIONS, 'default: 20', 'default: 0x14', 'reads exactly', '0x14'],
  [OPERATIONS, 'minimum: 1', 'minimum: 0.12345678901234567891', 'reads exactly', '0.1234'],
  [OPERATIONS, 'minimum: 1', 'minimum: 1e-400', 'reads exactly', '1e-400'],
  [OPERATIONS, 'minimum: 1', 'minimum: .inf', 'reads exactly', '.inf'],
  [OPERATIONS, '"200":', '200: {}\n        "200":', 'Remove this key or the one above', '"200":'],
  [OPERATIONS, 'title: Animal Store', 'title: !include a.yaml', 'Remove !include', '!include'],
  [OPERATIONS, 'title: Animal Store', 'title: !!str 1', 'Remove tag', '!!str'],
  [OPERATIONS, 'info:', '? [a]\n: b\ninfo:', 'Write a name here', '? [a]'],
  [OPERATIONS, 'info:', 'null: b\ninfo:', 'Write a name here', 'null: b'],
  [OVERLAY, /( +)headers:\n/, '$&$1  __proto__:\n$1    x: 1\n', 'Choose another', '__proto__'],
  [OVERLAY, 'info:', 'extends: a.yaml\n$&', '`extends` is not supported', 'extends'],
  [OVERLAY, 'info:\n', 'info:\n  x-owner:\n    a: b\n', '`x-owner` is not supported', 'x-owner'],
  [OVERLAY, TARGET, `$&    copy: a\n`, 'Write a `target` and an', 'copy: a'],
  [OVERLAY, /( +)\$ref: .*Retry-After"/, '$&\n$1required: false', BESIDE, 'required: false'],
  [OPERATIONS, /( +)- \$ref: .*\/Limit"?/, '$&\n$1  required: true', BESIDE, 'required: true'],
  [OPERATIONS, /( +)\$ref: .*\/NoEntries"?/, '$&\n$1value: []', BESIDE, 'value: []'],
  [ORDERS, /( +)\$ref: .*\/InvalidListing"?/, '$&\n$1headers: {}', BESIDE, 'headers: {}'],
  [OPERATIONS, /( +)\$ref: operations\/orders.*/, '$&\n$1parameters: []', BESIDE, 'parameters'],
  [OVERLAY, 'minimum: 400', 'minimum: low', 'Write an integer here', 'minimum: low'],
  [OVERLAY, 'schemas/Error"', 'schemas/Errors"', "Can't resolve $ref", '$ref: '],
  [OVERLAY, TARGET, '- target: $.path.*\n', 'matches nothing', '$.path.*'],
  [OVERLAY, TARGET, '- target: $.paths.*[?@.operationId\n', 'Write a JSONPath here', '$.paths.*'],
  [OVERLAY, TARGET, '- target: $.info\n    remove: true\n', 'Write a `target` and an', 'remove'],
  [ORDERS, / {2}summary: .*\n/, '', 'should contain `summary`', 'get:'],
  [ORDERS, 'schemas/Orders.yaml', 'schemas/Pet.yaml', 'Another schema is called Pet', '$ref'],
  [ORDERS, '    "400":', `    "409": ${OF_PET}\n$&`, 'every-operation.yaml, or a guide', '"409"'],
];

t.test('names the file where something was written', async (t) => {
  await expectFindings(t, CHANGES, async (folder) => {
    await splitContract(folder);
    await writeFile(join(folder, 'schemas/Pet.yaml'), 'type: boolean\n');
  });
});

t.test('reads only YAML 1.2 in UTF-8', async (t) => {
  for (const [change, says] of [
    [(text: string) => text.replace('Animal Store', 'Tierhandlung Müller'), ':6:1 Save this file'],
    [(text: string) => `%YAML 1.1\n---\n${text}`, ':1:1 Remove the line `%YAML`'],
    [(text: string) => text.replace('Animal Store', '"\\ud800"'), ':6:3 Write whole characters'],
    [(text: string) => text.replace('title:', '"\\ud800":'), ':6:3 Write whole characters'],
  ] as const) {
    const file = join(await copyContract(t), OPERATIONS);
    await writeFile(file, change(await readFile(file, 'utf8')), 'latin1');
    const [linted] = await lint([file]);
    t.match(linted?.lines, [`${file}${says}`]);
  }
});

const NO_PETID = / {6}parameters:\n {8}- \$ref: "#\/components\/parameters\/PetId"\n/;
const RESPONSES =
  / {6}responses:\n {8}"200":\n {10}description: The animal\.[\s\S]*?PetNotFound"\n/;
const LOCATION = / {12}Location:\n[\s\S]*?example: \/v1\/pets\/42\n/;
const SUMMARY = 'summary: Get an animal';
const TAG = 'Write the tag pets or orders here';

/** The same in the operations. */
const MISTAKES: readonly (readonly [string | RegExp, string, string, string])[] = [
  [RESPONSES, '      responses:\n', 'Write keys and values here', 'responses:'],
  [
    NO_PETID,
    '      parameters:\n',
    'Write a list here, with `- ` before each item.',
    'parameters:',
  ],
  [NO_PETID, '$&        -\n', 'Write keys and values here.', '-'],
  [NO_PETID, '      parameters: PetId\n', 'Write a list here', 'parameters: PetId'],
  [/- (\$ref: .*PetId")/, '-$1', 'Write a list here', 'parameters:'],
  [/\$ref: "(#\/components\/parameters\/PetId)"/, '$ref: $1', 'in quotes here', '$ref'],
  [/\$ref: "#(\/components\/parameters\/PetId)"/, '$ref: "$1"', 'begins with `#/`', '$ref'],
  ['parameters/PetId', 'parameters/PetID', 'did you mean PetId?', 'PetID'],
  ['parameters/PetId', 'schemas/PetId', 'Refer to a component of the kind', 'schemas/PetId'],
  ['- $ref: "#/components/parameters/PetId"', '- ref: It', 'Write `$ref`.', 'ref: It'],
  [LOCATION, '            Location:\n', 'Write keys and values here.', 'Location:'],
  ['      tags: [orders]\n', '', TAG, 'get:'],
  ['tags: [orders]', 'tags: [ordres]', TAG, 'ordres'],
  ['tags: [orders]', 'tag: [orders]', 'Did you mean `tags`?', 'tag:'],
  ['\n  parameters:\n', '\n  paramters:\n', 'Did you mean `parameters`?', 'paramters'],
  ['\n  schemas:\n', '\n  schema:\n', 'Did you mean `schemas`?', 'schema:'],
  ['\npaths:\n', '\npath:\n', 'Did you mean `paths`?', 'path:'],
  [
    /\npaths:[\s\S]*?\ncomponents:/,
    '\npaths:\ncomponents:',
    'Write keys and values here.',
    'paths:',
  ],
  ['      operationId: getPet\n', '', 'Add the missing `operationId`.', 'get:'],
  ['parameters/PetId', 'parameters/50%', 'refer to a component that exists', '50%'],
  ['#/components/schemas/Pets', '#/components/schemas/__proto__', "Can't resolve", '__proto__'],
  ['#/components/schemas/Pets', '#/definitions/Pets', 'refer to a component, such', 'definitions'],
  ['"#/components/schemas/Pets"', './', 'there is no file', './'],
  [SUMMARY, 'summary: *', 'Put this text into quotes', '*'],
  [
    'operationId: createPet',
    '$&\n      security: [{ apiKey: ["pets:read"] }]',
    'a scope that ends with `:write`',
    'pets:read',
  ],
  ['operationId: getPet', 'operationId: listPets', 'GET /pets has this one', 'listPets'],
  [SUMMARY, ` ${SUMMARY}`, 'Indent this line like its neighbours', SUMMARY],
  [SUMMARY, 'summary: Get: an animal', 'Put text with `: ` in it into quotes', 'Get:'],
  [SUMMARY, 'summary:Get an animal', 'a colon and a space', 'summary:Get'],
  [SUMMARY, '\tsummary: It', 'Indent with spaces', '\tsummary'],
  [SUMMARY, 'summary: "It', 'Close what was opened here', ''],
  [SUMMARY, 'summary: @It', 'Put this text into quotes', '@It'],
  [SUMMARY, 'summary: [It] is', 'Put the whole text into quotes', '[It]'],
  [SUMMARY, `${SUMMARY}\n      ${SUMMARY}`, 'Remove this key or the one above', SUMMARY],
  ['  - name: pets\n', '  -name: pets\n', 'a space after each `-`', '-name'],
  ['tags: [orders]', 'tags: [orders', 'close each `[`', 'summary'],
  ['pattern: "^[A-Za-z0-9_-]*$"', String.raw`pattern: "^\d*$"`, 'single quotes', String.raw`\d`],
  ['\npaths:', '\n---\npaths:', 'Remove the line `---`', '---'],
  ['\npaths:', '\n...\npaths:', 'or `...`', 'paths:'],
  [/\npaths:[\s\S]*?\ncomponents:/, '\npaths: {}\ncomponents:', 'Write at least one', 'paths:'],
];

/** The same, of which lint says nothing else. */
const SINGLE_MISTAKES: typeof MISTAKES = [
  [/( +)type: string\n( +minLength)/, '$2', 'Write a schema with a `type` here.', 'schema:'],
  [/type: string(\n +minLength)/, 'tpye: string$1', 'Did you mean `type`?', 'tpye'],
  ['operationId: getPet', 'operationID: getPet', 'Did you mean `operationId`?', 'operationID'],
  ['responses/InvalidListing', 'responses/Listing', "Can't resolve $ref", 'responses/Listing'],
];

t.test('names the line of a mistake, and what to write', async (t) => {
  await expectFindings(
    t,
    MISTAKES.map((mistake) => [OPERATIONS, ...mistake] as const),
  );
  const found = await expectFindings(
    t,
    SINGLE_MISTAKES.map((mistake) => [OPERATIONS, ...mistake] as const),
  );
  for (const { lines } of found) t.equal(lines.length, 1, lines.join(' '));
});

/** Makes each change in a copy of the contract, and asserts what lint says of it, and where. */
async function expectFindings(
  t: Test,
  changes: readonly Change[],
  prepare: (folder: string) => Promise<void> = async () => {},
) {
  const files = await Promise.all(
    changes.map(async ([name, before, after]) => {
      const folder = await copyContract(t);
      await prepare(folder);
      await changeFile(join(folder, name), before, after);
      return join(folder, OPERATIONS);
    }),
  );
  const found = await lint(files);
  for (const [index, { file, lines }] of found.entries()) {
    const [name = '', , after, says = '', there = ''] = changes[index] ?? [];
    const line = lines.find((one) => one.includes(says)) ?? '';
    const [, place = '', number] = /^([^:]+):(\d+):\d+ /.exec(line) ?? [];
    t.equal(place, join(dirname(file), name), `${after}: ${lines.join(' ')}`);
    const text = (await readFile(place, 'utf8')).split('\n')[Number(number) - 1];
    t.ok(text?.includes(there), `${line} is at ${text}`);
    for (const one of lines) t.match(one, /^\S+:\d+:\d+ [A-Z`]/);
  }
  return found;
}

t.test('says that a file is not there, and hides no fault of its own', async (t) => {
  const [linted] = await lint(['none.yaml']);
  t.same(linted?.lines, ['none.yaml:1:1 There is no such file.']);
  const failing = () => Promise.reject(new TypeError('A fault of the kit.'));
  await t.rejects(lint([FEATURES], failing), TypeError);
});

t.test('npm run contract:lint checks this contract, or others', async (t) => {
  const ran = await runScript(t, 'scripts/contract-lint.ts', [], { cwd: root });
  t.same(ran, { code: 0, stdout: 'openapi/openapi.yaml keeps all rules.\n', stderr: '' });
  const file = await writeContract(t, 'form', [['', '', { x: 1 }]]);
  const other = await runScript(t, 'scripts/contract-lint.ts', [file], { cwd: root });
  t.match(other, { code: 1, stdout: '', stderr: /^\S+:\d+:\d+ `x` is not supported here/ });
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
    info: { title: 'Refused', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'things', description: 'Things.' }],
    paths: {},
    components: {
      headers: {
        'Retry-After': { description: 'Seconds.', schema: { type: 'integer' }, example: 1 },
      },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: { Cat: kind('cat'), Dog: kind('dog') },
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
  await writeFile(file, stringify(document, replacer, { aliasDuplicateObjects: false }));
  await cp(join(root, 'openapi', OVERLAY), join(dirname(file), OVERLAY));
  return file;
}
