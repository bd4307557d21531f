// The package with the client: packed, installed, and used by programs of others.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { modelOf } from '../../../scripts/contract/index.ts';
import { clientPackage } from '../../../scripts/generate/client-package.ts';
import { openSample } from '../../helper.ts';
import { compile } from '../../support/compiler.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { contract } from '../../support/sample-contract.ts';
import { root } from '../../support/scripts.ts';
import { SAMPLE } from '../../support/services.ts';

const PACKAGE = resolve(SAMPLE.folder, 'generated/package');
const NAME = 'sample-service-client';

const PROGRAM = `import { ApiError, createClient } from '${NAME}';

const { API_KEY, BASE_URL } = process.env;
const client = createClient({ apiKey: API_KEY, baseUrl: BASE_URL });
const { id } = await client.createWidget({ name: 'Bolt', groupId: 7n });
for await (const widget of client.listWidgets.all()) console.log(widget.id === id, widget.name);
try {
  await client.getWidget({ widgetId: id + 1n });
} catch (error) {
  if (error instanceof ApiError) console.log(error.code);
}
`;

const TYPES = `import { type Client, createClient, type Widget } from '${NAME}';

const client: Client = createClient({ apiKey: 'key' });
export async function first(): Promise<Widget | undefined> {
  const { items } = await client.listWidgets.page({ limit: 1 });
  return items[0];
}
// @ts-expect-error A double cannot hold every id.
client.getWidget({ widgetId: 7 });
`;

t.test('the package is packed, installed and used, in JavaScript and in TypeScript', async (t) => {
  const folder = await temporaryFolder(t);
  const run = (file: string, args: readonly string[], env: Record<string, string> = {}) => {
    return promisify(execFile)(file, args, { cwd: folder, env: { ...process.env, ...env } });
  };
  const { stdout } = await run('npm', ['pack', PACKAGE, '--json']);
  const [packed] = JSON.parse(stdout);
  t.strictSame(packed.files.map(({ path }: { readonly path: string }) => path).sort(), [
    'README.md',
    'index.d.ts',
    'index.js',
    'package.json',
  ]);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', `./${packed.filename}`]);
  const tree = JSON.parse((await run('npm', ['ls', '--all', '--json'])).stdout);
  t.match(tree.dependencies, { [NAME]: { version: contract.document.info.version } });
  t.notOk(tree.dependencies[NAME].dependencies, 'alone');

  const { app, key } = await openSample(t);
  const baseUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  await writeFile(join(folder, 'program.js'), PROGRAM);
  const settings = { API_KEY: key, BASE_URL: baseUrl };
  const written = await run(process.execPath, ['program.js'], settings);
  t.equal(written.stdout, 'true Bolt\nwidget_not_found\n');

  await writeFile(join(folder, 'types.ts'), TYPES);
  const strict = '--noEmit --strict --exactOptionalPropertyTypes --target es2020 --lib es2020,dom';
  for (const modules of [
    '--module nodenext --moduleResolution nodenext --verbatimModuleSyntax',
    '--module esnext --moduleResolution bundler',
    '--module esnext --moduleResolution node',
  ]) {
    const args = [...`${strict} ${modules} --typeRoots none --pretty false`.split(' '), 'types.ts'];
    t.equal(await compile(args, { cwd: folder, version: 'typescript50' }), '', modules);
  }
});

t.test('the package says of which version of the contract it is', async (t) => {
  const [readme, manifest, license] = await Promise.all([
    readFile(join(PACKAGE, 'README.md'), 'utf8'),
    readFile(join(PACKAGE, 'package.json'), 'utf8'),
    readFile(join(root, 'package.json'), 'utf8'),
  ]);
  const { version } = contract.document.info;
  t.match(readme, `generated from version ${version} of its contract`);
  const { dependencies, type, ...given } = JSON.parse(manifest);
  t.match([dependencies, type, given.version], [undefined, 'module', version]);
  t.equal(given.license, JSON.parse(license).license);
});

t.test('a client whose types need other modules makes no package', (t) => {
  const clients = { ts: 'export const a = [].map(String);', js: '' };
  const packaged = { contract: modelOf(contract.document), service: SAMPLE.service, clients };
  t.throws(() => clientPackage(packaged), /annotation/);
  t.end();
});
