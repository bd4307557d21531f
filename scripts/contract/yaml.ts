// Reads the YAML files of a contract, and finds what parsers do not all read in the same way.

import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
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
} from 'yaml';
import { isDouble } from '../../src/platform/schema/written-numbers.ts';
import type { Finding } from './finding.ts';
import { asObject, isObject, type Json } from './json.ts';

/** A YAML file, as data and with the places of its nodes. */
export interface YamlFile {
  readonly document: Document.Parsed;
  readonly data: Json;
  readonly problems: readonly Finding[];
  /** Whether `data` is what was written, but for the parts that have problems. */
  readonly isReadable: boolean;
  /** The place of a node, such as `openapi/openapi.yaml:12:5`; the file's first one by default. */
  placeOf(node: unknown): string;
}

/**
 * Reads a YAML file. Its problems are all that other parsers read in another way: what is not
 * UTF-8; anchors, aliases, merge keys and tags; keys that are equal as texts; text with unpaired
 * surrogates, or without quotes where YAML 1.1 finds a boolean, a number or a date; and numbers
 * that are not as in JSON, or that no double holds exactly.
 */
export async function readYaml(file: string): Promise<YamlFile> {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  const bytes = isFile ? await readFile(file) : Buffer.of();
  const text = bytes.toString();
  const lines = new LineCounter();
  const document = parseDocument(withoutConflicts(text), { ...OPTIONS, lineCounter: lines });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const placeOf = (node: unknown) => placeAt(offsetOf(node));
  const errors = isFile ? [...wrongBytes(bytes, text), ...syntaxErrors(document)] : [NO_FILE];
  const data: unknown = errors.length === 0 ? document.toJS() : {};
  if (!isObject(data)) errors.push([0, 'Write keys and values: this file has none.']);
  const isReadable = errors.length === 0;
  const others = [...conflictsIn(text), ...repeatedKeys(document)];
  if (isReadable) others.push(...ambiguities(document, text));
  return {
    document,
    data: asObject(data),
    problems: [...errors, ...others].map(([offset, message]) => {
      return { keys: [], place: placeAt(offset), message };
    }),
    isReadable,
    placeOf,
  };
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

type Problem = readonly [offset: number, message: string];

const NO_FILE: Problem = [0, 'There is no such file.'];
/** Without prettyErrors, messages do not contain the place. */
const OPTIONS = { compat: 'yaml-1.1', prettyErrors: false, uniqueKeys: isSameKey } as const;

/** The node that keys lead to; undefined if there is none. */
export function nodeAt(document: Document.Parsed, keys: readonly string[]): unknown {
  return keys.reduce((node: unknown, key) => childOf(node, key)?.value, document.contents);
}

/** The value of a map or a sequence at a key, and the key's own node in a map. */
export function childOf(node: unknown, key: string): { key?: unknown; value: unknown } | undefined {
  if (isSeq(node)) return key in node.items ? { value: node.items[Number(key)] } : undefined;
  return isMap(node) ? node.items.find((pair: Pair) => String(pair.key) === key) : undefined;
}

/** The character that replaces bytes which are not UTF-8. */
const WRONG_BYTE = '\ufffd';

function wrongBytes(bytes: Buffer, text: string): Problem[] {
  return isUtf8(bytes) ? [] : [[text.indexOf(WRONG_BYTE), 'Save this file as UTF-8.']];
}

/** Two versions of some lines, as Git writes them: this side, an older version, the other side. */
const CONFLICT = /^(<{7} .*\n)([\s\S]*?)(^(?:\|{7} .*\n[\s\S]*?^)?={7}\n[\s\S]*?^>{7} .*)$/gm;
const CONFLICT_CURE =
  'Keep one side of this conflict, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`.';

function conflictsIn(text: string): Problem[] {
  return [...text.matchAll(CONFLICT)].map(({ index }) => [index, CONFLICT_CURE]);
}

/** The text with one side of each conflict. All that is left stays at its place. */
function withoutConflicts(text: string): string {
  const blank = (part: string) => part.replaceAll(/./g, ' ');
  return text.replaceAll(
    CONFLICT,
    (_all, start: string, side: string, rest: string) => blank(start) + side + blank(rest),
  );
}

/** By error code of the parser: what to write instead. */
const CURES: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'Put this text into quotes: YAML reserves its first character.',
  BAD_DQ_ESCAPE: 'Put this text into single quotes, in which a `\\` stands for itself.',
  BAD_INDENT: 'Indent this line like its neighbours, and close each `[` and `{` above it.',
  BAD_SCALAR_START: 'Put this text into quotes: YAML reserves its first character.',
  BLOCK_AS_IMPLICIT_KEY:
    'Put text with `: ` in it into quotes, write a space after each `-`, and indent lists alike.',
  MISSING_CHAR: 'Close what was opened here: quotes, `[` and `{` come in pairs.',
  MULTILINE_IMPLICIT_KEY: 'Write a key with a colon and a space here, as in `summary: Add`.',
  MULTIPLE_DOCS: 'Remove the line `---` or `...`: a file is one document.',
  TAB_AS_INDENT: 'Indent with spaces: this is a tab.',
  UNEXPECTED_TOKEN:
    'Put the whole text into quotes, or remove this: YAML expects something else here.',
};

