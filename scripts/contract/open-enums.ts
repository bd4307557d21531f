// Marks the enums of responses. An open enum may get more values; a closed one has all that there
// will ever be.

import { asObject, isObject, type Json } from './json.ts';
import { type Contract, type Schema, WRITTEN } from './model.ts';
import { schemasWithin, schemaUses } from './schema-uses.ts';
import { listOf } from './schemas.ts';

/**
 * Marks the enums of responses, in the document and in its model: with `x-closed` those that choose
 * the branch of a union, and with `x-extensible-enum` those that the author has not closed.
 */
export function markEnums(contract: Contract): void {
  const uses = schemaUses(contract);
  const all = schemasWithin(uses.map(({ value }) => value.schema));
  const ofResponses = uses.filter(({ direction }) => direction === 'response');
  const returned = schemasWithin(ofResponses.map(({ value }) => value.schema));
  for (const written of [...all].flatMap(tagsOfBranches).flatMap(enumsOf)) {
    written[CLOSED] = true;
  }
  for (const written of [...returned].flatMap(enumsOf)) {
    if (!written[CLOSED]) written['x-extensible-enum'] = [...listOf(written.enum)];
  }
  for (const schema of all) {
    const isClosed = enumsOf(schema).some((written) => written[CLOSED]);
    if (isClosed) Object.assign(schema, { [CLOSED]: true });
  }
}

const CLOSED = 'x-closed';

/** The fields by which the branches of a union are chosen. */
function tagsOfBranches({ oneOf, discriminator }: Schema): Schema[] {
  if (!isObject(discriminator)) return [];
  const name = String(discriminator.propertyName);
  return (listOf(oneOf) as Schema[]).flatMap(({ properties }) => {
    const field = asObject(properties)[name];
    return isObject(field) ? [field as unknown as Schema] : [];
  });
}

/** Where the document lists the values of a schema. */
function enumsOf(schema: Schema): Json[] {
  return schema[WRITTEN].filter((written) => Array.isArray(written.enum));
}
