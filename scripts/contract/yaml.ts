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
  type Scalar,
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
 * which some parsers keep as properties, and without integers that a double does not hold.
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
    const message = isNode(node) ? problemOf(node) : undefined;
    const parent = path.at(-1);
    if (message) throw new Error(`${placeOf(isPair(parent) ? parent.key : node)} ${message}`);
  });
  const data: unknown = document.toJS();
  if (!isObject(data)) throw new Error(`${placeAt(0)} Write keys and values: there are none.`);
  return { document, data, placeOf };
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

function problemOf(node: object): string | undefined {
  const { anchor } = node as { anchor?: string };
  if (isAlias(node) || anchor !== undefined || (isScalar(node) && node.value === '<<')) {
    return 'Write this out: anchors, aliases and merge keys are not read alike by all parsers.';
  }
  return isScalar(node) && isRounded(node)
    ? 'Write a number here that every JSON parser reads exactly.'
    : undefined;
}

function isRounded({ value, source = '' }: Scalar): boolean {
  const isInteger = typeof value === 'number' && /^[-+]?\d+$/.test(source);
  return isInteger && BigInt(source.replace('+', '')) !== BigInt(value);
}
