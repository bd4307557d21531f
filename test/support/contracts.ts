import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';
import { root } from './scripts.ts';

/*
 * Copies of the contract, for tests to change.
 */

export const OPERATIONS = 'openapi.yaml';
export const OVERLAY = 'every-operation.yaml';

/** What deprecates an operation. */
export const DEPRECATION = `      deprecated: true
      x-deprecated-since: "2026-11-21"
      x-sunset: "2030-12-05"
      x-successor: listPets
`;

/** Copies the operations and what holds for all of them into a folder, and returns it. */
export async function copyContract(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const name of [OPERATIONS, OVERLAY]) {
    await cp(join(root, 'openapi', name), join(folder, name));
  }
  return folder;
}

/** Moves a path, a schema and a parameter into files of their own, without a change of the contract. */
export async function splitContract(folder: string): Promise<void> {
  await mkdir(join(folder, 'operations'));
  await mkdir(join(folder, 'schemas'));
  const item = await cut(folder, /(?<= {2}\/store\/orders:\n)(?: {4}.*\n|\n(?= {4}))+/, {
    $ref: 'operations/orders.yaml',
  });
  const orders = await cut(folder, / {4}Orders:\n(?: {6}.*\n)+/, undefined);
  const cursor = await cut(folder, /(?<= {4}Cursor:\n)(?: {6}.*\n)+/, {
    $ref: 'operations/parameters.yaml#/Cursor',
  });
  const named = '"../openapi.yaml#/components/schemas/Orders"';
  await writeFile(
    join(folder, 'operations/orders.yaml'),
    toRoot(outdent(item, 4)).replace(named, '../schemas/Orders.yaml'),
  );
  await writeFile(
    join(folder, 'schemas/Orders.yaml'),
    toRoot(outdent(orders.slice(orders.indexOf('\n') + 1), 6)),
  );
  await writeFile(join(folder, 'operations/parameters.yaml'), `Cursor:\n${outdent(cursor, 4)}`);
}

/** Takes a text out of the operations' file, and puts a reference there. */
async function cut(folder: string, pattern: RegExp, reference: { $ref: string } | undefined) {
  const file = join(folder, OPERATIONS);
  const text = await readFile(file, 'utf8');
  const [found = ''] = pattern.exec(text) ?? [];
  const indentation = /^ */.exec(found)?.[0] ?? '';
  const put = reference ? `${indentation}$ref: ${reference.$ref}\n` : '';
  await writeFile(
    file,
    text.replace(found, () => put),
  );
  return found;
}

function outdent(text: string, by: number) {
  return text.replaceAll(new RegExp(`^ {${by}}`, 'gm'), '');
}

function toRoot(text: string) {
  return text.replaceAll('"#/components', '"../openapi.yaml#/components');
}
