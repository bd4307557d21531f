import { follow, isObject, type Json, keysOf, merge, pointerOf } from './json.ts';

/*
 * Puts shared parameters, headers, responses, request bodies and examples where they are used.
 * Schemas keep their names, which generators make types of: several of them stumble over references
 * to anything else.
 */

/** Components that stay components. */
const KEPT = ['schemas', 'securitySchemes'];

export interface Inlined {
  readonly document: Json;
  /** Pointers to the components that nothing refers to. */
  readonly unused: readonly string[];
}

/**
 * Replaces every reference to a component that does not stay one by that component. What is beside
 * the reference is merged into it.
 */
export function inlineComponents(document: Json): Inlined {
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
    const target = within.includes($ref) ? undefined : follow(document, keysOf($ref));
    // It leads nowhere or to itself, which lint reports with its line.
    if (!isObject(target)) return value;
    used.add($ref);
    return merge(inline(target, [...within, $ref]) as Json, inline(beside, within) as Json);
  }

  const kept = kinds.filter(([kind]) => KEPT.includes(kind));
  const inlined = inline({ ...others, components: Object.fromEntries(kept) }) as Json;
  const unused = kinds
    .filter(([kind]) => !KEPT.includes(kind))
    .flatMap(([kind, named]) =>
      Object.keys(named ?? {}).map((name) => pointerOf(['components', kind, name])),
    )
    .filter((pointer) => !used.has(pointer));
  return { document: inlined, unused };
}

function isInlined($ref: unknown): $ref is string {
  const [, kind] = /^#\/components\/(\w+)\//.exec(String($ref)) ?? [];
  return kind !== undefined && !KEPT.includes(kind);
}
