// The description of a contract: the introduction of the guides beside it.

import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Describe } from '../contract/index.ts';
import { introductionOf } from './sections.ts';

/** What no description can have: it would end the comment that generators put it into. */
const END_OF_COMMENT = '*/';

/** Describes a contract by the introduction of its guides, if a folder `guides` is beside it. */
export const describeByGuides: Describe = async (contract) => {
  const folder = join(dirname(contract), 'guides');
  if (!existsSync(folder)) return undefined;
  const guides = await readGuides(folder);
  const text = introductionOf(guides.map((guide) => guide.text).join('\n\n'));
  const wrong = guides.find((guide) => guide.text.includes(END_OF_COMMENT));
  const { file = folder, text: own = '' } = wrong ?? guides[0] ?? {};
  const before = wrong ? own.slice(0, own.indexOf(END_OF_COMMENT)) : '';
  return { text, place: `${file}:${before.split('\n').length}:1` };
};

/** Reads the Markdown files of a folder, in the order of their names. */
export function readGuides(folder: string): Promise<{ file: string; text: string }[]> {
  return readFolder(folder, '*.md');
}

/** Reads the files of a folder that a pattern matches, in the order of their names. */
export function readFolder(
  folder: string,
  pattern: string,
): Promise<{ file: string; text: string }[]> {
  const files = globSync(join(folder, pattern)).sort();
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
}
