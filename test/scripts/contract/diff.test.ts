// What `npm run contract:diff` says. Everything that can change does so at once, each in an
// operation of its own.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { stringify } from 'yaml';
import { temporaryFolder } from '../../support/databases.ts';
import { runScript } from '../../support/scripts.ts';
import { type Json, operation, readTable } from './table.ts';

const SCRIPT = 'scripts/contract-diff.ts';
const NEW = 'openapi/openapi.yaml';
const CHANGELOG = 'openapi/CHANGELOG.md';
const FIRST = '# Changelog\n\n## 1.0.0 (2026-11-21)\n\n- The first version.\n';
const KINDS = ['breaking', 'additive', 'documentation', 'excused'];

type Change = readonly [kind: string | null, before: Part, after: Part, says?: string];
/** An operation in the short form of the table. */
type Part = Json | null;

const table = await readTable<Change[]>('contract-changes.yaml');
const cases = Object.entries(table).flatMap(([line, changes]) =>
  changes.map((change, index) => ({ change, name: `${line}: ${index}` })),
);
const cwd = await temporaryFolder(t);
await mkdir(join(cwd, 'openapi/released'), { recursive: true });
const older = await write('openapi/released/1.9.0.yaml', '1.9.0', 1);
await write('openapi/released/1.10.0.yaml', '1.10.0', 1);

t.test('rates each change, names its line, and says what it calls for', async (t) => {
  const newer = await write(NEW, '1.11.0', 2);
  await writeFile(join(cwd, CHANGELOG), `## Unreleased\n\nNothing.\n\n${FIRST}`);
  const { code, stdout, stderr } = await compare(older, newer, '--today', '2026-11-22');
  t.equal(code, 1);
  const lines = stdout.split('\n').filter((line) => /^[a-z]/.test(line));
  const files = await Promise.all([older, newer].map((file) => readFile(join(cwd, file), 'utf8')));
  for (const [index, { change, name }] of cases.entries()) {
    const [kind, , , says = ''] = change;
    const own = lines.filter((line) => new RegExp(`/case-${index}(?![0-9])`).test(line));
    const worst = KINDS.find((one) => own.some((line) => line.startsWith(one))) ?? null;
    t.equal(worst, kind, `${name} ${own.join(' ')}`);
    t.ok(own.join('\n').includes(says), `${name} says ${own.join(' ')}`);
    for (const line of own) {
      const [, file, number] = /^\w+ +(\S+):(\d+):\d+ /.exec(line) ?? [];
      const above = files[file === older ? 0 : 1]?.split('\n').slice(0, Number(number));
      const path = above?.findLast((one) => one.startsWith('  /case-'));
      t.match(path, new RegExp(`/case-${index}(?![0-9])`), line);
    }
  }
  t.same(stderr.split('\n').filter(Boolean), [
    `${lines.filter((line) => line.startsWith('breaking')).length} breaking changes: ` +
      'give info.version a new major number (it is 1.11.0, and was 1.9.0).',
    `${CHANGELOG}: write a line "- ..." about the change under "## Unreleased" or "## 1.11.0".`,
  ]);
});

t.test('a break may come with a new major version and an entry', async (t) => {
  const added = { '/more': { get: operation('more', {}) } };
  const newer = await write(NEW, '2.0.0', 1, '/v2', added);
  await writeFile(join(cwd, CHANGELOG), `## 2.0.0\n\n- Moved.\n\n${FIRST}`);
  const { code, stdout } = await compare(older, newer);
  t.equal(code, 0);
  t.match(stdout, /^breaking .* Server `\/v1` became `\/v2`\.$/m);
  t.match(stdout, /^additive .* \/more: added\.$/m);
  t.match(stdout, /^From 1\.9\.0 to 2\.0\.0: \d+ changes?\.$/m);
});

t.test('a shorter notice is a break, a longer one is not', async (t) => {
  await write(NEW, '1.10.0', 1, '/v1', {}, { stable: 180, beta: 29 });
  const { code, stdout } = await compare();
  t.equal(code, 1);
  t.match(stdout, /^breaking .* info\/x-notice: beta modified from 30 to 29\.$/m);
  t.match(stdout, /^documentation .* info\/x-notice: stable modified from nothing to 180\.$/m);
});

t.test('compares with the last released version unless files are named', async (t) => {
  await write(NEW, '1.10.0', 1);
  t.match(await compare(), { code: 0, stdout: 'From 1.10.0 to 1.10.0: 0 changes.\n', stderr: '' });
});

t.test('the published contract, of which a release is a copy, equals its sources', async (t) => {
  const { code, stdout } = await runScript(t, SCRIPT, ['generated/openapi.yaml', NEW]);
  t.match(stdout, /^From .*: 0 changes\.\n$/);
  t.equal(code, 0);
});

function compare(...args: string[]) {
  return runScript(t, SCRIPT, args, { cwd });
}

/** Writes a contract with one side of all changes. @returns its path */
async function write(
  file: string,
  version: string,
  side: 1 | 2,
  url = '/v1',
  more: object = {},
  notice: object = { beta: 30 },
): Promise<string> {
  const paths = cases.flatMap(({ change }, index) => {
    const { path = '', ...own } = change[side] ?? {};
    const post = operation(`case${index}`, own);
    return change[side] ? [[`/case-${index}${path}`, { post }]] : [];
  });
  const kind = (name: string) => ({
    type: 'object',
    properties: { kind: { type: 'string', const: name } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Cases', version, 'x-notice': notice },
    servers: [{ url }],
    security: [{ apiKey: [] }],
    paths: { ...Object.fromEntries(paths), ...more },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: { Cat: kind('cat'), Dog: kind('dog'), Kitten: kind('cat') },
    },
  };
  await writeFile(join(cwd, file), stringify(document, { aliasDuplicateObjects: false }));
  return file;
}
