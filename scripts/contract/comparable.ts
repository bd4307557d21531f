import type { Schema } from '../../src/contract/schemas.ts';
import { asObject, follow, isObject, type Json, mapValues } from './json.ts';
import { operationsOf, schemasOf } from './operations.ts';
import { plainSchema } from './plain-schemas.ts';
import { changeParts, type Direction, listOf, referredName, SchemaProblem } from './schemas.ts';
import { scopesOfOperation } from './scopes.ts';
import { setWrittenKeys, writtenKeys } from './written-keys.ts';

/*
 * A contract in a form in which two that mean the same are the same: each schema where it is used,
 * with its references followed and each `allOf` merged, and without what holds anyway. Its parts
 * know where they were written.
 */

/** What the scopes of an operation are compared by, as one text. */
export const SCOPES = 'x-required-scopes';

/** What holds of a parameter or a header without being written. */
const HOLDS_ANYWAY: Json = { required: false, deprecated: false };
/** What holds of a schema without being written. */
const HOLDS_OF_SCHEMAS: Json = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  uniqueItems: false,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  additionalProperties: true,
};

/** Puts a complete contract into this form. */
export function comparable(contract: Json): Json {
  const paths: Record<string, Json> = {};
  for (const [path, item] of Object.entries(asObject(contract.paths))) {
    const { parameters, ...others } = asObject(item);
    // Those of a path are compared as those of each of its operations.
    noteParameters(parameters, ['paths', path]);
    paths[path] = others;
  }
  for (const { operation, written, keys } of operationsOf(contract)) {
    const [, path, method] = keys;
    noteParameters(written.parameters, keys);
    const { security: _, ...own } = written;
    const compared = withPlainSchemas({ ...own, parameters: operation.parameters }, keys);
    // Every operation asks for the same key, whether it says so itself or not.
    const scopes = scopesOfOperation(written).sort().join(' ');
    asObject(paths[path])[method] = { ...asObject(compared), [SCOPES]: scopes || undefined };
  }
  // A text about a server is no other server.
  const servers = listOf(contract.servers).map((server) => ({ url: asObject(server).url }));
  return { ...contract, servers, paths };

  function withPlainSchemas(value: unknown, keys: readonly string[]): unknown {
    if (Array.isArray(value)) {
      return value.map((one, index) => withPlainSchemas(one, [...keys, String(index)]));
    }
    if (!isObject(value)) return value;
    const at = writtenKeys(value, keys);
    const said = Object.entries(value).filter(
      ([key, part]) => !('schema' in value && holdsAnyway(key, part)),
    );
    const result = mapValues(Object.fromEntries(said), (part, key) => {
      if (key === 'schema') return whereUsed(contract, part, [...at, key]);
      const isExample = key === 'example' || key === 'examples';
      return isExample ? part : withPlainSchemas(part, [...at, key]);
    });
    setWrittenKeys(result, at);
    return result;
  }
}

function noteParameters(parameters: unknown, keys: readonly string[]): void {
  for (const [index, one] of listOf(parameters).entries()) {
    if (isObject(one)) setWrittenKeys(one, [...keys, 'parameters', String(index)]);
  }
}

/** Each place has one way to write several values. */
function holdsAnyway(key: string, value: unknown): boolean {
  return key === 'style' || key === 'explode' || HOLDS_ANYWAY[key] === value;
}

function whereUsed(contract: Json, schema: unknown, keys: readonly string[]): unknown {
  const direction: Direction = keys[3] === 'responses' ? 'response' : 'request';
  try {
    return inOneForm(plainSchema(contract, schema, direction, keys, true), contract);
  } catch (error) {
    // Lint refuses it. An older contract may have it still.
    if (error instanceof SchemaProblem) return schema;
    throw error;
  }
}

/** Lists in which the order means nothing. */
const UNORDERED = ['type', 'enum', 'required'];

/** Puts a schema and those within into one form. */
function inOneForm(schema: Schema, contract: Json): Schema {
  const {
    const: only,
    discriminator,
    ...own
  } = changeParts(schema, (part) => inOneForm(part, contract));
  const said = Object.entries(own).filter(
    ([keyword, value]) =>
      HOLDS_OF_SCHEMAS[keyword] !== value && !(keyword === 'type' && unionOf(schema)),
  );
  const result = mapValues(Object.fromEntries(said), (value, keyword) => {
    return UNORDERED.includes(keyword) && Array.isArray(value) ? [...value].sort() : value;
  });
  if (only !== undefined) result.enum = [only];
  if (discriminator) result.discriminator = withoutNames(asObject(discriminator), contract);
  setWrittenKeys(result, writtenKeys(schema));
  return result;
}

/** Of a mapping, the values that its branches have: their schemas may get other names. */
function withoutNames({ propertyName, mapping }: Json, contract: Json): Json {
  if (!isObject(mapping)) return { propertyName };
  const schemas = schemasOf(contract);
  const values = mapValues(mapping, ($ref) => {
    const name = referredName({ $ref }) ?? '';
    const branch = plainSchema(contract, schemas[name], 'response');
    const tag = asObject(follow(branch, ['properties', String(propertyName)]));
    return String(tag.enum ?? tag.const ?? name);
  });
  return { propertyName, mapping: values };
}

/** Which union a schema is, if any. */
function unionOf(schema: unknown): string | undefined {
  const keywords = asObject(schema);
  return ['oneOf', 'anyOf'].find((keyword) => Array.isArray(keywords[keyword]));
}

/** Makes a union of one of what is a union in the other: it gains or loses the other branches. */
export function alignUnions(before: unknown, after: unknown): void {
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return;
  const [one, other] = [before as Json, after as Json];
  for (const key of Object.keys(one).filter((name) => Object.hasOwn(other, name))) {
    wrapAsUnion(one, key, other[key]);
    wrapAsUnion(other, key, one[key]);
    alignUnions(one[key], other[key]);
  }
}

function wrapAsUnion(holder: Json, key: string, counterpart: unknown): void {
  const schema = holder[key];
  const union = unionOf(counterpart);
  if (!union || !isObject(schema) || !('type' in schema) || unionOf(schema)) return;
  const alone = { [union]: [schema] };
  setWrittenKeys(alone, writtenKeys(schema));
  holder[key] = alone;
}
