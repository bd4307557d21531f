// Secrets in files that are replaced while the service runs.

import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';

/**
 * Mounts a secret as Kubernetes does: a link to a link, which is replaced in one step.
 *
 * @returns its path, and a function that replaces its content
 */
export async function mountSecret(t: Test, content: string) {
  const folder = await temporaryFolder(t);
  let version = 0;
  const replace = async (text: string) => {
    version += 1;
    await mkdir(join(folder, `..${version}`));
    await writeFile(join(folder, `..${version}`, 'url'), text);
    await symlink(`..${version}`, join(folder, '..data_tmp'));
    await rename(join(folder, '..data_tmp'), join(folder, '..data'));
  };
  await replace(content);
  await symlink('..data/url', join(folder, 'url'));
  return { path: join(folder, 'url'), replace };
}
