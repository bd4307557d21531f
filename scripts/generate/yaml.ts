import { readFile } from 'node:fs/promises';
import {
  type Document,
  isAlias,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  stringify,
  visit,
} from 'yaml';
import type { Json } from './json.ts';

/** A YAML file with the places of its nodes. */
export interface YamlFile {
  readonly document: Document.Parsed;
  /** The place of an offset in the text, such as `openapi/openapi.yaml:12:5`. */
  placeOf(offset: number): string;
}

/**
 * Reads a YAML file that every parser reads the same: one without anchors, aliases and merge keys,
 * which some parsers keep as properties.
 *
 * @throws with the place of what is anything else
 */
export async function readYaml(file: string): Promise<Json> {
  const { document, placeOf } = await parseYaml(file);
  const [error] = document.errors;
  if (error) throw new Error(`${placeOf(error.pos[0])} ${error.message}`, { cause: error });
  visit(document, (_key, node) => {
    if (!isNode(node) || !isShared(node)) return;
    throw new Error(
      `${placeOf(node.range?.[0] ?? 0)} Write this out: anchors, aliases and merge keys are not read alike by all parsers.`,
    );
  });
  return document.toJS();
}

export async function parseYaml(file: string): Promise<YamlFile> {
  const lines = new LineCounter();
  const text = await readFile(file, 'utf8');
  // The place is ours to say.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  return { document, placeOf };
}

/** As text that YAML 1.1 and 1.2 read the same: dates and words such as `no` stay strings. */
export function toYaml(document: object): string {
  return stringify(document, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 100 });
}

function isShared(node: object): boolean {
  const { anchor } = node as { anchor?: string };
  return isAlias(node) || anchor !== undefined || (isScalar(node) && node.value === '<<');
}
