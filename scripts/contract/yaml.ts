import { readFile } from 'node:fs/promises';
import {
  type Document,
  type ErrorCode,
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
  type YAMLParseError,
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
  if (error) throw new Error(`${placeAt(error.pos[0])} ${sentenceOf(error)}`, { cause: error });
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

/** What to write where YAML cannot be read, by the parser's codes. */
const CURES: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: 'Put this text into single quotes, in which a `\\` stands for itself.',
  BAD_INDENT: 'Indent this line like those beside it, and close each `[` and `{` above it.',
  BAD_SCALAR_START: 'Put this text into quotes: YAML reserves its first character.',
  BLOCK_AS_IMPLICIT_KEY:
    'Put text with `: ` in it into quotes, write a space after each `-`, and indent lists alike.',
  DUPLICATE_KEY: 'Keep one of these: the same key is above.',
  MISSING_CHAR: 'Close what was opened here: quotes, `[` and `{` come in pairs.',
  MULTILINE_IMPLICIT_KEY: 'Write a key with a colon and a space here, as in `summary: It`.',
  MULTIPLE_DOCS: 'Remove the line `---`: a file is one document.',
  TAB_AS_INDENT: 'Indent with spaces: this is a tab.',
  UNEXPECTED_TOKEN: 'Put the whole text into quotes, or remove this: YAML expects something else.',
};

function sentenceOf({ code, message }: YAMLParseError): string {
  return CURES[code] ?? message;
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
