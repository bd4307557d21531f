// The files of a new service that are its own, made from template/: texts with placeholders such
// as «PaperClip», whose characters no name has. Formats are those of the placeholders' own words.

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('template/', import.meta.url));
const ENDING = '.template';

/** What stands in the place of each placeholder. */
export type Values = Readonly<Record<string, string>>;

/** The text of each file, by its path in the new service. */
export async function filledTemplates(values: Values): Promise<Record<string, string>> {
  const files = globSync(`**/*${ENDING}`, { cwd: FOLDER });
  const filled = files.sort().map(async (file) => {
    const text = await readFile(`${FOLDER}${file}`, 'utf8');
    const path = file.slice(0, -ENDING.length).replaceAll(/\{(.+?)\}/g, '«$1»');
    return [fill(path, values), fill(text, values)] as const;
  });
  return Object.fromEntries(await Promise.all(filled));
}

/** @throws if a placeholder has no value */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/«([^»]*)»/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value is known for «${name}».`);
    return value;
  });
}
