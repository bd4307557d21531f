// Changes of a YAML file as somebody makes them by mistake: each in one place, whatever it means
// there.

import { type Document, isMap, isPair, isScalar, isSeq, Scalar } from 'yaml';

/** What is done to a key with its value, or to an item of a list. */
const CHANGES = {
  removed: (siblings, index) => siblings.splice(index, 1),
  null: (siblings, index) => replace(siblings, index, null),
  'a number': (siblings, index) => replace(siblings, index, 42),
  'a text': (siblings, index) => replace(siblings, index, 'mistake'),
  misspelt: (siblings, index) => misspell(siblings[index]),
  twice: (siblings, index) => siblings.splice(index, 0, siblings[index]),
} satisfies Record<string, (siblings: unknown[], index: number) => void>;

export type Change = keyof typeof CHANGES;

/** A place in a document, and what is done there. */
export interface Mutation {
  readonly change: Change;
  /** The position among its siblings, for each level from the top. */
  readonly path: readonly number[];
}

/** All changes of a document that are in one place. */
export function mutationsOf(document: Document.Parsed): Mutation[] {
  return mutationsIn(document.contents, []);
}

function mutationsIn(node: unknown, above: readonly number[]): Mutation[] {
  return siblingsIn(node).flatMap((one, index) => {
    const path = [...above, index];
    const changes = Object.keys(CHANGES) as Change[];
    const possible = changes.filter((change) => change !== 'misspelt' || wordOf(one));
    const own = possible.map((change) => ({ change, path }));
    return [...own, ...mutationsIn(isPair(one) ? one.value : one, path)];
  });
}

/** @returns the changed document as text, and where in the original the change was made */
export function mutate(original: Document.Parsed, { change, path }: Mutation) {
  const document = original.clone() as Document.Parsed;
  let siblings: unknown[] = [];
  let node: unknown = document.contents;
  const keys = path.map((index) => {
    siblings = siblingsIn(node);
    const one = siblings[index];
    node = isPair(one) ? one.value : one;
    return isPair(one) ? String(one.key) : String(index);
  });
  CHANGES[change](siblings, path.at(-1) ?? 0);
  return { text: document.toString({ lineWidth: 0 }), keys };
}

function siblingsIn(node: unknown): unknown[] {
  return isMap(node) || isSeq(node) ? node.items : [];
}

function replace(siblings: unknown[], index: number, value: unknown) {
  const one = siblings[index];
  const replacement = new Scalar(value);
  if (isPair(one)) siblings[index] = Object.assign(one.clone(), { value: replacement });
  else siblings[index] = replacement;
}

/** Adds a letter to a key, or to a text in a list. */
function misspell(one: unknown) {
  const word = wordOf(one);
  if (word) word.value = `${word.value}e`;
}

/** What can be misspelt: a key, or a text in a list. */
function wordOf(one: unknown): Scalar | undefined {
  const word = isPair(one) ? one.key : one;
  return isScalar(word) && typeof word.value === 'string' ? word : undefined;
}
