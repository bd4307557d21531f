import { execFile } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);

export type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountSmallDisk>>>;

/**
 * Mounts a small file system in memory.
 *
 * @returns undefined where this account may mount nothing
 */
export async function mountSmallDisk(megabytes: number) {
  const folder = await createTemporaryFolder();
  try {
    const options = `size=${megabytes}m,mode=777`;
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder.path]);
  } catch {
    await folder.remove();
    return undefined;
  }
  const ballast = join(folder.path, 'ballast');
  return {
    path: folder.path,
    /** Uses up all that is free. */
    async fill() {
      const { bavail, bsize } = await statfs(folder.path);
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      // Lazily: what has files open there may still be ending.
      await run('umount', ['--lazy', folder.path]);
      await folder.remove();
    },
  };
}
