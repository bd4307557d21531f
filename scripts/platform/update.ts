// Takes a newer platform into a service: the files of the manifest, and the platform's parts of
// package.json. What is not as the last platform left it is named, and then nothing is written.

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOfPlatform, namesService, trackedFiles } from './files.ts';
import {
  digestOfFile,
  MANIFEST,
  manifestText,
  type Release,
  readManifest,
  withRelease,
} from './manifest.ts';
import {
  changedEntries,
  claimedEntries,
  type PackageJson,
  partsOf,
  withParts,
} from './package-parts.ts';
import { type Names, withNames } from './spellings.ts';

/** A file as it is written into a service. */
export interface PlacedFile {
  readonly path: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

export interface Project {
  readonly folder: string;
  readonly names: Names;
  readonly packageJson: PackageJson & Release;
}

/** A project that is described by its src/service.ts and package.json. */
export async function openProject(folder: string): Promise<Project> {
  const path = resolve(folder, 'src/service.ts');
  if (!existsSync(path)) throw new Error(`${folder} has no src/service.ts.`);
  const { service } = (await import(pathToFileURL(path).href)) as { service: Names };
  return { folder, names: service, packageJson: await readPackage(folder) };
}

async function readPackage(folder: string): Promise<Project['packageJson']> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** Files of a project with the names, the version and the description of another. */
export async function placedFiles(
  files: readonly string[],
  from: Project,
  to: Omit<Project, 'folder'>,
): Promise<PlacedFile[]> {
  const place = withNames(from.names, to.names);
  return Promise.all(
    files.map(async (file) => {
      const path = join(from.folder, file);
      const [content, { mode }] = await Promise.all([readFile(path), stat(path)]);
      const isExecutable = (mode & 0o100) !== 0;
      if (!namesService(file)) return { path: file, content, isExecutable };
      const text = withRelease(file, place(content.toString()), from.packageJson, to.packageJson);
      return { path: place(file), content: Buffer.from(text), isExecutable };
    }),
  );
}

export async function writeFiles(folder: string, files: readonly PlacedFile[]): Promise<void> {
  for (const { path, content, isExecutable } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { mode: isExecutable ? 0o755 : 0o644 });
  }
}

/** The digests of files of the platform, for the manifest. */
export function digestsOfFiles(files: readonly PlacedFile[], release: Release) {
  return Object.fromEntries(
    files.map(({ path, content }) => [path, digestOfFile(path, content, release)]),
  );
}

/** What an update has done, or what keeps it from doing anything. */
export type Update =
  | { readonly kind: 'changed'; readonly found: readonly string[] }
  | { readonly kind: 'taken'; readonly files: number; readonly takesPackages: boolean };

/**
 * Takes the platform of a newer project into a service.
 *
 * @throws one line if one of them is no such project
 */
export async function updatePlatform(service: string, newer: string): Promise<Update> {
  if (!existsSync(join(service, MANIFEST))) {
    throw new Error(`There is no ${MANIFEST} here: this is where the platform comes from.`);
  }
  const [to, from, last] = await Promise.all([
    openProject(service),
    openProject(newer),
    readManifest(service),
  ]);
  const isKept = (path: string) => last.files[path] === null;
  const platform = trackedFiles(newer).filter(isOfPlatform);
  const next = (await placedFiles(platform, from, to)).filter(({ path }) => !isKept(path));
  const parts = partsOf(from.packageJson);
  const found = [
    ...(await changedFiles(to, last.files)),
    ...(await claimedFiles(to, last.files, next)),
    ...changedEntries(to.packageJson, last.package),
    ...claimedEntries(to.packageJson, last.package, parts),
  ];
  if (found.length > 0) return { kind: 'changed', found };

  const paths = new Set(next.map(({ path }) => path));
  const gone = Object.keys(last.files).filter((path) => !paths.has(path) && !isKept(path));
  for (const path of gone) await rm(join(service, path));
  await writeFiles(service, next);
  const kept = Object.entries(last.files).filter(([, digest]) => digest === null);
  const files = { ...digestsOfFiles(next, to.packageJson), ...Object.fromEntries(kept) };
  const packageText = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const packageJson = withParts(to.packageJson, last.package, parts);
  await writeFile(join(service, 'package.json'), packageText(packageJson));
  await writeFile(join(service, MANIFEST), manifestText({ files, package: parts }));
  const takesPackages = packageText(packageJson) !== packageText(to.packageJson);
  return { kind: 'taken', files: next.length, takesPackages };
}

/** The files that are not as the last platform left them. */
async function changedFiles(
  { folder, packageJson }: Project,
  files: Readonly<Record<string, string | null>>,
): Promise<string[]> {
  const found = Object.entries(files).map(async ([path, digest]) => {
    if (digest === null) return [];
    const content = await readFile(join(folder, path)).catch(() => undefined);
    if (content && digestOfFile(path, content, packageJson) === digest) return [];
    return [path];
  });
  return (await Promise.all(found)).flat();
}

/** The files of the service's own that have the path of a new one of the platform. */
async function claimedFiles(
  { folder }: Project,
  files: Readonly<Record<string, string | null>>,
  next: readonly PlacedFile[],
): Promise<string[]> {
  const added = next.filter(({ path }) => !(path in files));
  return added.map(({ path }) => path).filter((path) => existsSync(join(folder, path)));
}
