// The form of a contract that is compared. Two contracts with the same meaning have the same form:
// each schema is where it is used, its references are replaced, each `allOf` is merged, and values
// that equal the default are left out. The places of the parts are kept.

import { changeParts, type Schema } from '../../src/schema/schemas.ts';
import { asObject, follow, isObject, type Json, mapValues } from './json.ts';
import { operationsOf, schemasOf } from './operations.ts';
import { plainSchema } from './plain-schemas.ts';
import { type Direction, listOf, referredName, SchemaProblem } from './schemas.ts';
import { explicitScopesOf, scopesOf, scopesOfOperation } from './scopes.ts';
import { setWrittenKeys, writtenKeys } from './written-keys.ts';

/**
 * The keyword with the scopes of an operation, as one text with commas. In a contract with scopes,
 * every operation has it.
 */
export const SCOPES = 'x-required-scopes';
/** Follows a scope that a key has only if it is listed. */
export const EXPLICIT = ' (explicit)';

/** The defaults of a parameter's or a header's keywords. */
const DEFAULTS: Json = { required: false, deprecated: false };
const SCHEMA_DEFAULTS: Json = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  multipleOf: 1,
  additionalProperties: true,
  format: 'double',
};

/** Puts a complete contract into this form. */
export function comparable(contract: Json): Json {
  const paths: Record<string, Json> = {};
  for (const [path, item] of Object.entries(asObject(contract.paths))) {
    paths[path] = { ...asObject(item) };
  }
  const explicit = explicitScopesOf(contract);
  const ofNone = Object.keys(scopesOf(contract)).length > 0 ? '' : undefined;
  for (const { written, keys } of operationsOf(contract)) {
    const [, path, method] = keys;
    // A released contract has code samples, which generation adds.
    const { security: _, 'x-codeSamples': __, ...own } = written;
    const compared = withPlainSchemas(own, keys);
    // Every operation requires an API key, whether or not it has a `security` of its own.
    const scopes = scopesOfOperation(written)
      .sort()
      .map((scope) => (explicit.includes(scope) ? scope + EXPLICIT : scope))
      .join();
    asObject(paths[path])[method] = { ...asObject(compared), [SCOPES]: scopes || ofNone };
  }
  // A changed description of a server is no change of the server.
  const servers = listOf(contract.servers).map((server) => ({ url: asObject(server).url }));
  return { ...contract, servers, paths };

  function withPlainSchemas(value: unknown, keys: readonly string[]): unknown {
    if (Array.isArray(value)) {
      return value.map((one, index) => withPlainSchemas(one, [...keys, String(index)]));
    }
    if (!isObject(value)) return value;
    const at = writtenKeys(value, keys);
    const said = Object.entries(value).filter(
      ([key, part]) => !('schema' in value && DEFAULTS[key] === part),
    );
    const result = mapValues(Object.fromEntries(said), (part, key) => {
      if (key === 'schema') return schemaAt(part, [...at, key]);
      const isExample = key === 'example' || key === 'examples';
      return isExample ? part : withPlainSchemas(part, [...at, key]);
    });
    setWrittenKeys(result, at);
    return result;
  }

  function schemaAt(schema: unknown, keys: readonly string[]): unknown {
    const direction = keys[3] === 'responses' ? 'response' : 'request';
    try {
      const plain = plainSchema(contract, schema, direction, keys, { isForReaders: true });
      return inOneForm(plain, contract, direction);
    } catch (error) {
      // Lint rejects such a schema, but an older contract may contain it.
      if (error instanceof SchemaProblem) return schema;
      throw error;
    }
  }
}

/** Keywords whose values are lists without an order. */
const UNORDERED = ['type', 'enum', 'required'];

/** Puts a schema, and the schemas within, into the form that is compared. */
function inOneForm(schema: Schema, contract: Json, direction: Direction): Schema {
  const {
    const: only,
    discriminator,
    ...own
  } = changeParts(schema, (part) => inOneForm(part, contract, direction));
  const said = Object.entries(own).filter(([keyword, value]) => SCHEMA_DEFAULTS[keyword] !== value);
  const result = mapValues(Object.fromEntries(said), (value, keyword) => {
    return UNORDERED.includes(keyword) && Array.isArray(value) ? [...value].sort() : value;
  });
  if (only !== undefined) {
    result.enum = [only];
    if (direction === 'response') result['x-closed'] = true;
  }
  if (discriminator) result.discriminator = withoutNames(asObject(discriminator), contract);
  setWrittenKeys(result, writtenKeys(schema));
  return result;
}

/** Maps to the values of the branches, because renaming their schemas changes nothing. */
function withoutNames({ propertyName, mapping }: Json, contract: Json): Json {
  if (!isObject(mapping)) return { propertyName };
  const schemas = schemasOf(contract);
  const values = mapValues(mapping, ($ref, value) => {
    const name = referredName({ $ref }) ?? '';
    const branch = plainSchema(contract, schemas[name], 'response');
    const tag = asObject(follow(branch, ['properties', String(propertyName)]));
    const all = listOf(tag.enum ?? [tag.const ?? name]);
    return all.includes(value) ? value : all.join();
  });
  return { propertyName, mapping: values };
}
