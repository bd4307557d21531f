import { isObject, type Json } from './json.ts';

/*
 * What can be said of a schema that decides the type of its values.
 */

/** Requests and responses differ: in what is read-only or write-only, and in what has a default. */
export type Direction = 'request' | 'response';

export type Schemas = Readonly<Record<string, unknown>>;

const HIDING = { request: 'readOnly', response: 'writeOnly' } as const;
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf'];

/** The schemas that all apply to the same value: this one, what it refers to, and those of `allOf`. */
export function applied(schema: unknown, schemas: Schemas, seen = new Set<unknown>()): Json[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const name = referredName(schema);
  const others = [...(name === undefined ? [] : [schemas[name]]), ...listOf(schema.allOf)];
  return [schema, ...others.flatMap((other) => applied(other, schemas, seen))];
}

/** Whether a property has no place in messages of this direction. */
export function isHidden(property: unknown, direction: Direction, schemas: Schemas): boolean {
  return applied(property, schemas).some((schema) => schema[HIDING[direction]] === true);
}

/** The default of a schema, or of one that it refers to; undefined where there is none. */
export function defaultOf(schema: unknown, schemas: Schemas): unknown {
  return applied(schema, schemas).find((one) => one.default !== undefined)?.default;
}

export function isInt64(schema: unknown, schemas: Schemas): boolean {
  return applied(schema, schemas).some(({ format }) => format === 'int64');
}

/** The component that a schema refers to. */
export function referredName({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

/** The components that are needed for the types of some schemas, by name. */
export function reachableFrom(
  roots: readonly unknown[],
  schemas: Schemas,
  partsOf = allPartsOf,
): Set<string> {
  const reached = new Set<string>();
  const visit = (schema: unknown): void => {
    if (!isObject(schema)) return;
    const name = referredName(schema);
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      visit(schemas[name]);
    }
    for (const part of partsOf(schema)) visit(part);
  };
  for (const root of roots) visit(root);
  return reached;
}

/** The components whose type depends on the direction, by name. */
export function directional(schemas: Schemas): Set<string> {
  const own = Object.keys(schemas).filter((name) => differs(schemas[name], schemas));
  return new Set(
    Object.keys(schemas).filter((name) => {
      const reached = reachableFrom([schemas[name]], schemas).add(name);
      return own.some((one) => reached.has(one));
    }),
  );
}

/** Whether a component contains itself by arrays and alternatives alone. */
export function isNested(name: string, schemas: Schemas): boolean {
  return reachableFrom([schemas[name]], schemas, elementsOf).has(name);
}

/** Whether a schema itself, without what it refers to, has a property that depends on the direction. */
function differs(schema: unknown, schemas: Schemas): boolean {
  if (!isObject(schema)) return false;
  const { properties, required } = schema;
  const named = Object.entries(isObject(properties) ? properties : {});
  return (
    named.some(
      ([name, property]) =>
        isHidden(property, 'request', schemas) ||
        isHidden(property, 'response', schemas) ||
        (defaultOf(property, schemas) !== undefined && !listOf(required).includes(name)),
    ) || allPartsOf(schema).some((part) => differs(part, schemas))
  );
}

function allPartsOf(schema: Json): unknown[] {
  const { properties, additionalProperties } = schema;
  const named = Object.values(isObject(properties) ? properties : {});
  return [...named, additionalProperties, ...elementsOf(schema)];
}

function elementsOf(schema: Json): unknown[] {
  return [schema.items, ...SCHEMA_LISTS.flatMap((keyword) => listOf(schema[keyword]))];
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
