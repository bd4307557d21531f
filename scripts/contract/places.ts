import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isNode, isSeq, type Pair } from 'yaml';
import { OVERLAY } from '../generate/complete.ts';
import { type Json, keysOf } from '../generate/json.ts';
import { matches, type Overlay } from '../generate/overlay.ts';
import { parseYaml, type YamlFile } from '../generate/yaml.ts';

/*
 * Where a part of the complete contract was written: in the operations' file, in one that it refers
 * to, or in what holds for every operation.
 */

/** Gives the place of a part, such as `openapi/openapi.yaml:12:5`, by its JSON pointer. */
export type PlaceOf = (pointer: string) => string;

/** A node, and the file that it was written in. */
interface At {
  readonly path: string;
  readonly node: unknown;
}

interface Found extends At {
  /** How many of the keys lead to something that was written. */
  readonly depth: number;
  readonly place: string;
}

/** What an action of the overlay merges into the part that these keys lead to. */
interface Update extends At {
  readonly keys: readonly string[];
}

/**
 * @param path the operations' file
 * @param complete what was made of it
 */
export async function findPlaces(path: string, complete: Json): Promise<PlaceOf> {
  const files = await loadAll(path);
  const updates = await loadUpdates(join(dirname(path), OVERLAY), complete, files);
  return (pointer) => search(keysOf(pointer)).place;

  function search(keys: readonly string[]): Found {
    const found = [walk(rootOf(path), keys)];
    for (const update of updates) {
      if (!update.keys.every((key, index) => key === keys[index])) continue;
      const below = walk(update, keys.slice(update.keys.length));
      // What an update does not have was not written in it.
      if (below.depth > 0) found.push({ ...below, depth: below.depth + update.keys.length });
    }
    return found.reduce((deepest, one) => (one.depth > deepest.depth ? one : deepest));
  }

  function rootOf(file: string): At {
    return { path: file, node: files.get(file)?.document.contents };
  }

  /** Goes down as far as the keys lead, through references. */
  function walk(start: At, keys: readonly string[]): Found {
    let at = start;
    let place = placeOf(at, at.node);
    for (const [depth, key] of keys.entries()) {
      at = dereference(at);
      const child = childOf(at.node, key);
      if (!child) return { ...at, depth, place };
      place = placeOf(at, child.key ?? child.value);
      at = { ...at, node: child.value };
    }
    return { ...at, depth: keys.length, place };
  }

  function dereference(at: At): At {
    const $ref = isMap(at.node) ? at.node.get('$ref') : undefined;
    if (typeof $ref !== 'string') return at;
    const [file = '', pointer = ''] = $ref.split('#');
    const keys = keysOf(pointer);
    const target = file ? walk(rootOf(join(dirname(at.path), file)), keys) : search(keys);
    return target.depth === keys.length ? target : at;
  }

  function placeOf({ path: file }: At, node: unknown): string {
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    return files.get(file)?.placeOf(offset) ?? file;
  }
}

/** A file and all that it refers to, by path. */
async function loadAll(path: string, files = new Map<string, YamlFile>()) {
  if (files.has(path)) return files;
  const file = await parseYaml(path);
  files.set(path, file);
  const text = JSON.stringify(file.document.toJS());
  for (const [, other = ''] of text.matchAll(/"\$ref":"([^#"]+)/g)) {
    await loadAll(join(dirname(path), other), files);
  }
  return files;
}

async function loadUpdates(
  path: string,
  complete: Json,
  files: Map<string, YamlFile>,
): Promise<Update[]> {
  if (!existsSync(path)) return [];
  await loadAll(path, files);
  const { document } = files.get(path) as YamlFile;
  const { actions } = document.toJS() as Overlay;
  return actions.flatMap(({ target }, index) => {
    const node = document.getIn(['actions', index, 'update'], true);
    return matches(complete, target).map(({ keys }) => ({ path, node, keys }));
  });
}

function childOf(node: unknown, key: string): { key?: unknown; value: unknown } | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(key)];
    return value === undefined ? undefined : { value };
  }
  if (!isMap(node)) return undefined;
  return node.items.find((pair: Pair) => String(pair.key) === key);
}
