import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder, sorted; for a file, the empty path that leads to itself. */
export async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  );
  if (!entries) return [''];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

/** The files that one folder has and the other has not, or has with other bytes. */
export async function differences(left: string, right: string): Promise<string[]> {
  const files = new Set([...(await filesBelow(left)), ...(await filesBelow(right))]);
  const compared = [...files]
    // A folder that is not there yet.
    .filter((file) => file !== '')
    .sort()
    .map(async (file) => {
      const read = (folder: string) => readFile(join(folder, file)).catch(() => undefined);
      const [a, b] = await Promise.all([read(left), read(right)]);
      return a && b?.equals(a) ? [] : [file];
    });
  return (await Promise.all(compared)).flat();
}
