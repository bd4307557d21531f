import { isObject, type Json } from './json.ts';
import { plainSchema } from './plain-schemas.ts';
import { type Role, schemaProblems } from './schema-rules.ts';
import { type Direction, referredName, SchemaProblem } from './schemas.ts';
import type { Finding } from './subset.ts';
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
  if (isObject(value) && isObject(value.schema)) {
    const direction = keys.slice(2).includes('responses') ? 'response' : 'request';
    return [{ holder: value, keys, direction, role: roleOf(value, keys) }];
  }
  return Object.entries(value).flatMap(([key, part]) => usesWithin(part, [...keys, key]));
}

function roleOf(holder: Json, keys: readonly string[]): Role {
  if (holder.in === 'query') return 'value or list';
  return holder.in === undefined && keys.at(-2) === 'content' ? 'body' : 'value';
}

/** Finds schemas that cannot be served as they are used, in a contract of the right form. */
export function wrongUses(document: Json): Finding[] {
  return schemaUses(document).flatMap((use) => wrongUse(document, use));
}

function wrongUse(document: Json, { holder, keys, direction, role }: SchemaUse): Finding[] {
  const { schema, required } = holder;
  const name = referredName(schema);
  const at = name === undefined ? [...keys, 'schema'] : ['components', 'schemas', name];
  try {
    const plain = plainSchema(document, schema, direction, at);
    const problems = schemaProblems(plain, { role, direction, isRequired: required === true });
    if (problems.length > 0) return problems;
    checkOf(plain, direction);
    const unfit = unfitValues(document, plain, direction);
    return unfit.length > 0 ? unfit : unfitExamples(plain, direction, holder, keys);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    return [{ keys: error.keys, message: error.message }];
  }
}
