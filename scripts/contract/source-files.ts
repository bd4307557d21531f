import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isScalar, visit } from 'yaml';
import { readYaml, type YamlFile } from './yaml.ts';

/*
 * The YAML files that a contract is made of.
 */

export interface Source extends YamlFile {
  readonly path: string;
}

export interface Sources {
  readonly operations: Source;
  /** What holds for every operation. */
  readonly overlay: Source | undefined;
  /** These and all that they refer to, by path. */
  readonly files: ReadonlyMap<string, Source>;
}

const OVERLAY = 'every-operation.yaml';

/**
 * Reads the operations of a contract, what is beside them, and what they refer to.
 *
 * @throws with the place of what is not plain YAML, or refers to a file that is not there
 */
export async function readSources(path: string): Promise<Sources> {
  const files = new Map<string, Source>();
  const operations = await read(path, files);
  const overlayPath = join(dirname(path), OVERLAY);
  const overlay = existsSync(overlayPath) ? await read(overlayPath, files) : undefined;
  return { operations, overlay, files };
}

async function read(path: string, files: Map<string, Source>): Promise<Source> {
  const known = files.get(path);
  if (known) return known;
  const source = { path, ...(await readYaml(path)) };
  files.set(path, source);
  for (const { file, place } of referredFiles(source)) {
    const other = join(dirname(path), file);
    if (!existsSync(other)) {
      throw new Error(
        `${place} Can't resolve $ref: ${other} is not there. ${OWN} (no-unresolved-refs)`,
      );
    }
    await read(other, files);
  }
  return source;
}

const OWN = 'What is in the same file begins with `#/`.';
const QUOTED = 'Write the reference in quotes here: a comment begins with `#`.';

function referredFiles({ document, placeOf }: Source) {
  const found: { file: string; place: string }[] = [];
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value)) return;
      if (typeof value.value !== 'string') throw new Error(`${placeOf(value)} ${QUOTED}`);
      const [file = ''] = String(value.value).split('#');
      if (file) found.push({ file, place: placeOf(value) });
    },
  });
  return found;
}
