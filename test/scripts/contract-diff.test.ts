import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { completeContract } from '../../scripts/generate/complete.ts';
import { contractFile } from '../../scripts/generate/contract.ts';
import { DEPRECATION } from '../support/contracts.ts';
import { temporaryFolder } from '../support/databases.ts';
import { changeFile, root, runScript } from '../support/scripts.ts';

const SCRIPT = 'scripts/contract/diff.ts';
const OLD = 'openapi/released/1.0.0.yaml';
const NEW = 'openapi/openapi.yaml';
const FOR_ALL = 'openapi/every-operation.yaml';
const CHANGELOG = 'openapi/CHANGELOG.md';
const FIRST_ENTRY = '# Changelog\n\n## 1.0.0 (2026-11-21)\n\n- The first version.\n';

const JSON_SCHEMA = 'content/application/json/schema';
const NEEDS_ENTRY = `${CHANGELOG}: write a line "- ..." about the change under "## Unreleased".`;
const needsMajor = (changes: string, to = '1.0.0') =>
  `${changes}: give info.version a new major number (it is ${to}, and was 1.0.0).`;

/** A text of the contract and what it is replaced by. */
type Edit = readonly [before: string | RegExp, after: string, file?: string];

const REWORDED: Edit = ['summary: List all animals', 'summary: List animals'];
const BREAK: Edit = ['operationId: createPet', 'operationId: addPet'];

t.test('a contract that is the same has no changes', async (t) => {
  t.same(await compare(await released(t), []), { code: 0, changes: [], demands: [] });
});

t.test('lists what breaks requests', async (t) => {
  const { code, changes, demands } = await compare(await released(t), [
    ['required: [name, categoryId]', 'required: [name, categoryId, status]'],
    [
      '          example: 8e03978e-40d5-43e8-bc93-6894a57f9324\n',
      '$&        - { name: shop, in: query, required: true, schema: { type: integer } }\n',
    ],
    [/(The id of the animal.\n.*schema:)\n.*/, '$1 { type: boolean }'],
    [
      /(only animals with this status.\n.*schema:)\n.*/,
      '$1 { type: string, enum: [available, sold] }',
    ],
    ['maximum: 100', 'maximum: 50'],
    ['default: 20', 'default: 10'],
    ['maxLength: 128', 'maxLength: 128\n        format: uuid'],
    ['"^[!-~]*$"', '"^[a-z]*$"'],
  ]);
  t.equal(code, 1);
  t.same(changes, [
    'breaking  GET /pets parameters/0/schema: default modified from 20 to 10.',
    "breaking  GET /pets parameters/0/schema: Upper bound changed from '<= 100' to '<= 50'.",
    "breaking  GET /pets parameters/1/schema: `format` was set to 'uuid'.",
    'documentation  GET /pets parameters/2/schema: description modified.',
    "breaking  GET /pets parameters/2/schema: Enum lost values: 'pending'.",
    "breaking  POST /pets parameters/0/schema: `pattern` changed from '^[!-~]*$' to '^[a-z]*$'.",
    'breaking  POST /pets parameters/1: Required `shop` query parameter was added.',
    `breaking  POST /pets requestBody/${JSON_SCHEMA}: Properties of \`NewPet\` became required: \`status\`.`,
    'documentation  GET /pets/{petId} parameters/0/schema: description modified.',
    'additive  GET /pets/{petId} parameters/0/schema: format modified from "int64" to nothing.',
    "breaking  GET /pets/{petId} parameters/0/schema: Type narrowed from 'integer' to 'boolean'.",
  ]);
  t.same(demands, [needsMajor('8 breaking changes'), NEEDS_ENTRY]);
});

