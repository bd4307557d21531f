// Writes the project of a new service: in a folder beside its own, which takes that place once it
// is complete, so that a failure leaves nothing.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { cursorAfter } from '../../src/platform/contract/index.ts';
import type { PlanTable } from '../../src/platform/keys/plans.ts';
import { isOfPlatform, trackedFiles } from '../platform/files.ts';
import { MANIFEST, manifestText } from '../platform/manifest.ts';
import { type PackageJson, partsOf } from '../platform/package-parts.ts';
import type { Names } from '../platform/spellings.ts';
import {
  digestsOfFiles,
  openProject,
  type PlacedFile,
  type Project,
  placedFiles,
  writeFiles,
} from '../platform/update.ts';
import { BIOME, RUN } from '../programs.ts';
import { capitalized, formsOf, type Resource } from './resource.ts';
import { filledTemplates, type Values } from './template.ts';

interface NewService {
  readonly folder: string;
  readonly names: Names;
  readonly plans: PlanTable;
  readonly resource: Resource;
}

const README = 'README.md';
/** Written once with the names of the service, whose own they are from then on. */
const COPIED_ONCE = ['.env.example', 'LICENSE'];

/** @throws one line if the service cannot be, and then writes nothing */
export async function writeService(service: NewService): Promise<void> {
  const target = resolve(service.folder);
  if (existsSync(target)) throw new Error(`${service.folder} exists already.`);
  if (!existsSync(dirname(target))) throw new Error(`${dirname(service.folder)} does not exist.`);
  await expectOtherName(service.names);
  const origin = await openProject('.');
  const packageJson = newPackage(service, origin.packageJson);
  const to = { names: service.names, packageJson };
  const platform = await placedFiles(trackedFiles('.').filter(isOfPlatform), origin, to);
  const manifest = {
    files: digestsOfFiles(platform, packageJson),
    package: partsOf(packageJson),
  };
  const files = [
    ...platform,
    ...(await placedFiles(COPIED_ONCE, origin, to)),
    ...(await ownFiles(service, origin, to)),
    textFile('package.json', `${JSON.stringify(packageJson, null, 2)}\n`),
    textFile('package-lock.json', await newLock(packageJson)),
    textFile(MANIFEST, manifestText(manifest)),
  ];
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    await writeFiles(folder, files);
    await complete(folder);
    commit(folder, service.names);
    await rename(folder, target);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function newPackage({ names, resource }: NewService, origin: Project['packageJson']) {
  const name = names.name;
  const description = summaryOf(resource);
  const packageJson = { ...origin, name, version: '1.0.0', description };
  return { ...packageJson, ...partsOf(packageJson as PackageJson) };
}

function summaryOf(resource: Resource): string {
  return `Keeps ${formsOf(resource)['paper clips']}.`;
}

/** The lock of the same packages, for another project. */
async function newLock({ name, version }: { name: string; version: string }): Promise<string> {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const root = { ...lock.packages[''], name, version };
  const packages = { ...lock.packages, '': root };
  return `${JSON.stringify({ ...lock, name, version, packages }, null, 2)}\n`;
}

function textFile(path: string, text: string): PlacedFile {
  return { path, content: Buffer.from(text), isExecutable: false };
}

async function ownFiles(
  service: NewService,
  origin: Project,
  to: Omit<Project, 'folder'>,
): Promise<PlacedFile[]> {
  const [readme] = await placedFiles([README], origin, to);
  const templates = await filledTemplates({
    ...valuesOf(service),
    // Its first part is about the store.
    'README of any service': /^## .*/ms.exec(String(readme?.content))?.[0] ?? '',
  });
  return Object.entries(templates).map(([path, text]) => textFile(path, text));
}

/** What stands in the place of each placeholder of the templates. */
function valuesOf({ names, plans, resource }: NewService): Values {
  const forms = formsOf(resource);
  const rows = Object.entries(plans).map(([plan, limits]) => `${plan}: ${JSON.stringify(limits)},`);
  return {
    ...forms,
    'Paper clips': capitalized(forms['paper clips']),
    'A paper clip': capitalized(forms['a paper clip']),
    ...names,
    initial: names.product.charAt(0),
    summary: summaryOf(resource),
    plans: rows.join('\n'),
    'link example': linkAfter(43n, `/v1/${forms['paper-clips']}`, { limit: 2, sort: 'oldest' }),
    'link example of details': linkAfter(42n, `/v1/${forms['paper-clip']}-details`, { limit: 1 }),
  };
}

/** The link to the page after a row, in a list in the order of ids. */
function linkAfter(
  id: bigint,
  url: string,
  query: { readonly limit: number; readonly sort?: string },
) {
  const cursor = cursorAfter({ query, url }, { sort: { id: 'int64 asc' } }, { id });
  const sent = Object.entries({ ...query, cursor }).map(([name, value]) => `${name}=${value}`);
  return `<${url}?${sent.join('&')}>; rel="next"`;
}

/**
 * What is shipped has names of its own beside that of the service, such as the host `redis`.
 *
 * @throws one line if one of them is the name of the service
 */
async function expectOtherName({ name }: Names): Promise<void> {
  const word = new RegExp(
    `(?<![A-Za-z0-9])(?:${name}|${name.replaceAll('-', '_')})(?![A-Za-z0-9])`,
  );
  for (const file of trackedFiles('.').filter(isShipped)) {
    if (!word.test(await readFile(file, 'utf8'))) continue;
    throw new Error(`${name} is a word of ${file}: choose another name.`);
  }
}

function isShipped(file: string): boolean {
  return file.startsWith('deploy/') || file === 'compose.yaml' || file === 'Dockerfile';
}

/** Writes the migrations and generated/, and formats what is made from templates. */
async function complete(folder: string): Promise<void> {
  // The packages of this project, which are those of the new one.
  const packages = join(folder, 'node_modules');
  await symlink(resolve('node_modules'), packages);
  try {
    run(folder, ['--disable-warning=ExperimentalWarning', RUN, 'scripts/migration.ts', 'init']);
    // Where lines end, and how imports are sorted, depends on the names.
    const made = ['src/service.ts', 'src/store', 'test/store'];
    run(folder, [BIOME, 'check', '--write', '--vcs-enabled=false', ...made]);
    run(folder, [RUN, 'scripts/generate/index.ts']);
  } finally {
    await rm(packages);
  }
}

/** @throws with the output of a program that fails */
function run(cwd: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
}

/** The first commit, by whoever Git knows, or by the service itself. */
function commit(cwd: string, { product, name }: Names): void {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
    return stdout;
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  const isKnown = spawnSync('git', ['var', 'GIT_AUTHOR_IDENT'], { cwd }).status === 0;
  const author = ['-c', `user.name=${product}`, '-c', `user.email=${name}@localhost`];
  git(
    ...(isKnown ? [] : author),
    'commit',
    '--quiet',
    '--no-gpg-sign',
    '--message',
    `feat: ${product}`,
  );
}
