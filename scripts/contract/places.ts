import { isMap } from 'yaml';
import type { Complete, Origins } from './complete.ts';
import { keysOf } from './json.ts';
import { targetOf } from './references.ts';
import type { Source } from './source-files.ts';
import { childOf, nodeAt } from './yaml.ts';

/*
 * Where a part of the complete contract was written: in the operations' file, in one that it refers
 * to, or in what holds for every operation.
 */

/** Gives the place of a part, such as `openapi/openapi.yaml:12:5`, by its JSON pointer. */
export type PlaceOf = (pointer: string) => string;

/** A node, and the file that it was written in. */
interface At {
  readonly source: Source;
  readonly node: unknown;
}

interface Found extends At {
  /** How many of the keys lead to something that was written. */
  readonly depth: number;
  readonly place: string;
}

/** Finds the places of a complete contract's parts. */
export function findPlaces({ origins }: Complete): PlaceOf {
  const { sources, described } = origins;
  const roots = rootsOf(origins);
  return (pointer) => {
    if (described && pointer === '#/info/description') return described;
    return search(keysOf(pointer)).place;
  };

  function search(keys: readonly string[]): Found {
    const found = roots
      .filter((root) => root.keys.every((key, index) => key === keys[index]))
      .map((root) => {
        const below = walk(root, keys.slice(root.keys.length));
        return { ...below, depth: below.depth + root.keys.length };
      });
    // Of those that lead as far, the first: an update is merged into what was written before it.
    return found.reduce((deepest, one) => (one.depth > deepest.depth ? one : deepest));
  }

  /** Goes down as far as the keys lead, through references. */
  function walk(start: At, keys: readonly string[]): Found {
    let at = start;
    let place = at.source.placeOf(at.node);
    for (const [depth, key] of keys.entries()) {
      const parent = withKey(at, key);
      const pair = parent && childOf(parent.node, key);
      if (!pair) return { ...at, depth, place };
      place = parent.source.placeOf(pair.key ?? pair.value);
      at = { source: parent.source, node: pair.value };
    }
    return { ...at, depth: keys.length, place };
  }

  /** The node itself or what it refers to, whichever has the key. */
  function withKey(at: At, key: string, seen: readonly unknown[] = []): At | undefined {
    if (childOf(at.node, key)) return at;
    const $ref = isMap(at.node) ? at.node.get('$ref') : undefined;
    if (typeof $ref !== 'string' || seen.includes(at.node)) return undefined;
    const { path, keys } = targetOf($ref, at.source, sources);
    const source = sources.files.get(path);
    if (!source) return undefined;
    const isRoot = source === sources.operations;
    const target = isRoot ? search(keys) : { source, node: nodeAt(source.document, keys) };
    return withKey(target, key, [...seen, at.node]);
  }
}

/** Whatever was written, with the keys that lead to it: the operations, what was merged into them, and schemas of other files. */
function rootsOf({ sources, updated, schemas }: Origins) {
  const { operations, overlay, files } = sources;
  return [
    { keys: [], source: operations, node: operations.document.contents },
    ...updated.flatMap(({ index, keys }) => {
      const action = ['actions', String(index), 'update'];
      return overlay ? [{ keys, source: overlay, node: nodeAt(overlay.document, action) }] : [];
    }),
    ...[...schemas].flatMap(([name, part]) => {
      const [source, keys] = [files.get(part.path), ['components', 'schemas', name]];
      return source ? [{ keys, source, node: nodeAt(source.document, part.keys) }] : [];
    }),
  ];
}
