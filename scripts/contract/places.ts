import { isMap } from 'yaml';
import type { Complete } from '../generate/complete.ts';
import { keysOf } from '../generate/json.ts';
import { targetOf } from '../generate/references.ts';
import type { Source } from '../generate/source-files.ts';
import { childOf, nodeAt } from '../generate/yaml.ts';

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

/** What was written somewhere else than in the operations' file, and the keys that lead to it. */
interface Origin extends At {
  readonly keys: readonly string[];
}

/** Finds the places of a complete contract's parts. */
export function findPlaces({ origins }: Complete): PlaceOf {
  const { sources, guides } = origins;
  const elsewhere = [...updatesIn(origins), ...schemasIn(origins)];
  return (pointer) => {
    if (guides && pointer === '#/info/description') return guides;
    return search(keysOf(pointer)).place;
  };

  function search(keys: readonly string[]): Found {
    const found = [walk(rootOf(sources.operations), keys)];
    for (const origin of elsewhere) {
      if (!origin.keys.every((key, index) => key === keys[index])) continue;
      const below = walk(origin, keys.slice(origin.keys.length));
      found.push({ ...below, depth: below.depth + origin.keys.length });
    }
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
    const target = dereference(at);
    if (!target || seen.includes(target.node)) return undefined;
    return withKey(target, key, [...seen, target.node]);
  }

  function dereference(at: At): At | undefined {
    const $ref = isMap(at.node) ? at.node.get('$ref') : undefined;
    if (typeof $ref !== 'string') return undefined;
    const { path, keys } = targetOf($ref, at.source, sources);
    const source = sources.files.get(path);
    if (!source) return undefined;
    const target = source === sources.operations ? search(keys) : walk(rootOf(source), keys);
    return target.depth === keys.length ? target : undefined;
  }
}

/** What the overlay's actions merge into the parts that they match. */
function updatesIn({ sources: { overlay }, updated }: Complete['origins']): Origin[] {
  if (!overlay) return [];
  return updated.map(({ index, keys }) => {
    const node = nodeAt(overlay.document, ['actions', String(index), 'update']);
    return { source: overlay, node, keys };
  });
}

/** Schemas of other files. */
function schemasIn({ sources, schemas }: Complete['origins']): Origin[] {
  return [...schemas].flatMap(([name, { path, keys }]) => {
    const source = sources.files.get(path);
    if (!source) return [];
    return [{ source, node: nodeAt(source.document, keys), keys: ['components', 'schemas', name] }];
  });
}

function rootOf(source: Source): At {
  return { source, node: source.document.contents };
}
