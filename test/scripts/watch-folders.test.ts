// Which saves are noticed, whatever way an editor saves.

import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { watchFolders } from '../../scripts/watch-folders.ts';
import { temporaryFolder } from '../support/databases.ts';
import { until } from '../support/until.ts';

type Save = (file: string, text: string) => Promise<unknown>;

/** As editors, `sed -i` and git save a file. */
const WAYS: Record<string, Save> = {
  'in place': (file, text) => writeFile(file, text),
  replaced: async (file, text) => {
    await rename(file, `${file}~`);
    await writeFile(file, text);
    await unlink(`${file}~`);
  },
  'renamed over': async (file, text) => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  },
  'removed and created': async (file, text) => {
    await unlink(file);
    await writeFile(file, text);
  },
};

t.test('a save is seen, however it is done, time after time', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'below'));
  const file = join(folder, 'below/file.ts');
  await writeFile(file, '');
  const saved = watched(t, folder);
  for (const [way, save] of Object.entries(WAYS)) {
    for (let time = 1; time <= 4; time++) {
      saved.clear();
      await save(file, `${way} ${time}`);
      await until(() => saved.has(file));
      t.pass(`${way}, ${time}`);
    }
  }
});

t.test('folders that are created, moved and replaced are watched', async (t) => {
  const folder = await temporaryFolder(t);
  const saved = watched(t, folder);
  const file = join(folder, 'new/below/file.ts');
  for (let time = 1; time <= 4; time++) {
    saved.clear();
    await mkdir(join(folder, 'new/below'), { recursive: true });
    await writeFile(file, 'created with its folder');
    await until(() => saved.has(file));
    saved.clear();
    await writeFile(file, 'saved again');
    await until(() => saved.has(file));
    saved.clear();
    await rename(join(folder, 'new'), join(folder, 'moved'));
    await until(() => saved.has(join(folder, 'moved/below/file.ts')));
    await rm(join(folder, 'moved'), { recursive: true });
  }
  t.pass('four times');
});

function watched(t: Test, folder: string): Set<string> {
  const saved = new Set<string>();
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const add = (paths: readonly string[]) => {
    for (const path of paths) saved.add(path);
  };
  watchFolders([folder], add, stop.signal);
  return saved;
}
