import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { parse, stringify } from 'yaml';
import { temporaryFolder } from './databases.ts';
import { root } from './scripts.ts';

/*
 * Copies of the contract, for tests to change.
 */

export const OPERATIONS = 'openapi.yaml';
export const OVERLAY = 'every-operation.yaml';

/** The lines that deprecate an operation. */
export const DEPRECATION = `      deprecated: true
      x-deprecated-since: "2026-11-21"
      x-sunset: "2030-12-05"
      x-successor: listPets
`;

/** Copies the operations and the overlay into a folder. @returns its path */
export async function copyContract(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const name of [OPERATIONS, OVERLAY]) {
    await cp(join(root, 'openapi', name), join(folder, name));
  }
  return folder;
}

/** Moves a path, a schema and a parameter into files of their own. The contract stays the same. */
export async function splitContract(folder: string): Promise<void> {
  const document = parse(await readFile(join(folder, OPERATIONS), 'utf8'));
  const { parameters, schemas } = document.components;
  const write = async (file: string, part: object) => {
    const text = stringify(part)
      .replaceAll('#/components', '../openapi.yaml#/components')
      .replace('../openapi.yaml#/components/schemas/Orders', '../schemas/Orders.yaml');
    await writeFile(join(folder, file), text);
  };
  await mkdir(join(folder, 'operations'));
  await mkdir(join(folder, 'schemas'));
  await write('operations/orders.yaml', document.paths['/store/orders']);
  await write('operations/parameters.yaml', { Cursor: parameters.Cursor });
  await write('schemas/Orders.yaml', schemas.Orders);
  document.paths['/store/orders'] = { $ref: 'operations/orders.yaml' };
  parameters.Cursor = { $ref: 'operations/parameters.yaml#/Cursor' };
  delete schemas.Orders;
  await writeFile(join(folder, OPERATIONS), stringify(document));
}
