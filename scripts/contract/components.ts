import { asObject, follow, isObject, type Json, keysOf, mapValues, merge } from './json.ts';

/*
 * Puts shared parameters, headers, responses, request bodies and examples where they are used.
 * Schemas keep their names, which generators make types of: several of them stumble over references
 * to anything else.
 */

const INLINED = ['parameters', 'headers', 'responses', 'requestBodies', 'examples'];

/**
 * Replaces references by the components that they lead to. What is beside a reference is merged
 * into it.
 *
 * @param overlay what refers to components besides
 * @returns both without these references, and the keys of components that nothing refers to
 */
export function inlineComponents<Overlay extends Json>(operations: Json, overlay?: Overlay) {
  const referred = new Set<string>();

  function inline(value: unknown, within: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    if (!isInlined($ref)) return mapValues(value, (part) => inline(part, within));
    const keys = keysOf($ref);
    referred.add(keys.slice(0, 3).join());
    const target = within.includes($ref) ? undefined : follow(operations, keys);
    // It leads nowhere or to itself, which lint reports with its line.
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
  const inlinedOverlay = inline(overlay) as Overlay | undefined;
  const unused = inlined
    .flatMap(([kind, one]) => Object.keys(asObject(one)).map((name) => ['components', kind, name]))
    .filter((keys) => !referred.has(keys.join()));
  return { document, overlay: inlinedOverlay, unused };
}

function isInlined($ref: unknown): $ref is string {
  const [, kind] = /^#\/components\/(\w+)\//.exec(String($ref)) ?? [];
  return kind !== undefined && INLINED.includes(kind);
}
