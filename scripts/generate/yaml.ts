import { readFile } from 'node:fs/promises';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  stringify,
  visit,
} from 'yaml';
import { isObject, type Json } from './json.ts';

/** A YAML file, as data and with the places of its nodes. */
export interface YamlFile {
  readonly document: Document.Parsed;
  readonly data: Json;
  /** The place of a node, such as `openapi/openapi.yaml:12:5`; of the whole file for anything else. */
  placeOf(node: unknown): string;
}

/**
 * Reads a YAML file that every parser reads the same: one without anchors, aliases and merge keys,
 * which some parsers keep as properties.
 *
 * @throws with the place of what is anything else
 */
export async function readYaml(file: string): Promise<YamlFile> {
  const lines = new LineCounter();
  const text = await readFile(file, 'utf8');
  // The place is ours to say.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const placeOf = (node: unknown) => placeAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  const [error] = document.errors;
  if (error) throw new Error(`${placeAt(error.pos[0])} ${error.message}`, { cause: error });
  visit(document, (_key, node, path) => {
    if (!isNode(node) || !isShared(node)) return;
    const parent = path.at(-1);
    const place = placeOf(isPair(parent) ? parent.key : node);
    throw new Error(
      `${place} Write this out: anchors, aliases and merge keys are not read alike by all parsers.`,
    );
  });
  const data: unknown = document.toJS();
  if (!isObject(data)) throw new Error(`${placeAt(0)} Write keys and values: there are none.`);
  return { document, data, placeOf };
}

/** As text that YAML 1.1 and 1.2 read the same: dates and words such as `no` stay strings. */
export function toYaml(document: object): string {
  return stringify(document, {
    version: '1.2',
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    lineWidth: 100,
  });
}

/** The node that keys lead to; undefined where nothing is there. */
export function nodeAt(document: Document.Parsed, keys: readonly string[]): unknown {
  return keys.reduce((node: unknown, key) => childOf(node, key)?.value, document.contents);
}

/** What a map or a sequence has under a key, with the node of the key where there is one. */
export function childOf(node: unknown, key: string): { key?: unknown; value: unknown } | undefined {
  if (isSeq(node)) return key in node.items ? { value: node.items[Number(key)] } : undefined;
  return isMap(node) ? node.items.find((pair: Pair) => String(pair.key) === key) : undefined;
}

function isShared(node: object): boolean {
  const { anchor } = node as { anchor?: string };
  return isAlias(node) || anchor !== undefined || (isScalar(node) && node.value === '<<');
}