const REPEATED = 'DUPLICATE_KEY';

/** The first error after which nothing can be said of the data: most others follow from it. */
function syntaxErrors({ errors }: Document.Parsed): Problem[] {
  const first = errors.find(({ code }) => code !== REPEATED);
  return first ? [[first.pos[0], CURES[first.code] ?? `${first.message}.`]] : [];
}

function repeatedKeys({ errors }: Document.Parsed): Problem[] {
  return errors
    .filter(({ code }) => code === REPEATED)
    .map(({ pos }) => [pos[0], 'Remove this key or the one above: they are the same.']);
}

/** Whether two keys become the same property, such as `200` and `"200"`. */
function isSameKey(one: ParsedNode, other: ParsedNode): boolean {
  return isScalar(one) && isScalar(other) && String(one.value) === String(other.value);
}

/** What other parsers, or other versions of YAML, read in another way. */
function ambiguities(document: Document.Parsed, text: string): Problem[] {
  const found = new Map<number, string>();
  for (const { pos } of document.warnings) {
    // A tag, which is found below.
    if (text[pos[0]] !== '!') found.set(pos[0], QUOTED);
  }
  if (document.directives.yaml.explicit) {
    found.set(0, 'Remove the line `%YAML`: files are YAML 1.2.');
  }
  visit(document, (key, node, path) => {
    const message = isNode(node) ? problemOf(node, key === 'key') : undefined;
    const parent = path.at(-1);
    const place = isPair(parent) && !isScalar(node) ? parent.key : node;
    if (message) found.set(offsetOf(place), message);
  });
  return [...found];
}

const QUOTED = 'Put this text into quotes: without them, not all parsers read it as a text.';

function problemOf(node: Node, isKey: boolean): string | undefined {
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  if (isAlias(node) || anchor !== undefined || (isScalar(node) && node.value === '<<')) {
    return 'Write this out: anchors, aliases and merge keys are not read alike by all parsers.';
  }
  if (tag !== undefined) return `Remove ${tag}: tags are not read alike by all parsers.`;
  if (isKey && !(isScalar(node) && ['string', 'number'].includes(typeof node.value))) {
    return 'Write a name here, in quotes if YAML takes it for another kind of value.';
  }
  if (!isScalar(node)) return undefined;
  if (isKey && node.value === '__proto__') {
    return 'Choose another name: JavaScript objects have this one themselves.';
  }
  if (typeof node.value === 'number' && !isReadAlike(node)) {
    return (
      'Put a text into quotes, or write a number here that all parsers read exactly, such as 12, ' +
      '0.5 or 1.5e+9. Beyond 9007199254740991 not even an int64 can be written.'
    );
  }
  return typeof node.value === 'string' && !node.value.isWellFormed()
    ? 'Write whole characters here: UTF-8 has no unpaired surrogates.'
    : undefined;
}

/** A number as both JSON and YAML 1.1 have it, which needs a point and a sign for an exponent. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]\d+)?)?$/;

function isReadAlike({ source = '' }: Scalar): boolean {
  return NUMBER.test(source) && isDouble(source);
}
