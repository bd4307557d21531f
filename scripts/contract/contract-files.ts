import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isScalar, visit } from 'yaml';
import { ContractError, readYaml, type YamlFile } from './yaml.ts';

/*
 * The YAML files that a contract is made of.
 */

export interface ContractFile extends YamlFile {
  readonly path: string;
}

export interface ContractFiles {
  readonly operations: ContractFile;
  readonly overlay: ContractFile | undefined;
  /** Both files and all files that they refer to, by path. */
  readonly all: ReadonlyMap<string, ContractFile>;
}

const OVERLAY = 'every-operation.yaml';

/**
 * Reads the operations of a contract, the overlay beside them, and the files that they refer to.
 *
 * @throws ContractError if a file is not plain YAML, or refers to a file that does not exist
 */
export async function readContractFiles(path: string): Promise<ContractFiles> {
  if (!existsSync(path)) throw new ContractError(`${path}:1:1`, 'There is no such file.');
  const all = new Map<string, ContractFile>();
  const operations = await read(path, all);
  const overlayPath = join(dirname(path), OVERLAY);
  const overlay = existsSync(overlayPath) ? await read(overlayPath, all) : undefined;
  return { operations, overlay, all };
}

async function read(path: string, all: Map<string, ContractFile>): Promise<ContractFile> {
  const known = all.get(path);
  if (known) return known;
  const file = { path, ...(await readYaml(path)) };
  all.set(path, file);
  for (const { name, place } of referredFiles(file)) {
    const other = join(dirname(path), name);
    const isFile = statSync(other, { throwIfNoEntry: false })?.isFile();
    if (!isFile)
      throw new ContractError(place, `Can't resolve $ref: there is no file ${other}. ${CURE}`);
    await read(other, all);
  }
  return file;
}

const CURE = 'A reference within the same file begins with `#/`. (no-unresolved-refs)';

function referredFiles({ document, placeOf }: ContractFile) {
  const found: { name: string; place: string }[] = [];
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value)) return;
      if (typeof value.value !== 'string') {
        const message = 'Write the reference in quotes here: a comment begins with `#`.';
        throw new ContractError(placeOf(value), message);
      }
      const [name = ''] = value.value.split('#');
      if (name) found.push({ name, place: placeOf(value) });
    },
  });
  return found;
}
