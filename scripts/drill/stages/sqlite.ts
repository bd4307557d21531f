import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../../temporary-folder.ts';
import { mountSmallDisk } from '../../testbed/small-disk.ts';
import { startService } from '../service.ts';
import type { Fault, Stage, StageKind } from '../stage.ts';
import { READ_ONLY } from './expected.ts';

/* One instance on SQLite. */

const DISK_MB = 8;

export const sqliteFull: StageKind<'sqlite-full'> = {
  faults: ['sqlite-full'],
  needs: 'an account that may mount a file system',
  async open() {
    const disk = await mountSmallDisk(DISK_MB);
    if (!disk) return undefined;
    const fault = { expected: READ_ONLY, inject: disk.fill, heal: disk.free };
    return openStage('sqlite-full', disk.path, fault, disk.remove);
  },
};

export const sqliteReadOnly: StageKind<'sqlite-read-only'> = {
  faults: ['sqlite-read-only'],
  needs: 'chattr, and a file system and an account that can make a file immutable',
  async open() {
    const folder = await createTemporaryFolder();
    const file = join(folder.path, 'store.db');
    const change = (flag: string, ...files: string[]) =>
      promisify(execFile)('chattr', [flag, ...files]);
    try {
      await change('+i', folder.path);
      await change('-i', folder.path);
    } catch {
      await folder.remove();
      return undefined;
    }
    const fault = {
      expected: READ_ONLY,
      inject: () => change('+i', file, `${file}-wal`),
      heal: () => change('-i', file, `${file}-wal`),
    };
    return openStage('sqlite-read-only', folder.path, fault, folder.remove);
  },
};

async function openStage<Name extends string>(
  name: Name,
  folder: string,
  fault: Fault,
  remove: () => Promise<void>,
): Promise<Stage<Name>> {
  const url = `file:${join(folder, 'store.db')}`;
  const { kill, ...service } = await startService(url, { DATABASE_URL: url }, 1);
  return {
    ...service,
    url: () => url,
    faults: { [name]: fault } as Record<Name, Fault>,
    async close() {
      await kill();
      await remove();
    },
  };
}
