import { isObject, type Json } from '../../generate/json.ts';
import { resolve } from './types.ts';

/*
 * What a schema is made of.
 */

/** A schema that holds for the whole value, and the keys that lead to it from where one started. */
export interface Part {
  readonly schema: Json;
  readonly keys: readonly string[];
}

/** The schema itself, what it refers to, and what is in `allOf`: all of these hold. */
export function partsOf(
  schema: Json,
  document: Json,
  keys: readonly string[] = [],
  seen: readonly Json[] = [],
): Part[] {
  if (seen.includes(schema)) return [];
  const target = resolve(schema.$ref, document);
  const below = [...seen, schema];
  return [
    { schema, keys },
    ...(target ? partsOf(target, document, keys, below) : []),
    ...membersOf(schema, 'allOf').flatMap((member, index) =>
      partsOf(member, document, [...keys, 'allOf', String(index)], below),
    ),
  ];
}

/** The schemas in a list of schemas. */
export function membersOf(schema: Json, key: 'allOf' | 'oneOf' | 'anyOf'): Json[] {
  const members = schema[key];
  return Array.isArray(members) ? members.filter(isObject) : [];
}

/** The fields that a value may have by name, from all parts. */
export function propertiesOf(parts: readonly Part[]): Map<string, Json> {
  const entries = parts.flatMap(({ schema }) =>
    isObject(schema.properties) ? Object.entries(schema.properties) : [],
  );
  return new Map(entries.filter((entry): entry is [string, Json] => isObject(entry[1])));
}

export function requiredOf(parts: readonly Part[]): string[] {
  return parts.flatMap(({ schema }) => (Array.isArray(schema.required) ? schema.required : []));
}

/** Whether it has one of several shapes. */
export function isUnion(parts: readonly Part[]): boolean {
  return parts.some(({ schema }) => 'oneOf' in schema || 'anyOf' in schema);
}
