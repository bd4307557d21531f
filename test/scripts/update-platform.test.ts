// `npm run update-platform`: takes what is newer, and writes nothing where something was changed.

import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { manifestText, readManifest } from '../../scripts/platform/manifest.ts';
import { partsOf } from '../../scripts/platform/package-parts.ts';
import {
  digestsOfFiles,
  openProject,
  placedFiles,
  updatePlatform,
  writeFiles,
} from '../../scripts/platform/update.ts';
import { temporaryFolder } from '../support/databases.ts';
import { runScript } from '../support/scripts.ts';

type Files = Readonly<Record<string, string>>;

const PARTS = {
  type: 'module',
  engines: { node: '24' },
  imports: {},
  scripts: { start: 'node 1', 'new-service': 'node 2' },
  dependencies: { one: '1.0.0', gone: '1.0.0' },
  optionalDependencies: {},
  devDependencies: {},
  overrides: {},
};

function serviceText(product: string, name: string, keyPrefix: string): string {
  const names = { product, name, keyPrefix, firstKeyPlan: 'free' };
  return `export const service = ${JSON.stringify(names)};\n`;
}

/** The project that the platform comes from. */
const ORIGIN: Files = {
  'package.json': JSON.stringify({ version: '3.1.4', description: 'Old rows.', ...PARTS }),
  'src/service.ts': serviceText('Old Shop', 'old-shop', 'old'),
  'src/store/rows.ts': '// Of the origin.\n',
  'src/platform/app.ts': '// Version 1 of Old Shop.\n',
  'src/platform/gone.ts': '// Only in version 1.\n',
  'deploy/old-shop.service': 'Description=Old Shop\n',
  Dockerfile: 'LABEL title="Old Shop" description="Old rows." version="3.1.4"\n',
  'bin/run': '#!/bin/sh\n',
};

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: file.startsWith('bin/') ? 0o755 : 0o644 });
  }
}

function addAll(folder: string): void {
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    spawnSync('git', args, { cwd: folder });
}

/** A service on the platform of the origin, as new-service leaves it, and both their folders. */
async function bothProjects(t: Test) {
  const parent = await temporaryFolder(t);
  const [origin, service] = [join(parent, 'origin'), join(parent, 'service')];
  await writeAll(origin, ORIGIN);
  addAll(origin);
  const { scripts, ...parts } = PARTS;
  const release = { version: '1.0.0', description: 'Keeps books.' };
  await writeAll(service, {
    'src/service.ts': serviceText('Bookshop', 'bookshop', 'bks'),
    'src/store/books.ts': '// Of the service.\n',
    'package.json': JSON.stringify({
      name: 'bookshop',
      ...release,
      ...parts,
      scripts: { start: scripts.start },
    }),
  });
  const [from, to] = await Promise.all([openProject(origin), openProject(service)]);
  const platform = ['src/platform/app.ts', 'src/platform/gone.ts', 'deploy/old-shop.service'];
  const placed = await placedFiles([...platform, 'Dockerfile', 'bin/run'], from, to);
  await writeFiles(service, placed);
  const manifest = {
    files: digestsOfFiles(placed, release),
    package: partsOf(from.packageJson),
  };
  await writeAll(service, { 'platform.json': manifestText(manifest) });
  return { origin, service };
}

/** Every file below a folder, with its text. */
async function filesBelow(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries((await Promise.all(texts)).sort());
}

/** Makes a newer platform of the origin. */
async function renew(origin: string): Promise<void> {
  const scripts = { ...PARTS.scripts, start: 'node 3' };
  const newer = { ...PARTS, scripts, dependencies: { one: '2.0.0', two: '2.0.0' } };
  await rm(join(origin, 'src/platform/gone.ts'));
  await writeAll(origin, {
    'package.json': JSON.stringify({ version: '4.0.0', description: 'Older rows.', ...newer }),
    'src/platform/app.ts': '// Version 2 of Old Shop.\n',
    'src/platform/new/room.ts': '// New.\n',
    'deploy/old-shop.service': 'Description=Old Shop 2 old-shop old_shop old_0\n',
    Dockerfile: 'LABEL title="Old Shop 2" description="Older rows." version="4.0.0"\n',
  });
  addAll(origin);
}

