import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Removes the folder with everything in it. */
  remove(): Promise<void>;
}

/** Creates an empty folder that nobody else uses. */
export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'animal-store-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
