// JSON Schemas: walking through them, and the branches of their unions.

/** A schema without references, and without anything that only people read. */
export type Schema = Readonly<Record<string, unknown>>;

/** A copy of a schema in which `change` has replaced each schema, the innermost first. */
export function changeSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  return change(changeParts(schema, (part) => changeSchema(part, change)));
}

/**
 * A copy of a schema in which `change` has replaced each schema directly within.
 *
 * @param change gets the schema within, and the keys that lead to it
 */
export function changeParts(
  schema: Schema,
  change: (part: Schema, keys: readonly string[]) => unknown,
): Schema {
  const keywords = Object.entries(schema).map(([keyword, value]) => {
    if (typeof value !== 'object' || value === null || !WITH_SCHEMAS.has(keyword))
      return [keyword, value];
    if (SINGLE.has(keyword)) return [keyword, change(value as Schema, [keyword])];
    const parts = Object.entries(value as Record<string, Schema>).map(([key, part]) => {
      return [key, change(part, [keyword, key])] as const;
    });
    const isList = Array.isArray(value);
    return [keyword, isList ? parts.map(([, part]) => part) : Object.fromEntries(parts)];
  });
  // What is no keyword, such as a place, stays.
  return { ...schema, ...Object.fromEntries(keywords) };
}

const SINGLE = new Set(['items', 'additionalProperties']);
const WITH_SCHEMAS = new Set([...SINGLE, 'properties', 'anyOf', 'oneOf', 'allOf']);

export function propertiesOf({ properties = {} }: Schema) {
  return properties as Readonly<Record<string, Schema>>;
}

/** The values of a union's discriminator that choose a branch of it. */
export function discriminatorValues(branch: Schema, discriminator: string): readonly unknown[] {
  const { const: only, enum: values = [only] } = propertiesOf(branch)[discriminator] ?? {};
  return values as readonly unknown[];
}
