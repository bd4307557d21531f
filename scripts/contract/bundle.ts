import { basename, dirname, extname, join } from 'node:path';
import type { ContractFile, ContractFiles } from './contract-files.ts';
import { asObject, follow, isObject, type Json, keysOf, mapValues, merge } from './json.ts';
import { ContractError, childOf, nodeAt } from './yaml.ts';

/*
 * Joins the files of a contract in one document. Schemas of other files become components, because
 * generators name types after components; other parts replace the references to them.
 */

/** Keywords whose value is a schema, and keywords whose value contains several schemas. */
const SCHEMA = ['schema', 'items', 'additionalProperties'];
const SCHEMAS = ['schemas', 'properties', 'allOf', 'anyOf', 'oneOf'];
/** Keywords beside a reference that OpenAPI does not ignore. */
const KEPT_BESIDE = ['summary', 'description'];

export interface Part {
  readonly path: string;
  readonly keys: readonly string[];
}

/**
 * Joins all files in one document.
 *
 * @returns the operations, the overlay, and by name the places of the schemas of other files
 * @throws ContractError if a reference leads nowhere, or to a second schema of the same name
 */
export function bundle(files: ContractFiles) {
  const root = files.operations;
  const named = asObject(follow(root.data, ['components', 'schemas']));
  const schemas = new Map<string, Part>();
  const added: Json = {};
  for (const [name, schema] of Object.entries(named)) {
    const { $ref = '' } = asObject(schema);
    const target = targetOf(String($ref), root, files);
    if (target.path !== root.path) schemas.set(name, target);
  }

  function inlineFiles(value: unknown, part: Part, within: readonly string[] = []): unknown {
    const below = (key: string | number) => ({ ...part, keys: [...part.keys, String(key)] });
    if (Array.isArray(value)) return value.map((item, i) => inlineFiles(item, below(i), within));
    if (!isObject(value)) return value;
    const { $ref, ...others } = value;
    const beside = mapValues(others, (one, key) => inlineFiles(one, below(key), within));
    if (typeof $ref !== 'string') return '$ref' in value ? { $ref, ...beside } : beside;
    const lost = Object.keys(others).find((key) => !KEPT_BESIDE.includes(key));
    if (lost !== undefined && !isSchema(part)) fail(part, BESIDE, lost);
    const target = targetOf($ref, fileOf(part), files);
    if (target.path === root.path) return { $ref: `#${$ref.split('#')[1] ?? ''}`, ...beside };
    const content = follow(fileOf(target).data, target.keys);
    const id = idOf(target);
    if (!isObject(content) || within.includes(id)) return fail(part, UNRESOLVED);
    if (isSchema(part) && !isDefinition(part)) {
      return { $ref: `#/components/schemas/${componentOf(target, content, part)}`, ...beside };
    }
    return merge(inlineFiles(content, target, [...within, id]) as Json, beside);
  }

  /** Makes a schema of another file a component, unless it is one already. @returns its name */
  function componentOf(target: Part, content: unknown, part: Part): string {
    const known = [...schemas].find(([, one]) => idOf(one) === idOf(target));
    if (known) return known[0];
    const name = target.keys.at(-1) ?? basename(target.path, extname(target.path));
    if (Object.hasOwn(named, name) || schemas.has(name)) {
      fail(part, `Another schema is called ${name}: rename one of them.`);
    }
    schemas.set(name, target);
    added[name] = inlineFiles(content, target);
    return name;
  }

  /** Whether a part is a component of the operations' file. */
  function isDefinition({ path, keys }: Part): boolean {
    return path === root.path && keys[1] === 'schemas' && keys.length === 3;
  }

  function fileOf({ path }: Part): ContractFile {
    // All files that the contract refers to have been read.
    return files.all.get(path) as ContractFile;
  }

  function fail(part: Part, message: string, key = '$ref'): never {
    const { document, placeOf } = fileOf(part);
    throw new ContractError(placeOf(childOf(nodeAt(document, part.keys), key)?.key), message);
  }

  const operations = inlineFiles(root.data, { path: root.path, keys: [] }) as Json;
  const { overlay } = files;
  const actions = overlay && (inlineFiles(overlay.data, { path: overlay.path, keys: [] }) as Json);
  if (Object.keys(added).length > 0) merge(operations, { components: { schemas: added } });
  return { operations, overlay: actions, schemas };
}

const BESIDE =
  'Write this in the part that the `$ref` leads to: beside `$ref`, only `summary` and ' +
  '`description` have a meaning.';
const UNRESOLVED = "Can't resolve $ref: refer to an object of that file. (no-unresolved-refs)";

/** What a reference in a file leads to. The overlay refers to components of the operations. */
export function targetOf($ref: string, from: ContractFile, files: ContractFiles): Part {
  const [file = '', pointer = ''] = $ref.split('#');
  const keys = keysOf(pointer);
  if (file) return { path: join(dirname(from.path), file), keys };
  return { path: from === files.overlay ? files.operations.path : from.path, keys };
}

function isSchema({ keys }: Part): boolean {
  return SCHEMA.includes(keys.at(-1) ?? '') || SCHEMAS.includes(keys.at(-2) ?? '');
}

function idOf({ path, keys }: Part): string {
  return [path, ...keys].join('#');
}
