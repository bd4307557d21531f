// Marks the enums of responses. An open enum may get more values; a closed one has all that there
// will ever be.

import { asObject, isObject, type Json } from './json.ts';
import { schemasOf } from './operations.ts';
import { schemaUses } from './schema-uses.ts';
import { applyingSchemas, listOf, referredName } from './schemas.ts';

/**
 * Marks the enums of responses, in place: with `x-closed` those that choose the branch of a union,
 * and with `x-extensible-enum` those that the author has not closed.
 */
export function markEnums(document: Json): void {
  const schemas = schemasOf(document);
  for (const [branch, names] of tagsOfBranches(document)) {
    const fields = applyingSchemas(branch, schemas).map(({ properties }) => asObject(properties));
    const tags = fields.flatMap((one) => [...names].map((name) => one[name]));
    for (const schema of tags.flatMap((tag) => applyingSchemas(tag, schemas))) {
      if ('enum' in schema) schema['x-closed'] = true;
    }
  }
  const seen = new Set<unknown>();
  for (const { holder, direction } of schemaUses(document)) {
    if (direction === 'response') markOpen(holder.schema);
  }

  function markOpen(value: unknown): void {
    for (const schema of applyingSchemas(value, schemas, seen)) {
      if (Array.isArray(schema.enum) && !schema['x-closed']) {
        schema['x-extensible-enum'] = [...schema.enum];
      }
      const { properties, items, additionalProperties, anyOf, oneOf } = schema;
      const parts = [...Object.values(asObject(properties)), items, additionalProperties];
      for (const part of [...parts, ...listOf(anyOf), ...listOf(oneOf)]) markOpen(part);
    }
  }
}

/** The fields by which a schema is chosen as a branch of unions. */
export function tagsOfBranches(contract: Json): Map<unknown, Set<string>> {
  const schemas = schemasOf(contract);
  const tags = new Map<unknown, Set<string>>();
  JSON.stringify(contract, (_key, part: unknown) => {
    const { discriminator, oneOf } = asObject(part);
    for (const branch of isObject(discriminator) ? listOf(oneOf) : []) {
      const schema = schemas[referredName(branch) ?? ''];
      const known = tags.get(schema) ?? new Set();
      tags.set(schema, known.add(String(asObject(discriminator).propertyName)));
    }
    return part;
  });
  return tags;
}
