import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder that nobody else uses. `remove` removes it with everything in it. */
export async function createTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'animal-store-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
