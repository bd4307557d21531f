// Copies of the contract of a library, for tests of the kit to change.

import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from '../../support/databases.ts';
import { root } from '../../support/scripts.ts';

export const OPERATIONS = 'openapi.yaml';
export const OVERLAY = 'every-operation.yaml';
/** The folder with both files. */
export const LIBRARY = join(root, 'test/scripts/contract/library');
/** The contract with everything that is supported. */
export const FEATURES = join(root, 'test/platform/contract/features.yaml');

/** Copies the library's contract into a folder. @returns its path */
export async function copyLibrary(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const name of [OPERATIONS, OVERLAY]) await cp(join(LIBRARY, name), join(folder, name));
  return folder;
}

/** Copies the contract with all features, with the library's overlay. @returns its path */
export async function copyFeatures(t: Test): Promise<string> {
  const file = join(await copyLibrary(t), OPERATIONS);
  await cp(FEATURES, file);
  await appendFile(file, `\nx-overlays: [${OVERLAY}]\n`);
  return file;
}
