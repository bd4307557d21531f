import { declaredTypes, isSchema, type JsonType, type Schema } from './keywords.ts';
import { SchemaError } from './schema-error.ts';

/*
 * One value may be described by several schemas at once: a schema, what it refers to, and the schemas of
 * its allOf, oneOf and anyOf. What they say together is found here.
 */

/** The schemas of components.schemas, and what is left out of the values. */
export interface Surroundings {
  readonly schemas: Readonly<Record<string, object>>;
  readonly direction: 'request' | 'response';
}

/** What all schemas of one value say together. */
export interface Composite {
  /** The properties that any of them names. */
  readonly names: ReadonlySet<string>;
  /** Whether any of them describes further properties. */
  readonly isOpen: boolean;
  /** The properties that are not part of a message in this direction. */
  readonly hidden: ReadonlySet<string>;
  readonly types: ReadonlySet<JsonType>;
  /** Whether it is a 64-bit integer in any case. */
  readonly isInt64: boolean;
}

/** A schema and where it is. */
export interface Located {
  readonly schema: Schema;
  readonly keys: readonly string[];
}

const POINTER = /^#\/components\/schemas\/([^/]+)$/;

/** @throws {SchemaError} when a schema refers to itself without a property or item between */
export function surveyOf(located: Located, surroundings: Surroundings): Composite {
  const names = new Set<string>();
  const hidden = new Set<string>();
  const types = new Set<JsonType>();
  let isOpen = false;
  for (const { schema, keys } of schemasInPlace(located, surroundings)) {
    for (const [name, property] of propertiesOf(schema, keys)) {
      names.add(name);
      if (isHidden(property, surroundings)) hidden.add(name);
    }
    isOpen ||= schema.additionalProperties === true || isSchema(schema.additionalProperties);
    for (const type of declaredTypes(schema, keys)) types.add(type);
  }
  const isInt64 = find(located, surroundings, ({ schema }) => schema.format === 'int64');
  return { names, isOpen, hidden, types, isInt64: isInt64 !== undefined };
}

/** A schema and all that apply to the same value. A union has a path for each of its branches. */
function schemasInPlace(
  located: Located,
  surroundings: Surroundings,
  ancestors: readonly Schema[] = [],
): Located[] {
  const { schema, keys } = located;
  if (ancestors.includes(schema)) {
    throw new SchemaError(keys, 'The schema refers to itself without a property or item between.');
  }
  const path = [...ancestors, schema];
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => listOf(located, keyword));
  if (schema.$ref !== undefined) parts.unshift(targetOf(located, surroundings));
  return [located, ...parts.flatMap((part) => schemasInPlace(part, surroundings, path))];
}

/** The schemas of a keyword that has a list of them. */
export function listOf({ schema, keys }: Located, keyword: string): Located[] {
  const list = schema[keyword];
  if (!Array.isArray(list)) return [];
  return list.map((part, index) => located(part, [...keys, keyword, String(index)]));
}

/** What a schema refers to. @throws {SchemaError} when it is no schema of components.schemas */
export function targetOf({ schema, keys }: Located, { schemas }: Surroundings): Located {
  const [, name = ''] = POINTER.exec(String(schema.$ref)) ?? [];
  if (!Object.hasOwn(schemas, name)) {
    throw new SchemaError([...keys, '$ref'], `${schema.$ref} is not in components.schemas.`);
  }
  return located(schemas[name], ['components', 'schemas', name]);
}

export function located(schema: unknown, keys: readonly string[]): Located {
  if (!isSchema(schema)) throw new SchemaError(keys, 'A schema must be an object.');
  return { schema, keys };
}

/** The properties that a schema itself names. */
export function propertiesOf(schema: Schema, keys: readonly string[]): [string, Located][] {
  if (!isSchema(schema.properties)) return [];
  return Object.entries(schema.properties).map(([name, property]) => [
    name,
    located(property, [...keys, 'properties', name]),
  ]);
}

/** Whether a property is not part of a message in this direction. */
export function isHidden(property: Located, surroundings: Surroundings): boolean {
  const keyword = surroundings.direction === 'request' ? 'readOnly' : 'writeOnly';
  return find(property, surroundings, ({ schema }) => schema[keyword] === true) !== undefined;
}

/** The schema that has the default of a value, the nearest first. */
export function withDefault(schema: Located, surroundings: Surroundings): Located | undefined {
  return find(schema, surroundings, (part) => part.schema.default !== undefined);
}

/** The first of the schemas that a value always has, the nearest first. Unions are left out. */
export function find(
  part: Located,
  surroundings: Surroundings,
  isWanted: (part: Located) => boolean,
  ancestors: readonly Schema[] = [],
): Located | undefined {
  if (isWanted(part)) return part;
  if (ancestors.includes(part.schema)) return undefined;
  const path = [...ancestors, part.schema];
  const parts = listOf(part, 'allOf');
  if (part.schema.$ref !== undefined) parts.unshift(targetOf(part, surroundings));
  for (const next of parts) {
    const found = find(next, surroundings, isWanted, path);
    if (found) return found;
  }
  return undefined;
}
