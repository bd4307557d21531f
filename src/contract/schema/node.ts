import { checkFreeForm } from './free-form.ts';
import type { Check, Run } from './violations.ts';

/** A compiled schema: how it checks a value, and what it says about how one is read and written. */
export interface Node {
  readonly id: number;
  check: Check;
  /** The compiled schemas that apply to the same value in any case: of `$ref` and allOf. */
  readonly inPlace: Node[];
  readonly unions: Union[];
  readonly properties: Map<string, Property>;
  /** What properties are that have no name. Undefined where the schema does not describe any. */
  additional: Node | undefined;
  items: Node | undefined;
  /** What a number or the text of a URL is read as. */
  kind: 'int64' | 'number' | 'boolean' | undefined;
  /** Whether the schema itself says nothing about values. */
  isFree: boolean;
}

export interface Property {
  readonly node: Node;
  /** Whether it is left out in this direction. */
  readonly isHidden: boolean;
  /** The value that an absent property has. */
  readonly fallback: { readonly value: unknown } | undefined;
}

/** A oneOf or anyOf. */
export interface Union {
  readonly check: Check;
  /** The branches that a value matches. */
  readonly matching: (value: unknown, run: Run) => readonly Node[];
}

let count = 0;

/** A node that accepts every value, until it gets another check. */
export function createNode(): Node {
  count += 1;
  return {
    id: count,
    check: checkFreeForm,
    inPlace: [],
    unions: [],
    properties: new Map(),
    additional: undefined,
    items: undefined,
    kind: undefined,
    isFree: true,
  };
}

/** Of values that a schema says nothing about. */
export const FREE = createNode();
FREE.additional = FREE;
FREE.items = FREE;

/** All nodes that apply to the same value in any case. */
export function withInPlace(nodes: Iterable<Node>): Set<Node> {
  const all = new Set(nodes);
  // A set goes on to what is added while it is iterated.
  for (const node of all) for (const part of node.inPlace) all.add(part);
  return all;
}

/** All nodes that apply to a value, with the branches of unions that it matches. */
export function withMatching(nodes: Iterable<Node>, value: unknown, run: Run): Set<Node> {
  const all = withInPlace(nodes);
  for (const node of all) {
    for (const union of node.unions) {
      for (const part of withInPlace(union.matching(value, run))) all.add(part);
    }
  }
  return all;
}
