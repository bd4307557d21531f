/** A schema without references, and without anything that only people read. */
export type Schema = Readonly<Record<string, unknown>>;

/** A copy of a schema in which `change` has replaced each schema, the innermost first. */
export function changeSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const below = (part: unknown) => changeSchema(part as Schema, change);
  const parts = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties') {
      const properties = Object.entries(value as Schema).map(([name, one]) => [name, below(one)]);
      return [keyword, Object.fromEntries(properties)];
    }
    if (Array.isArray(value) && UNIONS.has(keyword)) return [keyword, value.map(below)];
    if (SINGLE.has(keyword) && typeof value === 'object') return [keyword, below(value)];
    return [keyword, value];
  });
  return change(Object.fromEntries(parts));
}

const UNIONS = new Set(['anyOf', 'oneOf', 'allOf']);
const SINGLE = new Set(['items', 'additionalProperties']);
