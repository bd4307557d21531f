import { asObject, follow, isObject, type Json, keysOf, mapValues, merge } from './json.ts';

/*
 * Replaces references to parameters, headers, responses, request bodies and examples by the
 * components, because several generators cannot follow such references. Schemas stay components:
 * generators name types after them.
 */

const INLINED = ['parameters', 'headers', 'responses', 'requestBodies', 'examples'];

/**
 * Replaces references by the components that they lead to. Keywords beside a reference are merged
 * into the component.
 *
 * @param overlay a second document that refers to these components
 * @returns both documents, and the keys of components that nothing refers to
 */
export function inlineComponents(operations: Json, overlay?: Json) {
  const referred = new Set<string>();

  function inline(value: unknown, within: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    if (!isInlined($ref)) return mapValues(value, (part) => inline(part, within));
    const keys = keysOf($ref);
    referred.add(keys.slice(0, 3).join());
    const target = within.includes($ref) ? undefined : follow(operations, keys);
    // A reference that leads nowhere, or to itself. Lint reports its place.
    if (!isObject(target)) return value;
    return merge(inline(target, [...within, $ref]) as Json, inline(beside, within) as Json);
  }

  const all = Object.entries(asObject(operations.components));
  const inlined = all.filter(([kind, one]) => INLINED.includes(kind) && isObject(one));
  const kept = all.filter((one) => !inlined.includes(one));
  const components = isObject(operations.components) && {
    components: Object.fromEntries(kept),
  };
  const document = inline({ ...operations, ...components }) as Json;
  const inlinedOverlay = inline(overlay) as Json | undefined;
  const unused = inlined
    .flatMap(([kind, one]) => Object.keys(asObject(one)).map((name) => ['components', kind, name]))
    .filter((keys) => !referred.has(keys.join()));
  return { document, overlay: inlinedOverlay, unused };
}

function isInlined($ref: unknown): $ref is string {
  const [, kind] = /^#\/components\/(\w+)\//.exec(String($ref)) ?? [];
  return kind !== undefined && INLINED.includes(kind);
}
