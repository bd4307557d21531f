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

/**
 * Mounts a small file system until the test ends, which takes the rights for it; without them the test is skipped.
 *
 * @param leftBytes how much `fill` leaves free
 */
export async function smallDisk(t: Test, megabytes: number, leftBytes = 0) {
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
      await writeFile(ballast, Buffer.alloc(bavail * bsize - leftBytes));
    },
    free: () => rm(ballast),
  };
  return disk;
}
