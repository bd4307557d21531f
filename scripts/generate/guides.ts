import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * The guides for consumers, which are the contract's description. Where a guide has a line such as
 * `<!-- table: plans -->`, a table is made from the data that the service itself uses.
 */

/** Puts the Markdown files of a folder together, in the order of their names. */
export async function readGuides(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const guides = names.map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(guides)).map((guide) => guide.trim()).join('\n\n');
}
