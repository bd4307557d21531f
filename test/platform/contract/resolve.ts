// Follows the references of schemas as they were written.

/** A schema as it was written, with its references. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

/** What schemas refer to, and in which direction values go. */
export interface Context {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly direction: 'request' | 'response';
}

/** Follows references, and puts together what `allOf` says. Written for the tests alone. */
export function resolve(schema: Schema, context: Context): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const target =
    typeof $ref === 'string' ? context.schemas[$ref.split('/').at(-1) ?? ''] : undefined;
  const parts = [...(target ? [target] : []), ...allOf].map((part) => resolve(part, context));
  const all = [...parts, own];
  const properties = Object.assign({}, ...all.map((part) => part.properties));
  const required = all.flatMap((part) => part.required ?? []);
  const isObject = Object.keys(properties).length > 0;
  return Object.assign({}, ...all, isObject && { properties, required });
}

/** A schema as one direction sees it: without the fields that only the other one has. */
export function seen(schema: unknown, context: Context): unknown {
  const hides = context.direction === 'request' ? 'readOnly' : 'writeOnly';
  const isShown = (field: Schema = {}) => !resolve(field, context)[hides];
  return JSON.parse(JSON.stringify(schema), (_key, part) => {
    if (!Array.isArray(part?.required) || !part.properties) return part;
    const fields = Object.entries<Schema>(part.properties).filter(([, field]) => isShown(field));
    const required = part.required.filter((name: string) => isShown(part.properties[name]));
    return { ...part, properties: Object.fromEntries(fields), required };
  });
}