t.test('lists what breaks those who read responses', async (t) => {
  const { code: exitCode, changes } = await compare(await released(t), [
    [/ {8}categoryId:\n.*CategoryId"\n(?= {8}status:\n.*\n\n {4}Pets)/, ''],
    ['required: [id, name, categoryId, status]', 'required: [id, name, status]'],
    ['enum: [available, pending, sold]', 'enum: [available, pending, sold, lost]'],
    [/ {8}"409":\n(?: {10}.*\n)+/, ''],
    [/ {10}headers:\n {12}Location:\n(?: {14}.*\n)+/, ''],
    [/(Number of seconds to wait.*\n {6}required:) true/, '$1 false'],
    ['pattern: "^[a-z][a-z0-9_]*$"', 'maxLength: 99', FOR_ALL],
  ]);
  const page = `responses/200/${JSON_SCHEMA}/items`;
  const code = `responses/default/${JSON_SCHEMA}/properties/code`;
  t.equal(exitCode, 1);
  t.same(changes, [
    "breaking  GET /pets parameters/2/schema: Enum of `PetStatus` gained values: 'lost'.",
    `breaking  GET /pets ${page}: Properties of \`Pet\` are no longer required: \`categoryId\`.`,
    `breaking  GET /pets ${page}/properties/categoryId: Property \`categoryId\` of \`Pet\` was removed.`,
    'breaking  GET /pets responses/429/headers/Retry-After: required modified from true to false.',
    `additive  GET /pets ${code}: maxLength modified from nothing to 99.`,
    `breaking  GET /pets ${code}: \`pattern\` of \`code\` was removed.`,
    'breaking  POST /pets responses/201/headers/Location: Response header `Location` was removed.',
    'breaking  POST /pets responses/409: Response `409` was removed.',
  ]);
});

t.test('lists what breaks all clients of an operation', async (t) => {
  const { code, changes } = await compare(await released(t), [
    [/ {2}\/pets\/\{petId\}:\n(.+\n|\n(?= {8}))+/, ''],
    BREAK,
    [/(operationId: listPets(?:.*\n)+?.*x-stability:) stable/, '$1 beta'],
    ['  - apiKey: []\n', '  - apiKey: []\n    signature: []\n'],
    ['  securitySchemes:\n', '$&    signature: { type: apiKey, in: header, name: X-Signature }\n'],
    ['- url: /v1', '- url: /v2'],
  ]);
  t.equal(code, 1);
  t.same(changes, [
    'documentation  components/securitySchemes/signature: added.',
    'breaking  GET /pets: x-stability modified from "stable" to "beta".',
    "breaking  POST /pets: `operationId` of operation `POST /pets` changed from 'createPet' to 'addPet'.",
    'breaking  /pets/{petId}: Path `/pets/{petId}` was removed.',
    'breaking  security/0: Security requirement `apiKey` is no longer accepted.',
    'additive  security/0: added.',
    'breaking  servers/0: Server `/v1` became `/v2`.',
  ]);
});

t.test('an earlier sunset is a break, and a later one is none', async (t) => {
  const cwd = await released(t);
  t.match(await compare(cwd, [['x-sunset: "2030-12-05"', 'x-sunset: "2030-12-04"']]), {
    changes: ['breaking  GET /pets/{petId}: x-sunset modified from "2030-12-05" to "2030-12-04".'],
  });
  t.match(await compare(cwd, [['x-sunset: "2030-12-04"', 'x-sunset: "2031-12-05"']]), {
    changes: [
      'documentation  GET /pets/{petId}: x-sunset modified from "2030-12-05" to "2031-12-05".',
    ],
  });
});

t.test('what follows from a keyword is listed as that keyword alone', async (t) => {
  const cwd = await released(t);
  const { changes } = await compare(cwd, [
    [/(?<=operationId: listPets\n)/, DEPRECATION.replace('listPets', 'listOrders')],
    [DEPRECATION, ''],
    ['x-stability: experimental', 'x-stability: beta'],
  ]);
  t.same(changes, [
    'documentation  GET /pets: deprecated modified from nothing to true.',
    'documentation  GET /pets: x-deprecated-since modified from nothing to "2026-11-21".',
    'documentation  GET /pets: x-successor modified from nothing to "listOrders".',
    'documentation  GET /pets: x-sunset modified from nothing to "2030-12-05".',
    'documentation  GET /pets/{petId}: deprecated modified from true to nothing.',
    'documentation  GET /pets/{petId}: x-deprecated-since modified from "2026-11-21" to nothing.',
    'documentation  GET /pets/{petId}: x-successor modified from "listPets" to nothing.',
    'documentation  GET /pets/{petId}: x-sunset modified from "2030-12-05" to nothing.',
    'documentation  GET /store/orders: x-stability modified from "experimental" to "beta".',
  ]);
});

t.test('lists what is new or allows more, and what is only read', async (t) => {
  const { code, changes, demands } = await compare(await released(t), [
    [
      '\ncomponents:\n',
      '  /pets/count:\n    get:\n      operationId: countPets\n      responses: { "200": { description: A number. } }\n$&',
    ],
    ['        # allOf', '        colour: { type: string, maxLength: 9 }\n$&'],
    ['maximum: 100', 'maximum: 200'],
    REWORDED,
    ['example: 50', 'example: 10'],
    ['Rex 🐶', 'Rex 🐕'],
    [/( {4}description:) The animals that.*/, '$1 All animals.'],
    ['\npaths:\n', '  - { name: shops, description: Shops. }\n$&'],
  ]);
  t.equal(code, 1);
  t.same(changes, [
    'documentation  GET /pets: summary modified from "List all animals" to "List animals".',
    'additive  GET /pets parameters/0/schema: maximum modified from 100 to 200.',
    `additive  POST /pets requestBody/${JSON_SCHEMA}/properties/colour: added.`,
    'additive  /pets/count: added.',
    'documentation  tags/0: description modified from "The animals that the store offers." to "All animals.".',
    'documentation  tags/2: added.',
    'documentation  GET /pets parameters/0/example: The example has changed.',
    'documentation  POST /pets requestBody/content/application/json/examples/full: The example has changed.',
  ]);
  t.same(demands, [NEEDS_ENTRY]);
});

t.test('what was experimental may change without a new major version', async (t) => {
  const cwd = await released(t, '## Unreleased\n\n- Orders.\n');
  const { code, changes } = await compare(cwd, [
    ['operationId: listOrders', 'operationId: findOrders'],
    ['enum: [placed, approved, delivered]', 'enum: [placed, approved, delivered, lost]'],
    ['x-stability: experimental', 'x-stability: stable'],
  ]);
  t.equal(code, 0);
  t.same(changes, [
    "breaking  GET /store/orders: `operationId` of operation `GET /store/orders` changed from 'listOrders' to 'findOrders'. It was experimental.",
    'documentation  GET /store/orders: x-stability modified from "experimental" to "stable".',
    "breaking  GET /store/orders parameters/2/schema: Enum of `OrderStatus` gained values: 'lost'. It was experimental.",
  ]);

  t.test('but not what others share with it', async (t) => {
    const { code, demands } = await compare(cwd, [['maxItems: 100', 'maxItems: 200']]);
    t.equal(code, 1);
    t.same(demands, [needsMajor('1 breaking change')]);
  });
});

t.test('a change needs an entry, under its version or still unreleased', async (t) => {
  const cwd = await released(t);
  const { code, demands } = await compare(cwd, [REWORDED, ['version: 1.0.0', 'version: 1.1.0']]);
  t.equal(code, 1);
  t.same(demands, [NEEDS_ENTRY.replace('d".', 'd" or "## 1.1.0".')]);
  await writeFile(join(cwd, CHANGELOG), `## Unreleased\n\nNothing.\n\n${FIRST_ENTRY}`);
  t.equal((await compare(cwd)).code, 1, 'a heading alone is no entry');
  await writeFile(join(cwd, CHANGELOG), `## 1.1.0\n\n- Words.\n\n${FIRST_ENTRY}`);
  t.equal((await compare(cwd)).code, 0);
});

t.test('a break needs a new major version', async (t) => {
  const cwd = await released(t, '## Unreleased\n\n- Renamed.\n');
  const { code, demands } = await compare(cwd, [BREAK, ['version: 1.0.0', 'version: 1.9.0']]);
  t.equal(code, 1);
  t.same(demands, [needsMajor('1 breaking change', '1.9.0')]);
  t.equal((await compare(cwd, [['version: 1.9.0', 'version: 2.0.0']])).code, 0);
});

t.test('compares with the last released version unless files are named', async (t) => {
  const cwd = await released(t);
  for (const version of ['1.9.0', '1.10.0']) {
    const file = join(cwd, `openapi/released/${version}.yaml`);
    await cp(join(cwd, OLD), file);
    await changeFile(file, 'version: 1.0.0', `version: ${version}`);
  }
  await changeFile(join(cwd, NEW), 'version: 1.0.0', 'version: 1.10.0');
  t.match(await runScript(t, SCRIPT, [], { cwd }), {
    code: 0,
    stdout: 'From 1.10.0 to 1.10.0: 0 changes.\n',
  });
});

t.test('names the line to edit, in the file where it was written', async (t) => {
  const edits: readonly Edit[] = [
    BREAK,
    ['limit must be at most 100.', 'limit must be at most 100!'],
    ['maxLength: 128', 'maxLength: 64'],
    ['The service failed. A retry may succeed.', 'The service failed.', FOR_ALL],
    ['example: Bearer', 'example: Basic', FOR_ALL],
    ['minimum: 400', 'minimum: 402', FOR_ALL],
  ];
  const cwd = await released(t);
  for (const [before, after, file = NEW] of edits) {
    await changeFile(join(cwd, file), before, after);
  }
  const { stdout } = await runScript(t, SCRIPT, [OLD, NEW], { cwd });
  const lines = stdout.split('\n').filter((line) => /^[a-z]/.test(line));
  t.equal(lines.length, edits.length, stdout);
  for (const [, after, file = NEW] of edits) {
    const text = await readFile(join(cwd, file), 'utf8');
    const number = text.slice(0, text.indexOf(after)).split('\n').length;
    const near = [0, 1, 2, 3, 4].map((above) => `${file}:${number - above}:`);
    t.ok(
      near.some((place) => lines.some((line) => line.includes(` ${place}`))),
      `${after} in\n${stdout}`,
    );
  }
});

t.test('fields change direction by readOnly and writeOnly', async (t) => {
  const status = / {8}status:\n {10}\$ref: .*PetStatus"\n(?=\n {4}Pets)/;
  const hidden = (keyword: string): Edit => [
    status,
    `        status: { $ref: "#/components/schemas/PetStatus", ${keyword}: true }\n`,
  ];
  const inRequest = (keyword: string): Edit => [
    '          default: available\n',
    `$&          ${keyword}: true\n`,
  ];
  for (const [edit, expected] of [
    [
      hidden('writeOnly'),
      ['breaking', '`status` became `writeOnly`: it is no longer in this response.'],
    ],
    [hidden('readOnly'), ['documentation', 'readOnly modified from nothing to true.']],
    [
      inRequest('readOnly'),
      ['breaking', '`status` became `readOnly`: it is no longer in this request.'],
    ],
    [inRequest('writeOnly'), ['documentation', 'writeOnly modified from nothing to true.']],
  ] as [Edit, [string, string]][]) {
    const { changes } = await compare(await released(t), [edit]);
    const [kind, message] = expected;
    t.equal(changes.length, 1, changes.join('\n'));
    t.ok(changes[0]?.startsWith(`${kind}  `) && changes[0].endsWith(message), String(changes[0]));
  }
});

t.test('a path parameter that has another name breaks nobody', async (t) => {
  const { code, changes, demands } = await compare(await released(t), [
    ['/pets/{petId}:', '/pets/{id}:'],
    ['name: petId', 'name: id'],
  ]);
  t.equal(code, 1);
  t.same(changes, ['documentation  /pets/{id}: The path parameter `petId` is called `id` now.']);
  t.same(demands, [NEEDS_ENTRY]);
});

t.test('what an operation asks for is named by what it is', async (t) => {
  const asks = (security: string): Edit => [
    'x-stability: experimental',
    `$&\n      security: ${security}`,
  ];
  const cases: [string, string[]][] = [
    ['[{ apiKey: [] }]', []],
    [
      '[{ apiKey: [admin] }]',
      ["Security scheme `apiKey` requires new scopes: 'admin'. It was experimental."],
    ],
    [
      '[{ other: [] }]',
      ['Security requirement `apiKey` now requires `other`. It was experimental.'],
    ],
  ];
  for (const [security, expected] of cases) {
    const { changes } = await compare(await released(t), [asks(security)]);
    const breaking = changes.filter((change) => change.startsWith('breaking'));
    t.same(
      breaking.map((change) => change.slice(change.indexOf(': ') + 2)),
      expected,
      security,
    );
    t.notMatch(changes.join(), 'Authentication became required');
  }
});

t.test('an operation may go when its sunset has passed', async (t) => {
  const cwd = await released(t, '## Unreleased\n\n- Removed.\n');
  const gone: Edit = [/ {2}\/pets\/\{petId\}:\n(.+\n|\n(?= {8}))+/, ''];
  const removed = 'breaking  /pets/{petId}: Path `/pets/{petId}` was removed.';
  t.match(await compare(cwd, [gone], ['--today', '2030-12-04']), {
    code: 1,
    changes: [removed],
    demands: [needsMajor('1 breaking change')],
  });
  t.match(await compare(cwd, [], ['--today', '2030-12-05']), {
    code: 0,
    changes: [`${removed} Its sunset has passed.`],
  });
});

t.test('says how it is used', async (t) => {
  const cwd = await released(t);
  t.match(await runScript(t, SCRIPT, ['--help'], { cwd }), {
    code: 0,
    stdout: 'npm run contract:diff -- OLD.yaml NEW.yaml',
  });
});

/** A folder where nothing has changed since the first release. */
async function released(t: Test, entry = '') {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'openapi/released'), { recursive: true });
  for (const file of [NEW, FOR_ALL]) await cp(join(root, file), join(cwd, file));
  const contract = await readFile(join(cwd, NEW), 'utf8');
  await writeFile(join(cwd, NEW), contract.replace(/ {2}version: .*/, '  version: 1.0.0'));
  const { document } = await completeContract(join(cwd, NEW));
  await writeFile(join(cwd, OLD), contractFile(document));
  await writeFile(join(cwd, CHANGELOG), entry + FIRST_ENTRY);
  return cwd;
}

/** Edits the contract and compares it with the released one. Places are left out. */
async function compare(cwd: string, edits: readonly Edit[] = [], args: readonly string[] = []) {
  for (const [before, after, file = NEW] of edits) {
    await changeFile(join(cwd, file), before, after);
  }
  const { code, stdout, stderr } = await runScript(t, SCRIPT, [OLD, NEW, ...args], { cwd });
  const changes = stdout
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.replace(/ +\S+:\d+(:\d+)? +/, '  '));
  return { code, changes, demands: stderr.split('\n').filter(Boolean) };
}
