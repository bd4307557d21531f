// Where a contract uses schemas, and what is wrong with them there.

import type { Finding } from './finding.ts';
import { asObject, isObject, type Json, pointerOf } from './json.ts';
import { schemasOf } from './operations.ts';
import { isIncomplete, plainSchema } from './plain-schemas.ts';
import { type Role, schemaProblems } from './schema-rules.ts';
import { type Direction, isHidden, listOf, referredName } from './schemas.ts';
import { checkOf, unfitExamples, unfitValues } from './values.ts';

/** A parameter, a header or a body: where a contract uses a schema. */
export interface SchemaUse {
  /** The object with the schema, which may also have examples. */
  readonly holder: Json;
  readonly keys: readonly string[];
  readonly direction: Direction;
  readonly role: Role;
}

/** The parameters, headers and bodies of a contract. */
export function schemaUses(document: Json): SchemaUse[] {
  return usesWithin(document.paths, ['paths']);
}

function usesWithin(value: unknown, keys: readonly string[]): SchemaUse[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isObject(value) && isObject(value.schema) && keys.at(-1) !== 'headers') {
    const direction = keys.slice(2).includes('responses') ? 'response' : 'request';
    return [{ holder: value, keys, direction, role: roleOf(value, keys) }];
  }
  return Object.entries(value).flatMap(([key, part]) => usesWithin(part, [...keys, key]));
}

function roleOf(holder: Json, keys: readonly string[]): Role {
  if (holder.in === 'query') return 'value or list';
  return holder.in === undefined && keys.at(-2) === 'content' ? 'body' : 'value';
}

/** A field that its direction lacks, in an object that no other direction has. */
interface HiddenField {
  readonly keys: readonly string[];
  readonly direction: Direction;
}

/** Finds the fields that appear nowhere: only the direction that lacks them uses their objects. */
export function hiddenFields(document: Json): HiddenField[] {
  const schemas = schemasOf(document);
  const objects = new Map<Json, { keys: readonly string[]; directions: Set<Direction> }>();
  for (const { holder, keys, direction } of schemaUses(document)) {
    visit(holder.schema, [...keys, 'schema'], direction);
  }
  return [...objects].flatMap(([{ properties }, { keys, directions }]) => {
    const [direction, ...others] = directions;
    if (direction === undefined || others.length > 0) return [];
    return Object.entries(asObject(properties))
      .filter(([, property]) => isHidden(property, direction, schemas))
      .map(([name]) => ({ keys: [...keys, 'properties', name], direction }));
  });

  function visit(schema: unknown, keys: readonly string[], direction: Direction): void {
    if (!isObject(schema)) return;
    const { directions } = objects.get(schema) ?? { directions: new Set() };
    if (directions.has(direction)) return;
    objects.set(schema, { keys, directions: directions.add(direction) });
    const name = referredName(schema);
    if (name !== undefined) visit(schemas[name], ['components', 'schemas', name], direction);
    for (const [key, property] of Object.entries(asObject(schema.properties))) {
      if (isHidden(property, direction, schemas)) continue;
      visit(property, [...keys, 'properties', key], direction);
    }
    for (const key of ['items', 'additionalProperties'])
      visit(schema[key], [...keys, key], direction);
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      for (const [i, part] of listOf(schema[key]).entries()) {
        visit(part, [...keys, key, String(i)], direction);
      }
    }
  }
}

/**
 * Finds schemas that cannot be served as they are used.
 *
 * @param known what has been found before: values are not checked by a schema of a wrong form
 */
export function wrongUses(document: Json, known: readonly Finding[]): Finding[] {
  const places = known.map(({ keys }) => `${pointerOf(keys)}/`);
  const isKnown = (keys: readonly string[]) => {
    const own = `${pointerOf(keys)}/`;
    return places.some((place) => place.startsWith(own));
  };
  return schemaUses(document).flatMap((use) => wrongUse(document, use, isKnown));
}

function wrongUse(
  document: Json,
  { holder, keys, direction, role }: SchemaUse,
  isKnown: (keys: readonly string[]) => boolean,
): Finding[] {
  const { schema, required } = holder;
  const name = referredName(schema);
  const at = name === undefined ? [...keys, 'schema'] : ['components', 'schemas', name];
  const found: Finding[] = [];
  const plain = plainSchema(document, schema, direction, at, {
    report: (place, message) => found.push({ keys: place, message }),
  });
  found.push(...schemaProblems(plain, { role, direction, isRequired: required === true }));
  const components = reachedFrom(schema, document);
  const isWrong =
    isIncomplete(plain) ||
    isKnown(keys) ||
    [...components].some((one) => isKnown(['components', 'schemas', one]));
  if (isWrong || found.length > 0) return found;
  // Ajv accepts no schema that it would not check in full.
  checkOf(plain, direction);
  const unfit = unfitValues(plain, direction);
  return unfit.length > 0 ? unfit : unfitExamples(plain, direction, holder, keys);
}

/** The names of the schemas that a schema refers to, directly or not. */
function reachedFrom(schema: unknown, document: Json, reached = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(
    /"#\/components\/schemas\/([^"]+)"/g,
  )) {
    if (reached.has(name)) continue;
    reached.add(name);
    reachedFrom(schemasOf(document)[name] ?? {}, document, reached);
  }
  return reached;
}
