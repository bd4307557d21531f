// Files of this project, as they would be if it were the sample service.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../src/platform/service.ts';
import { OWN, SAMPLE } from './services.ts';

/** How files spell the name of a service, and what follows a spelling, as in `BookshopDown`. */
function spellingsOf({ product, name }: Service): (readonly [text: string, before: string])[] {
  const joined = product.replaceAll(' ', '');
  const underscored = name.replaceAll('-', '_');
  // In this order: a name of one word is spelled alike in several places.
  return [
    [joined, '(?=[A-Z])'],
    [product, ''],
    [joined.toLowerCase(), '(?=[a-z])'],
    // As in `book_shop.customer.id`, but not `book-shop.db`.
    [underscored, '(?=_|[.](?!db|service)[a-z])'],
    [name, ''],
    [underscored, ''],
  ];
}

/** Reads a file, with the names of the sample service in the place of those of this one. */
export async function readAsSample(file: string): Promise<string> {
  const text = await readFile(join(OWN.folder, file), 'utf8');
  const sample = spellingsOf(SAMPLE.service);
  const forms = spellingsOf(OWN.service).map(([own, before]) => `(${own}${before})`);
  // Not within a word, as `book` is in `runbook`.
  const anySpelling = new RegExp(`(?<![a-zA-Z0-9])(?:${forms.join('|')})`, 'g');
  return text.replaceAll(anySpelling, (_all, ...groups) => {
    return String(sample[groups.findIndex((group) => group !== undefined)]?.[0]);
  });
}
