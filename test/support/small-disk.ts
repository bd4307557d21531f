import { spawnSync } from 'node:child_process';
import { chmod, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';

/** A file system of its own, which can be filled. */
export interface SmallDisk {
  readonly path: string;
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** Mounts a small file system until the test ends, which takes the rights for it; without them the test is skipped. */
export async function smallDisk(t: Test, megabytes: number) {
  const path = await temporaryFolder(t);
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path];
  if (process.getuid?.() !== 0 || spawnSync('mount', options).status !== 0) {
    t.comment('skipped: this account cannot mount a file system');
    return undefined;
  }
  t.teardown(() => spawnSync('umount', ['--lazy', path]));
  await chmod(path, 0o777);
  const ballast = join(path, 'ballast');
  const disk: SmallDisk = {
    path,
    async fill() {
      const { bavail, bsize } = await statfs(path);
      // Somebody else may write meanwhile: then it is full before.
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    free: () => rm(ballast),
  };
  return disk;
}
