// Finds the place where a part of the complete contract was written: in the file of the operations,
// or in an overlay.

import { isMap, isSeq } from 'yaml';
import type { Complete, Origins } from './complete-contract.ts';
import { asObject, keysOf } from './json.ts';
import { childOf, nodeAt, type YamlFile } from './yaml.ts';

/** Gives the place of a part, such as `openapi/openapi.yaml:12:5`, by its JSON pointer. */
export type PlaceOf = (pointer: string) => string;

/** A node, and the file that it was written in. */
interface At {
  readonly file: YamlFile;
  readonly node: unknown;
}

interface Found extends At {
  /** How many of the keys lead to a written part. */
  readonly depth: number;
  readonly place: string;
}

/** Finds the places of a complete contract's parts. */
export function findPlaces({ origins }: Complete): PlaceOf {
  const { described, operations } = origins;
  const isWritten = 'description' in asObject(operations.data.info);
  const roots = rootsOf(origins);
  return (pointer) => {
    if (described && !isWritten && pointer === '#/info/description') return described;
    return search(keysOf(pointer)).place;
  };

  function search(keys: readonly string[]): Found {
    const found = roots
      .filter((root) => root.keys.every((key, index) => key === keys[index]))
      .map((root) => {
        const below = walk(root, keys.slice(root.keys.length));
        return { ...below, depth: below.depth + root.keys.length };
      });
    return deepest(found);
  }

  /** Goes down as far as the keys lead: through references, and into the parts of an `allOf`. */
  function walk(at: At, keys: readonly string[], depth = 0, place?: string): Found {
    const start = { ...at, depth, place: place ?? at.file.placeOf(at.node) };
    const [key, ...others] = keys;
    if (key === undefined) return start;
    const found = alternatives(at).flatMap(({ file, node }) => {
      const pair = childOf(node, key);
      if (!pair) return [];
      const below = file.placeOf(pair.key ?? pair.value);
      return [walk({ file, node: pair.value }, others, depth + 1, below)];
    });
    return deepest([start, ...found]);
  }

  /** The node itself, what it refers to, and the parts of its `allOf`: each may have a key. */
  function alternatives(at: At, seen: readonly unknown[] = []): At[] {
    if (!isMap(at.node) || seen.includes(at.node)) return [at];
    const $ref = at.node.get('$ref');
    const allOf = at.node.get('allOf');
    const parts = isSeq(allOf) ? allOf.items : [];
    const others = [
      ...(typeof $ref === 'string' ? [search(keysOf($ref))] : []),
      ...parts.map((node) => ({ file: at.file, node })),
    ];
    const below = others.flatMap((other) => alternatives(other, [...seen, at.node]));
    return [at, ...below];
  }
}

/** The first of the deepest: an overlay's update is merged into earlier parts. */
function deepest(found: readonly Found[]): Found {
  return found.reduce((best, one) => (one.depth > best.depth ? one : best));
}

/** All written parts, each with its keys: the operations, and updates. */
function rootsOf({ operations, updated }: Origins) {
  const roots: (At & { readonly keys: readonly string[] })[] = [
    { keys: [], file: operations, node: operations.document.contents },
  ];
  for (const { file, index, keys } of updated) {
    const action = ['actions', String(index), 'update'];
    roots.push({ keys, file, node: nodeAt(file.document, action) });
  }
  return roots;
}