t.test('takes the files and the parts of package.json of a newer platform', async (t) => {
  const { origin, service } = await bothProjects(t);
  await renew(origin);
  // What a service changes by itself: a release of its own, a package and a script.
  const before = JSON.parse(await readFile(join(service, 'package.json'), 'utf8'));
  const own = {
    ...before,
    version: '1.2.0',
    scripts: { ...before.scripts, books: 'node books' },
    dependencies: { ...before.dependencies, mine: '1.0.0' },
  };
  const dockerfile = 'LABEL title="Bookshop" description="Keeps books." version="1.2.0"\n';
  await writeAll(service, { 'package.json': JSON.stringify(own), Dockerfile: dockerfile });
  const ended = await runScript(t, 'scripts/update-platform.ts', [origin], { cwd: service });
  t.match(ended, {
    code: 0,
    stdout: /^Took 5 files.*\npackage\.json has changed\. Run: npm install/,
  });
  const {
    'package.json': packageText = '',
    'platform.json': _,
    ...files
  } = await filesBelow(service);
  t.strictSame(files, {
    Dockerfile: 'LABEL title="Bookshop 2" description="Keeps books." version="1.2.0"\n',
    'bin/run': '#!/bin/sh\n',
    'deploy/bookshop.service': 'Description=Bookshop 2 bookshop bookshop bks_0\n',
    'src/platform/app.ts': '// Version 2 of Old Shop.\n',
    'src/platform/new/room.ts': '// New.\n',
    'src/service.ts': files['src/service.ts'],
    'src/store/books.ts': '// Of the service.\n',
  });
  t.ok((await stat(join(service, 'bin/run'))).mode & 0o100, 'programs stay programs');
  t.match(JSON.parse(packageText), { name: 'bookshop', version: '1.2.0' });
  const { scripts, dependencies } = JSON.parse(packageText);
  t.strictSame(scripts, { start: 'node 3', books: 'node books' });
  t.strictSame(dependencies, { one: '2.0.0', two: '2.0.0', mine: '1.0.0' });
  t.strictSame(
    await updatePlatform(service, origin),
    { kind: 'taken', files: 5, takesPackages: false },
    'nothing is newer any more',
  );
});

t.test('names what is not as the last platform left it, and writes nothing', async (t) => {
  const packageWith = (scripts: object, dependencies: object) =>
    JSON.stringify({
      ...PARTS,
      version: '1.0.0',
      description: 'Keeps books.',
      scripts: { start: 'node 1', ...scripts },
      dependencies: { ...PARTS.dependencies, ...dependencies },
    });
  for (const [path, text, named = path] of [
    ['src/platform/app.ts', '// Mine.\n'],
    ['deploy/bookshop.service', 'Description=Mine\n'],
    ['Dockerfile', 'LABEL title="Bookshop" description="Keeps books." version="1.0.1"\n'],
    // A new file and a new package of the platform.
    ['src/platform/new/room.ts', '// Mine.\n'],
    ['package.json', packageWith({}, { two: '1.0.0' }), 'package.json dependencies two'],
    ['package.json', packageWith({ start: 'mine' }, {}), 'package.json scripts start'],
  ] as const) {
    const { origin, service } = await bothProjects(t);
    await renew(origin);
    await writeAll(service, { [path]: text });
    const before = await filesBelow(service);
    t.strictSame(await updatePlatform(service, origin), { kind: 'changed', found: [named] });
    t.strictSame(await filesBelow(service), before);
  }
  const { origin, service } = await bothProjects(t);
  await rm(join(service, 'bin/run'));
  const { code, stderr } = await runScript(t, 'scripts/update-platform.ts', [origin], {
    cwd: service,
  });
  t.equal(code, 1);
  t.equal(stderr, 'bin/run is not as the last platform left it.\nNothing was written.\n');
});

t.test('leaves a file whose digest is null', async (t) => {
  const { origin, service } = await bothProjects(t);
  await renew(origin);
  const manifest = await readManifest(service);
  const kept = { 'src/platform/app.ts': null, 'src/platform/gone.ts': null };
  const files = { ...manifest.files, ...kept };
  const mine = { 'src/platform/app.ts': '// Mine.\n', 'src/platform/gone.ts': '// Mine, too.\n' };
  await writeAll(service, { 'platform.json': manifestText({ ...manifest, files }), ...mine });
  t.match(await updatePlatform(service, origin), { kind: 'taken' });
  t.match(await filesBelow(service), mine);
  t.match((await readManifest(service)).files, kept);
});

t.test('says in one line what is no such project', async (t) => {
  const { origin, service } = await bothProjects(t);
  await t.rejects(updatePlatform(origin, service), { message: /^There is no platform\.json here/ });
  const empty = await temporaryFolder(t);
  await t.rejects(updatePlatform(service, empty), { message: `${empty} has no src/service.ts.` });
  await rm(join(origin, '.git'), { recursive: true });
  await t.rejects(updatePlatform(service, origin), { message: /is no Git repository/ });
});
