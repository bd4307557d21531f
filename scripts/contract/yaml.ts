import { isUtf8 } from 'node:buffer';
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
  type Node,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  visit,
  type YAMLParseError,
} from 'yaml';
import { isDouble, JSON_NUMBER } from '../../src/schema/exact-numbers.ts';
import { isObject, type Json } from './json.ts';

/** An error that keeps a contract from being read. */
export class ContractError extends Error {
  constructor(place: string, message: string) {
    super(`${place} ${message}`);
  }
}

/** A YAML file, as data and with the places of its nodes. */
export interface YamlFile {
  readonly document: Document.Parsed;
  readonly data: Json;
  /** The place of a node, such as `openapi/openapi.yaml:12:5`; the file's first one by default. */
  placeOf(node: unknown): string;
}

/**
 * Reads a YAML file, and accepts only what every parser reads in the same way: UTF-8; no anchors,
 * aliases, merge keys or tags; no keys that are equal as texts; no text with unpaired surrogates;
 * and numbers as in JSON, which a double holds exactly.
 *
 * @throws ContractError with the place of anything else
 */
export async function readYaml(file: string): Promise<YamlFile> {
  const lines = new LineCounter();
  const bytes = await readFile(file);
  const text = bytes.toString();
  if (!isUtf8(bytes)) {
    throw new ContractError(`${file}:${lineOfWrongByte(text)}:1`, 'Save this file as UTF-8.');
  }
  // Without prettyErrors, messages do not contain the place.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: isSameKey };
  const document = parseDocument(text, options);
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const placeOf = (node: unknown) => placeAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  const [error] = document.errors;
  if (error) throw new ContractError(placeAt(error.pos[0]), sentenceOf(error));
  if (document.directives.yaml.explicit) {
    throw new ContractError(placeAt(0), 'Remove the line `%YAML`: files are YAML 1.2.');
  }
  visit(document, (key, node, path) => {
    const message = isNode(node) ? problemOf(node, key === 'key') : undefined;
    const parent = path.at(-1);
    if (message) throw new ContractError(placeOf(isPair(parent) ? parent.key : node), message);
  });
  const data: unknown = document.toJS();
  if (!isObject(data)) {
    throw new ContractError(placeAt(0), 'Write keys and values: this file has none.');
  }
  return { document, data, placeOf };
}

/** The node that keys lead to; undefined if there is none. */
export function nodeAt(document: Document.Parsed, keys: readonly string[]): unknown {
  return keys.reduce((node: unknown, key) => childOf(node, key)?.value, document.contents);
}

/** The value of a map or a sequence at a key, and the key's own node in a map. */
export function childOf(node: unknown, key: string): { key?: unknown; value: unknown } | undefined {
  if (isSeq(node)) return key in node.items ? { value: node.items[Number(key)] } : undefined;
  return isMap(node) ? node.items.find((pair: Pair) => String(pair.key) === key) : undefined;
}

/** By error code of the parser: what to write instead. */
const CURES: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'Put this text into quotes: YAML reserves its first character.',
  BAD_DQ_ESCAPE: 'Put this text into single quotes, in which a `\\` stands for itself.',
  BAD_INDENT: 'Indent this line like its neighbours, and close each `[` and `{` above it.',
  BAD_SCALAR_START: 'Put this text into quotes: YAML reserves its first character.',
  BLOCK_AS_IMPLICIT_KEY:
    'Put text with `: ` in it into quotes, write a space after each `-`, and indent lists alike.',
  DUPLICATE_KEY: 'Remove this key or the one above: they are the same.',
  MISSING_CHAR: 'Close what was opened here: quotes, `[` and `{` come in pairs.',
  MULTILINE_IMPLICIT_KEY: 'Write a key with a colon and a space here, as in `summary: Add`.',
  MULTIPLE_DOCS: 'Remove the line `---` or `...`: a file is one document.',
  TAB_AS_INDENT: 'Indent with spaces: this is a tab.',
  UNEXPECTED_TOKEN:
    'Put the whole text into quotes, or remove this: YAML expects something else here.',
};

function sentenceOf({ code, message }: YAMLParseError): string {
  return CURES[code] ?? message;
}

/** Whether two keys become the same property, such as `200` and `"200"`. */
function isSameKey(one: ParsedNode, other: ParsedNode): boolean {
  return isScalar(one) && isScalar(other) && String(one.value) === String(other.value);
}

/** The character that replaces bytes which are not UTF-8. */
const WRONG_BYTE = '\ufffd';

function lineOfWrongByte(text: string): number {
  return text.slice(0, text.indexOf(WRONG_BYTE)).split('\n').length;
}

function problemOf(node: Node, isKey: boolean): string | undefined {
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  if (isAlias(node) || anchor !== undefined || (isScalar(node) && node.value === '<<')) {
    return 'Write this out: anchors, aliases and merge keys are not read alike by all parsers.';
  }
  if (tag !== undefined) {
    const cure = 'To refer to another file, write `$ref`.';
    return `Remove ${tag}: tags are not read alike by all parsers. ${cure}`;
  }
  if (isKey && !(isScalar(node) && ['string', 'number'].includes(typeof node.value))) {
    return 'Write a name here, in quotes if YAML takes it for another kind of value.';
  }
  if (!isScalar(node)) return undefined;
  if (isKey && node.value === '__proto__') {
    return 'Choose another name: JavaScript objects have this one themselves.';
  }
  if (typeof node.value === 'number' && !isJsonNumber(node)) {
    return 'Write a number here that every JSON parser reads exactly.';
  }
  return typeof node.value === 'string' && !node.value.isWellFormed()
    ? 'Write whole characters here: UTF-8 has no unpaired surrogates.'
    : undefined;
}

function isJsonNumber({ source = '' }: Scalar): boolean {
  return JSON_NUMBER.test(source) && isDouble(source);
}
