import { follow, isObject, type Json, keysOf, merge } from './json.ts';

/*
 * Puts shared parameters, headers, responses, request bodies and examples where they are used.
 * Schemas keep their names, which generators make types of: several of them stumble over references
 * to anything else.
 */

/** The kinds of components that are put where they are used. */
const INLINED = ['parameters', 'headers', 'responses', 'requestBodies', 'examples'];

/**
 * Replaces references by the components that they lead to. What is beside a reference is merged
 * into it.
 *
 * @param overlay what refers to components besides
 * @returns the document without these, and the keys of those that nothing refers to
 */
export function inlineComponents(document: Json, overlay: Json | undefined) {
  const { components, ...others } = document;
  const kinds = Object.entries(isObject(components) ? components : {});
  const used = new Set<string>();

  function inline(value: unknown, within: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    if (!isInlined($ref)) {
      const parts = Object.entries(value).map(([key, part]) => [key, inline(part, within)]);
      return Object.fromEntries(parts);
    }
    used.add(keysOf($ref).slice(0, 3).join());
    const target = within.includes($ref) ? undefined : follow(document, keysOf($ref));
    // It leads nowhere or to itself, which lint reports with its line.
    if (!isObject(target)) return value;
    return merge(inline(target, [...within, $ref]) as Json, inline(beside, within) as Json);
  }

  const isKept = ([kind, all]: [string, unknown]) => !INLINED.includes(kind) || !isObject(all);
  const kept = Object.fromEntries(kinds.filter(isKept));
  const inlined = inline({ ...others, components: kept }) as Json;
  inline(overlay);
  const gone = kinds
    .filter((one) => !isKept(one))
    .flatMap(([kind, all]) => {
      return Object.keys(Object(all)).map((name) => ['components', kind, name]);
    });
  return { document: inlined, unused: gone.filter((keys) => !used.has(keys.join())) };
}

function isInlined($ref: unknown): $ref is string {
  const [, kind] = /^#\/components\/(\w+)\//.exec(String($ref)) ?? [];
  return kind !== undefined && INLINED.includes(kind);
}
