import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/*
 * The files of a SQLite database hold the data of all customers: only their owner may read them.
 */

/** Windows has no such permissions. */
const OTHERS = { win32: 0 }[process.platform as string] ?? 0o077;
const OTHERS_WRITE = OTHERS & 0o022;
/** In such a folder, as /tmp, nobody can replace a file of others. */
const STICKY = 0o1000;
/** What SQLite keeps beside a database. It gives them the permissions of the database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/** Creates a file and its folder, unless they exist, or the path means a database in memory. */
export async function createPrivately(path: string): Promise<void> {
  if (path === ':memory:') return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a', 0o600);
  await file.close();
}

/**
 * Finds the files of a database that others than the owner may read or write, and its folder if they may
 * replace them there.
 *
 * @param url of a database; one on a server has no files here
 */
export async function exposedFiles(url: string): Promise<string[]> {
  if (!url.startsWith('file:')) return [];
  const path = url.slice('file:'.length);
  const folder = dirname(path);
  const files = COMPANIONS.map((suffix) => path + suffix);
  const exposed = await Promise.all([
    modeOf(folder).then((mode) => !(mode & STICKY) && mode & OTHERS_WRITE),
    ...files.map((file) => modeOf(file).then((mode) => mode & OTHERS)),
  ]);
  return [folder, ...files].filter((_path, index) => exposed[index]);
}

/** @returns 0 for what does not exist */
function modeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );
}
