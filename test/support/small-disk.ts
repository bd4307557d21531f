import { spawnSync } from 'node:child_process';
import { chmod, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';

const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]);

/** The options of tests that mount a file system. */
export const NEEDS_MOUNT = {
  skip: canMount.status === 0 ? false : 'this account cannot mount a file system',
};

/** Mounts a file system of its own until the test ends, which the test can fill. */
export async function mountSmallDisk(t: Test, megabytes: number) {
  const path = await temporaryFolder(t);
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  t.teardown(() => spawnSync('umount', ['--lazy', path]));
  await chmod(path, 0o777);
  const ballast = join(path, 'ballast');
  return {
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
}
