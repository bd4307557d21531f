import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import t from 'tap';
import { root, runScript } from '../support/scripts.ts';
import { contracts, idsOf, keysIn } from './supported-contracts.ts';
import { contradictions } from './supported-contradictions.ts';
import { type Put, refusedRows } from './supported-refused.ts';
import { inBase, worksRows } from './supported-works.ts';

const require = createRequire(import.meta.url);
const openApi = require('@seriousme/openapi-schema-validator/schemas/v3.1/schema.json');
const vocabulary = (name: string) => require(`ajv/dist/refs/json-schema-2020-12/meta/${name}.json`);
const VOCABULARIES =
  'core applicator validation unevaluated meta-data format-annotation content'.split(' ');
/** The sections, and the definitions of the objects in OpenAPI's own schema. */
const OBJECTS = {
  Info: 'info',
  Contact: 'contact',
  License: 'license',
  Tag: 'tag',
  'External Documentation': 'external-documentation',
  Server: 'server',
  'Server Variable': 'server-variable',
  Components: 'components',
  Reference: 'reference',
  'Path Item': 'path-item',
  Operation: 'operation',
  Parameter: 'parameter',
  'Request Body': 'request-body',
  'Media Type': 'media-type',
  Encoding: 'encoding',
  Response: 'response',
  Header: 'header',
  Example: 'example',
  Link: 'link',
  'Security Scheme': 'security-scheme',
  'OAuth Flows': 'oauth-flows',
};

const SUPPORTED = join(root, 'openapi/SUPPORTED.md');

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly note: string;
}

t.test('each row has a contract that shows it, and nothing else has one', async (t) => {
  const rows = await supportedRows();
  const named = (verdict: string) =>
    rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
  t.same(
    rows.filter(({ verdict }) => !['works', 'refused'].includes(verdict)),
    [],
  );
  t.same(Object.keys(idsOf(refusedRows)).sort(), named('refused').sort());
  const shown = Object.entries(inBase).flatMap(([section, names]) =>
    names
      .split(' ')
      .filter(Boolean)
      .map((name) => `${section}: ${name}`),
  );
  t.same([...shown, ...Object.keys(idsOf(worksRows))].sort(), named('works').sort());
});

t.test('there is a row for each field of OpenAPI and each keyword of JSON Schema', async (t) => {
  const ids = new Set((await supportedRows()).map(({ id }) => id));
  const wanted = [
    ...Object.entries(OBJECTS).flatMap(([section, name]) =>
      fieldsOf(openApi.$defs[name]).map((field) => `${section}: ${field}`),
    ),
    ...Object.keys(openApi.properties).map((field) => `Document: ${field}`),
    ...VOCABULARIES.flatMap((name) => fieldsOf(vocabulary(name)).map((one) => `Schema: ${one}`)),
    ...['discriminator', 'xml', 'externalDocs', 'example'].map((one) => `Schema: ${one}`),
  ];
  t.same(
    wanted.filter((id) => !ids.has(id)),
    [],
  );
});

t.test('lint accepts what works', async (t) => {
  const cases = Object.entries(idsOf(worksRows)) as [string, Put[]][];
  const files = await contracts(t, [[], ...cases.map(([, puts]) => puts)]);
  const { stderr } = await runScript(t, 'scripts/contract/lint.ts', files, { cwd: root });
  const lines = stderr.split('\n').filter(Boolean);
  for (const [index, file] of files.entries()) {
    const problems = lines.filter(
      (line) => line.startsWith(`${file}:`) || line.includes(`${file} `),
    );
    t.same(problems, [], cases[index - 1]?.[0] ?? 'the smallest contract');
  }
  t.equal(lines.length, 0, stderr);
});

t.test('lint names the line and what to write instead of what is refused', async (t) => {
  const rows = new Map((await supportedRows()).map((row) => [row.id, row]));
  const cases = Object.entries(idsOf(refusedRows)) as [string, [Put]][];
  const files = await contracts(
    t,
    cases.map(([, puts]) => puts),
  );
  const { stderr } = await runScript(t, 'scripts/contract/lint.ts', files, { cwd: root });
  const lines = stderr.split('\n').filter(Boolean);
  for (const [index, [id, [[keys, , place = keys]]]] of cases.entries()) {
    const file = files[index] ?? '';
    const own = lines.filter(
      (line) => line.startsWith(`${file}:`) && line.endsWith(' (supported)'),
    );
    const found = own.find((line) => line.includes(rows.get(id)?.note ?? ''));
    const [, line] = /:(\d+):\d+ /.exec(found ?? '') ?? [];
    const text = (await readFile(file, 'utf8')).split('\n')[Number(line) - 1];
    const key = keysIn(place).at(-1) ?? '';
    // An item of a list has no key.
    const isThere = text?.includes(/^\d$/.test(key) ? '- ' : key);
    if (!isThere) t.fail(`${id}: ${own.join(' ') || 'nothing'} points to ${text}`);
    else t.pass(id);
  }
});

t.test('lint names the line of what contradicts itself', async (t) => {
  const files = await contracts(
    t,
    contradictions.map(([, puts]) => puts),
  );
  const { stderr } = await runScript(t, 'scripts/contract/lint.ts', files, { cwd: root });
  const lines = stderr.split('\n').filter(Boolean);
  for (const [index, [says, [[keys] = ['']], place = keys]] of contradictions.entries()) {
    const file = files[index] ?? '';
    const own = lines.filter((line) => line.startsWith(`${file}:`));
    const found = own.find((line) => line.includes(says));
    const [, line] = /:(\d+):\d+ /.exec(found ?? '') ?? [];
    const text = (await readFile(file, 'utf8')).split('\n')[Number(line) - 1];
    const isThere = text?.includes(keysIn(place).at(-1) ?? '');
    t.ok(isThere, `${says}: ${own.join(' ') || 'nothing'} points to ${text}`);
    // Nothing is reported twice.
    const places = own.map((one) => one.split(' ', 1)[0]);
    t.equal(new Set(places).size, places.length, `${says}: ${own.join(' ')}`);
  }
});

/** The rows of SUPPORTED.md, each with the heading above it. */
async function supportedRows(): Promise<Row[]> {
  const sections = (await readFile(SUPPORTED, 'utf8')).split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return lines
      .map((line) => /^\| (.+?) \| (\w*) \| ?(.*?) ?\|$/.exec(line))
      .filter((match) => match !== null && match[2] !== '')
      .map((match) => {
        const [, name = '', verdict = '', note = ''] = match ?? [];
        return { id: `${heading}: ${name.replaceAll('`', '')}`, verdict, note };
      });
  });
}

/** The names of the properties in a schema, also of those that depend on others. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) => {
    return key === 'properties' ? Object.keys(part) : fieldsOf(part);
  });
}
