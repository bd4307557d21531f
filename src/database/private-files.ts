import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/*
 * The files of a SQLite database hold the data of all customers: only their owner may read them.
 */

/** Windows has no such permissions. */
const OTHERS = { win32: 0 }[process.platform as string] ?? 0o077;
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
 * Finds the files of a database that others than the owner may read or write.
 *
 * @param url of a database; one on a server has no files here
 */
export async function exposedFiles(url: string): Promise<string[]> {
  if (!url.startsWith('file:')) return [];
  const paths = COMPANIONS.map((suffix) => url.slice('file:'.length) + suffix);
  const modes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mode }) => mode,
        () => 0,
      ),
    ),
  );
  return paths.filter((_path, index) => (modes[index] as number) & OTHERS);
}
