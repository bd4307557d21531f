import { copyFile, cp, link, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';
import { root } from './scripts.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { dev?: true; optional?: true; devOptional?: true }>>;
}

/**
 * Makes what is shipped: the build, the migrations, and the packages that
 * `npm ci --omit=dev --omit=optional` installs.
 *
 * @returns its folder
 */
export async function productionTree(t: Test): Promise<string> {
  const tree = await temporaryFolder(t);
  await cp(join(root, 'package.json'), join(tree, 'package.json'));
  await linkTree('dist', tree, 'cache');
  await linkTree('prisma/migrations', tree);
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  for (const [folder, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (folder && !dev && !optional && !devOptional) await linkTree(folder, tree, 'node_modules');
  }
  return tree;
}

/** Links are enough, since nothing there is changed. Other packages are in folders below. */
async function linkTree(folder: string, tree: string, leftOut?: string) {
  await mkdir(join(tree, folder), { recursive: true });
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === leftOut) continue;
    if (entry.isDirectory()) await linkTree(path, tree);
    else await linkFile(path, tree);
  }
}

async function linkFile(path: string, tree: string) {
  const [from, to] = [join(root, path), join(tree, path)];
  await mkdir(dirname(to), { recursive: true });
  // The folder for temporary files may be on another disk.
  await link(from, to).catch(() => copyFile(from, to));
}
