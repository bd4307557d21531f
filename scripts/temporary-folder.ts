// Folders that are gone after use.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { service } from '../src/service.ts';

/** Creates an empty folder that nobody else uses. `remove` removes it with everything in it. */
export async function createTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), `${service.name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Creates such a folder, and removes it after use. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const { path, remove } = await createTemporaryFolder();
  try {
    return await use(path);
  } finally {
    await remove();
  }
}
