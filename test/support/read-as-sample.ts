// Files of this project, as they would be if it were the sample service.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../src/platform/service.ts';
import { OWN, SAMPLE } from './services.ts';

/** How files spell the name of a service. */
function spellingsOf({ product, name }: Service): string[] {
  const joined = product.replaceAll(' ', '');
  return [product, joined, joined.toLowerCase(), name, name.replaceAll('-', '_')];
}

/** Reads a file, with the names of the sample service in the place of those of this one. */
export async function readAsSample(file: string): Promise<string> {
  const text = await readFile(join(OWN.folder, file), 'utf8');
  const sample = spellingsOf(SAMPLE.service);
  return spellingsOf(OWN.service).reduce((changed, own, i) => {
    // Not within a word, as `book` is in `runbook`. Alerts go on, as in `BookshopDown`.
    const begun = new RegExp(`(?<![a-zA-Z0-9])${own}`, 'g');
    return changed.replaceAll(begun, String(sample[i]));
  }, text);
}
