import type { Schema } from '../../src/contract/schemas.ts';
import { isObject, type Json } from './json.ts';
import { operationsOf } from './operations.ts';
import { type Places, plainSchema } from './plain-schemas.ts';
import { type Direction, listOf, referredName, SchemaProblem } from './schemas.ts';
import { scopesOfOperation } from './scopes.ts';

/*
 * A contract in a form in which two that mean the same are the same: each schema where it is used,
 * with its references followed and each `allOf` merged, and without what holds anyway.
 */

/** What the scopes of an operation are compared by, as one text. */
export const SCOPES = 'x-required-scopes';

export interface Comparable {
  readonly document: Json;
  /** Where each of its parts is from. */
  readonly places: Places;
}

/** What holds of a parameter or a header without being written. */
const HOLDS_ANYWAY: Json = { required: false, deprecated: false };
/** What holds of a schema without being written. */
const HOLDS_OF_SCHEMAS: Json = {
  ...{ deprecated: false, readOnly: false, writeOnly: false, uniqueItems: false },
  ...{ minLength: 0, minItems: 0, minProperties: 0, additionalProperties: true },
};

/** Puts a complete contract into this form. */
export function comparable(contract: Json): Comparable {
  const places: Places = new WeakMap();
  const items = Object.entries(Object(contract.paths)).map(([path, item]) => {
    const { parameters, ...others } = Object(item) as Json;
    noteParameters(parameters, ['paths', path]);
    return [path, others] as const;
  });
  const paths = Object.fromEntries(items);
  for (const { operation, written, method, path } of operationsOf({ ...contract, servers: [] })) {
    const keys = ['paths', path, method];
    noteParameters(written.parameters, keys);
    const { security: _, ...own } = written;
    const compared = withPlainSchemas({ ...own, parameters: operation.parameters }, keys);
    // Every operation asks for the same key, whether it says so itself or not.
    const scopes = [...scopesOfOperation(written)].sort().join(' ');
    Object(paths[path])[method] = { ...Object(compared), [SCOPES]: scopes || undefined };
  }
  // A text about a server is no other server.
  const servers = listOf(contract.servers).map((one) => ({ url: Object(one).url }));
  return { document: { ...contract, servers, paths }, places };

  /** Those of a path are compared as those of each of its operations. */
  function noteParameters(parameters: unknown, keys: readonly string[]): void {
    for (const [index, one] of listOf(parameters).entries()) {
      places.set(Object(one), [...keys, 'parameters', String(index)]);
    }
  }

  function withPlainSchemas(value: unknown, keys: readonly string[]): unknown {
    if (Array.isArray(value)) {
      return value.map((one, index) => withPlainSchemas(one, [...keys, String(index)]));
    }
    if (!isObject(value)) return value;
    const at = places.get(value) ?? keys;
    const parts = Object.entries(value).flatMap(([key, part]) => {
      if ('schema' in value && holdsAnyway(key, part)) return [];
      const below = [...at, key];
      if (key === 'schema') return [[key, whereUsed(part, below)]];
      const isExample = key === 'example' || key === 'examples';
      return [[key, isExample ? part : withPlainSchemas(part, below)]];
    });
    const result = Object.fromEntries(parts);
    places.set(result, at);
    return result;
  }

  function whereUsed(schema: unknown, keys: readonly string[]): unknown {
    const direction: Direction = keys[3] === 'responses' ? 'response' : 'request';
    try {
      return inOneForm(plainSchema(contract, schema, direction, keys, places, true));
    } catch (error) {
      // Lint refuses it. An older contract may have it still.
      if (error instanceof SchemaProblem) return schema;
      throw error;
    }
  }

  /** Changes a schema and those within. */
  function inOneForm(schema: Schema): Schema {
    const below = (part: unknown) => (isObject(part) ? inOneForm(part) : part);
    const { const: only, type, ...others } = schema;
    const written = {
      ...others,
      ...(only !== undefined && { enum: [only] }),
      ...(type !== undefined && !unionOf(schema) && { type }),
    };
    const parts = Object.entries(written).flatMap(([keyword, value]) => {
      if (HOLDS_OF_SCHEMAS[keyword] === value) return [];
      if (keyword === 'properties') {
        const fields = Object.entries(Object(value)).map(([name, one]) => [name, below(one)]);
        return [[keyword, Object.fromEntries(fields)]];
      }
      // Their order means nothing.
      if (['type', 'enum', 'required'].includes(keyword) && Array.isArray(value)) {
        return [[keyword, [...value].sort()]];
      }
      if (['anyOf', 'oneOf'].includes(keyword)) return [[keyword, listOf(value).map(below)]];
      if (keyword === 'discriminator') return [[keyword, withoutNames(Object(value))]];
      const isSchema = ['items', 'additionalProperties'].includes(keyword);
      return [[keyword, isSchema ? below(value) : value]];
    });
    const result = Object.fromEntries(parts);
    places.set(result, places.get(schema) ?? []);
    return result;
  }

  /** Of a mapping, the values that its branches have: their schemas may get other names. */
  function withoutNames({ propertyName, mapping }: Json): Json {
    if (!isObject(mapping)) return { propertyName };
    const schemas = Object(Object(contract.components).schemas);
    const entries = Object.entries(mapping).map(([value, $ref]) => {
      const name = referredName({ $ref }) ?? '';
      const { properties } = plainSchema(contract, schemas[name], 'response');
      const { const: only, enum: values = only ?? name } = Object(
        Object(properties)[String(propertyName)],
      );
      return [value, String(values)];
    });
    return { propertyName, mapping: Object.fromEntries(entries) };
  }
}

/** Each place has one way to write several values. */
function holdsAnyway(key: string, value: unknown): boolean {
  return key === 'style' || key === 'explode' || HOLDS_ANYWAY[key] === value;
}

/** Which union a schema is, if any. */
function unionOf(schema: unknown): string | undefined {
  return ['oneOf', 'anyOf'].find((keyword) => Array.isArray(Object(schema)[keyword]));
}

/** Makes a union of one of what is a union in the other: it gains or loses the other branches. */
export function alignUnions(one: Comparable, other: Comparable): void {
  align(one.document, other.document);

  function align(before: unknown, after: unknown): void {
    if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return;
    for (const key of Object.keys(before)) {
      if (!Object.hasOwn(after, key)) continue;
      wrap(before as Json, key, Object(after)[key], one.places);
      wrap(after as Json, key, Object(before)[key], other.places);
      align(Object(before)[key], Object(after)[key]);
    }
  }

  function wrap(holder: Json, key: string, counterpart: unknown, places: Places): void {
    const schema = holder[key];
    const union = unionOf(counterpart);
    if (!union || !isObject(schema) || !('type' in schema) || unionOf(schema)) return;
    const alone = { [union]: [schema] };
    places.set(alone, places.get(schema) ?? []);
    holder[key] = alone;
  }
}
