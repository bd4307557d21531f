import { follow, isObject, type Json, keysOf, merge } from './json.ts';

/*
 * Puts shared parameters, headers, responses, request bodies and examples where they are used.
 * Schemas keep their names, which generators make types of: several of them stumble over references
 * to anything else.
 */

/** The kinds of components that are put where they are used. */
export const INLINED = ['parameters', 'headers', 'responses', 'requestBodies', 'examples'];

/** Replaces references by the components that they lead to. What is beside a reference is merged into it. */
export function inlineComponents(document: Json): Json {
  const { components, ...others } = document;
  const kinds = Object.entries(isObject(components) ? components : {});

  function inline(value: unknown, within: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, within));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    if (!isInlined($ref)) {
      const parts = Object.entries(value).map(([key, part]) => [key, inline(part, within)]);
      return Object.fromEntries(parts);
    }
    const target = within.includes($ref) ? undefined : follow(document, keysOf($ref));
    // It leads nowhere or to itself, which lint reports with its line.
    if (!isObject(target)) return value;
    return merge(inline(target, [...within, $ref]) as Json, inline(beside, within) as Json);
  }

  const kept = kinds.filter(([kind]) => !INLINED.includes(kind));
  return inline({ ...others, components: Object.fromEntries(kept) }) as Json;
}

function isInlined($ref: unknown): $ref is string {
  const [, kind] = /^#\/components\/(\w+)\//.exec(String($ref)) ?? [];
  return kind !== undefined && INLINED.includes(kind);
}
