import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { copyContract, OPERATIONS, OVERLAY, splitContract } from '../support/contracts.ts';
import { changeFile, root, runScript } from '../support/scripts.ts';
import { type Broken, brokenOperations, brokenOverlays } from './broken-contracts.ts';

const SCRIPT = 'scripts/contract/lint.ts';

t.test('the contract keeps all rules', async (t) => {
  t.same(await runScript(t, SCRIPT, [], { cwd: root }), {
    code: 0,
    stdout: 'openapi/openapi.yaml keeps all rules.\n',
    stderr: '',
  });
});

t.test('every rule rejects a contract that breaks it, and names the place to edit', async (t) => {
  const cases = [
    ...brokenOperations.map((broken) => ({ broken, name: OPERATIONS })),
    ...brokenOverlays.map((broken) => ({ broken, name: OVERLAY })),
  ];
  const folders = await Promise.all(
    cases.map(async ({ broken: [, before, after], name }) => {
      const folder = await copyContract(t);
      await changeFile(join(folder, name), before, after);
      return folder;
    }),
  );
  const { stdout, lines } = await lint(t, folders);
  t.equal(stdout, '');
  for (const [index, { broken }] of cases.entries()) {
    await expectRejection(t, lines, folders[index] ?? '', broken);
  }
});

t.test('names the place in the file that a reference leads to', async (t) => {
  const changes: (readonly [name: string, ...Broken])[] = [
    [
      'operations/orders.yaml',
      'operation-summary',
      '  summary: List all orders\n',
      '',
      /should contain `summary`/,
      'get:',
    ],
    [
      'operations/orders.yaml',
      'no-unresolved-refs',
      'parameters/Limit"',
      'parameters/None"',
      /Can't resolve \$ref/,
      '$ref: "../openapi.yaml#/components/parameters/None"',
    ],
    [
      'operations/parameters.yaml',
      'supported',
      '    maxLength: 128\n',
      '',
      /its `maxLength`/,
      'schema:',
    ],
    [
      'schemas/Orders.yaml',
      'supported',
      'maxItems: 100',
      'maxItems: many',
      /Write an integer of 0 or more/,
      'maxItems: many',
    ],
  ];
  const folders = await Promise.all(changes.map(() => copyContract(t)));
  for (const [index, [name, , before, after]] of changes.entries()) {
    const folder = folders[index] ?? '';
    await splitContract(folder);
    await changeFile(join(folder, name), before, after);
  }
  const { lines } = await lint(t, folders);
  for (const [index, [name, ...broken]] of changes.entries()) {
    const problem = await expectRejection(t, lines, folders[index] ?? '', broken);
    t.match(problem, `/${name}:`);
  }
});

t.test('a fault in what is used twice is reported once', async (t) => {
  const folder = await copyContract(t);
  await changeFile(join(folder, OPERATIONS), 'example: 50', 'example: 500');
  await changeFile(join(folder, OVERLAY), 'status: 503', 'status: "503"');
  const { lines } = await lint(t, [folder]);
  t.equal(lines.length, 2, lines.join('\n'));
});

t.test('what is not plain YAML is rejected with its line', async (t) => {
  const changes = [
    [OPERATIONS, 'servers:', 'servers: ['],
    [OPERATIONS, '    PetStatus:', '    PetStatus: &status'],
    [OVERLAY, 'headers:\n        X-Request-Id:', 'headers: &headers\n        X-Request-Id:'],
    [OVERLAY, 'type: object', '<<: { type: object }'],
    ['operations/orders.yaml', 'tags: [orders]', 'tags: *tags'],
  ] as const;
  const folders = await Promise.all(changes.map(() => copyContract(t)));
  for (const [index, [name, before, after]] of changes.entries()) {
    await splitContract(folders[index] ?? '');
    await changeFile(join(folders[index] ?? '', name), before, after);
  }
  const { lines } = await lint(t, folders);
  for (const [index, [name, , after]] of changes.entries()) {
    const file = join(folders[index] ?? '', name);
    const [problem = ''] = lines.filter((line) => line.startsWith(`${file}:`));
    const text = await readFile(file, 'utf8');
    const number = text.slice(0, text.indexOf(after)).split('\n').length;
    // What is open is missed only on a later line.
    t.match(problem, after.endsWith('[') ? /^\S+:\d+:\d+ / : `${file}:${number}:`);
  }
});

t.test('a reference to what is not there is rejected with its line', async (t) => {
  const folder = await copyContract(t);
  await splitContract(folder);
  const file = join(folder, OPERATIONS);
  const text = await readFile(file, 'utf8');
  for (const [before, after] of [
    ['operations/orders.yaml', 'operations/none.yaml'],
    ['parameters.yaml#/Cursor', 'parameters.yaml#/None'],
  ] as const) {
    await writeFile(file, text.replace(before, after));
    const { lines } = await lint(t, [folder]);
    const number = text.slice(0, text.indexOf(before)).split('\n').length;
    t.match(lines, [new RegExp(`^${file}:${number}:\\d+ Can't resolve \\$ref: `)]);
  }
  await writeFile(
    file,
    text.replace('    OrderId:\n', '    Orders: { type: string, description: None. }\n$&'),
  );
  t.match((await lint(t, [folder])).lines, [
    /orders\.yaml:\d+:\d+ Another schema is called Orders/,
  ]);
});

/** Lints the contracts in some folders. */
async function lint(t: Test, folders: readonly string[]) {
  const files = folders.map((folder) => join(folder, OPERATIONS));
  const { code, stdout, stderr } = await runScript(t, SCRIPT, files, { cwd: root });
  t.equal(code, 1);
  return { stdout, lines: stderr.split('\n').filter(Boolean) };
}

/** Finds what a rule says of a contract, and looks at the place that it names. */
async function expectRejection(t: Test, lines: string[], folder: string, broken: Broken) {
  const [rule, before, , says, there] = broken;
  const found = lines.find((one) => one.startsWith(`${folder}/`) && one.endsWith(` (${rule})`));
  if (!t.match(found, says, `${rule}: ${before}`)) return found;
  const [place = '', file = '', line, column] = /^([^:]+):(\d+):(\d+) /.exec(found ?? '') ?? [];
  const text = await readFile(file, 'utf8').catch(() => place);
  const at = text.split('\n')[Number(line) - 1]?.slice(Number(column) - 1);
  t.ok(at?.startsWith(there), `${found} points to ${at}`);
  return found;
}
