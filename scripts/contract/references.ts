// The references within a contract. All lead to its components, those of overlays too. Components
// other than schemas replace the references to them, because several generators cannot follow such
// references. Schemas stay components: generators name types after them.

import type { Finding } from './finding.ts';
import { asObject, follow, isObject, type Json, keysOf, mapValues, merge } from './json.ts';
import { childOf, nodeAt, type YamlFile } from './yaml.ts';

const INLINED = ['parameters', 'headers', 'responses', 'requestBodies', 'examples'];
/** Keywords beside a reference that OpenAPI does not ignore. */
const KEPT_BESIDE = ['$ref', 'summary', 'description'];
/** Keywords whose value is a schema, and keywords whose value contains several schemas. */
const SCHEMA = ['schema', 'items', 'additionalProperties'];
const SCHEMAS = ['schemas', 'properties', 'allOf', 'anyOf', 'oneOf'];

const QUOTES = 'Write the reference in quotes here: a comment begins with `#`.';
const OTHER_FILE =
  'Write this part under `components` in this file, and refer to it there, as in ' +
  '`#/components/schemas/NAME`: references lead to no other files.';
const BESIDE =
  'Write this in the part that the `$ref` leads to: beside `$ref`, only `summary` and ' +
  '`description` have a meaning.';

/** Finds the references in a file that lead nowhere in any contract, or have lost keywords. */
export function wrongReferences({ document, data, placeOf }: YamlFile): Finding[] {
  return referencesIn(data, []).flatMap(({ part, keys }) => {
    const finding = (key: string, message: string): Finding => {
      const place = placeOf(childOf(nodeAt(document, keys), key)?.key);
      return { keys: [...keys, key], place, message };
    };
    if (typeof part.$ref !== 'string') return [finding('$ref', QUOTES)];
    if (!part.$ref.startsWith('#')) return [finding('$ref', OTHER_FILE)];
    const lost = Object.keys(part).filter((key) => !KEPT_BESIDE.includes(key));
    return isSchema(keys) ? [] : lost.map((key) => finding(key, BESIDE));
  });
}

function referencesIn(
  part: unknown,
  keys: readonly string[],
): { readonly part: Json; readonly keys: readonly string[] }[] {
  // A field of this name has an error of its own.
  if (isObject(part) && '$ref' in part && keys.at(-1) !== 'properties') return [{ part, keys }];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, one]) => referencesIn(one, [...keys, key]));
}

function isSchema(keys: readonly string[]): boolean {
  return SCHEMA.includes(keys.at(-1) ?? '') || SCHEMAS.includes(keys.at(-2) ?? '');
}

/**
 * Replaces references by the components that they lead to. Keywords beside a reference are merged
 * into the component.
 *
 * @param actions of overlays, which refer to components of the document
 * @param own the document without what overlays have added to it
 * @returns both without such references, and the keys of own components that nothing refers to
 */
export function inlineComponents(whole: Json, actions: readonly Json[], own: Json) {
  const referred = new Set<string>();

  function inline(value: unknown, within: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    if (!isInlined($ref)) return mapValues(value, (part) => inline(part, within));
    const keys = keysOf($ref);
    referred.add(keys.slice(0, 3).join());
    const target = within.includes($ref) ? undefined : follow(whole, keys);
    // A reference that leads nowhere, or to itself. Lint reports its place.
    if (!isObject(target)) return value;
    return merge(inline(target, [...within, $ref]) as Json, inline(beside, within) as Json);
  }

  const kept = Object.entries(asObject(whole.components)).filter((one) => !isInlinedKind(one));
  const components = isObject(whole.components) && { components: Object.fromEntries(kept) };
  const document = inline({ ...whole, ...components }) as Json;
  const inlinedActions = actions.map((action) => inline(action) as Json);
  const unused = Object.entries(asObject(own.components))
    .filter(isInlinedKind)
    .flatMap(([kind, one]) => Object.keys(asObject(one)).map((name) => ['components', kind, name]))
    .filter((keys) => !referred.has(keys.join()));
  return { document, actions: inlinedActions, unused };
}

function isInlinedKind([kind, components]: readonly [string, unknown]): boolean {
  return INLINED.includes(kind) && isObject(components);
}

function isInlined($ref: unknown): $ref is string {
  const [, kind] = /^#\/components\/(\w+)\//.exec(String($ref)) ?? [];
  return kind !== undefined && INLINED.includes(kind);
}
