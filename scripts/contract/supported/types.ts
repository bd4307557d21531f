import { follow, isObject, type Json, keysOf } from '../../generate/json.ts';

/*
 * What types a schema allows, by its own keywords and by the schemas that it is made of.
 */

export const TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'] as const;
export type Type = (typeof TYPES)[number];

/**
 * The types that a schema allows.
 *
 * @returns nothing where it allows all of them
 */
export function typesOf(
  schema: unknown,
  document: Json,
  seen: readonly unknown[] = [],
): readonly Type[] | undefined {
  if (!isObject(schema) || seen.includes(schema)) return undefined;
  const typesIn = (part: unknown) => typesOf(part, document, [...seen, schema]);
  const ofUnion = (union: unknown): readonly Type[] | undefined => {
    if (!Array.isArray(union)) return undefined;
    const each = union.map(typesIn);
    return each.every((types) => types !== undefined) ? [...new Set(each.flat())] : undefined;
  };
  const own =
    'type' in schema ? TYPES.filter((type) => [schema.type].flat().includes(type)) : undefined;
  const parts = [
    own,
    '$ref' in schema ? typesIn(resolve(schema.$ref, document)) : undefined,
    ...(Array.isArray(schema.allOf) ? schema.allOf.map(typesIn) : []),
    ofUnion(schema.oneOf),
    ofUnion(schema.anyOf),
  ].filter((types) => types !== undefined);
  return parts.length > 0 ? parts.reduce(common) : undefined;
}

/** An integer is a number, too. */
function common(some: readonly Type[], others: readonly Type[]): Type[] {
  const has = (types: readonly Type[], type: Type) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [
    ...new Set([
      ...some.filter((type) => has(others, type)),
      ...others.filter((type) => has(some, type)),
    ]),
  ];
}

/** The schema that a reference names. */
export function resolve($ref: unknown, document: Json): Json | undefined {
  if (typeof $ref !== 'string' || !/^#\/components\/schemas\/[A-Za-z0-9._-]+$/.test($ref)) {
    return undefined;
  }
  const target = follow(document, keysOf($ref));
  return isObject(target) ? target : undefined;
}
