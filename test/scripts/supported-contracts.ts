import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { stringify } from 'yaml';
import { OVERLAY } from '../support/contracts.ts';
import { temporaryFolder } from '../support/databases.ts';
import { root } from '../support/scripts.ts';
import { base } from './supported-base.ts';
import type { Put } from './supported-refused.ts';
import { operation, PATH_ITEM } from './supported-works.ts';

/*
 * The contracts of the rows of SUPPORTED.md.
 */

/** The rows of all sections, by heading and name. */
export function idsOf(rows: Readonly<Record<string, readonly (readonly [string, ...Put[]])[]>>) {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([section, named]) =>
      named.map(([name, ...puts]): [string, Put[]] => [`${section}: ${name}`, puts]),
    ),
  );
}

/** Writes contracts, each the smallest one with some changes, and returns their files. */
export async function contracts(t: Test, changes: readonly (readonly Put[])[]) {
  const folder = await temporaryFolder(t);
  await cp(join(root, 'openapi', OVERLAY), join(folder, OVERLAY));
  await writeFile(join(folder, PATH_ITEM), stringify({ get: operation }));
  return Promise.all(
    changes.map(async (puts, index) => {
      const document = structuredClone(base);
      for (const [keys, value] of puts) put(document, keysIn(keys), structuredClone(value));
      const file = join(folder, `contract-${String(index).padStart(3, '0')}.yaml`);
      await writeFile(file, stringify(document, { aliasDuplicateObjects: false }));
      return file;
    }),
  );
}

/** Keys apart by spaces; one that has spaces itself is between quotes. */
export function keysIn(keys: string): string[] {
  return [...keys.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

function put(document: object, keys: readonly string[], value: unknown) {
  const last = keys.at(-1) ?? '';
  let at = document as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>;
  }
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
}
