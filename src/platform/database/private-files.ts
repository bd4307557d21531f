// The files of a SQLite database hold the data of all customers: only their owner may read them.

import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The permissions of everyone but the owner, which Windows does not have. */
const OTHERS = process.platform === 'win32' ? 0 : 0o077;
const OTHERS_WRITE = OTHERS & 0o022;
/** In a sticky folder, as /tmp, nobody can replace a file of others. */
const STICKY = 0o1000;

/** @param url `file:` and the path */
export function sqlitePath(url: string): string {
  return url.slice('file:'.length);
}

/** Creates a file and its folder, unless they exist. */
export async function createPrivately(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await (await open(path, 'a', 0o600)).close();
}

/** @returns the file of SQLite if others can use it, its folder if they can replace it */
export async function exposedFiles(url: string): Promise<string[]> {
  if (!url.startsWith('file:')) return [];
  const path = sqlitePath(url);
  const [file, folder] = await Promise.all([stat(path), stat(dirname(path))]);
  const isReplaceable = !(folder.mode & STICKY) && folder.mode & OTHERS_WRITE;
  const exposed: string[] = [];
  if (isReplaceable) exposed.push(dirname(path));
  if (file.mode & OTHERS) exposed.push(path);
  return exposed;
}
