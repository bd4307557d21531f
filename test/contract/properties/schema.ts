/*
 * Schemas as generators and oracle read them.
 */

/** The keywords of a schema that the contract can use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly unevaluatedProperties?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
}

export type Direction = 'request' | 'response';

/** What the meaning of a schema depends on. */
export interface Context {
  /** The schemas that others refer to, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly direction: Direction;
  /** Whether numbers are written as in a URL, where they have no exponent. */
  readonly isText?: boolean;
  /** Whether properties that are not described may be there, since whoever writes the value drops them. */
  readonly isProjected?: boolean;
}

/** Schemas without references and combinations, which apply all at once. */
export type Alternative = readonly Schema[];

/** How deep schemas may refer to each other without a property or an item between. */
const MAX_REFERENCES = 50;

/** @throws when the reference leads nowhere */
export function follow($ref: string, { schemas }: Context): Schema {
  const name = decodeURIComponent($ref.replace(/^#\/components\/schemas\//, ''))
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const schema = schemas[name];
  if (!schema) throw new Error(`${$ref} is no schema.`);
  return schema;
}

/** What can apply to a value: one alternative for each way through the schema's unions. */
export function alternatives(schema: Schema, context: Context, depth = 0): Alternative[] {
  if (depth > MAX_REFERENCES) throw new Error('A schema refers to itself without end.');
  const { $ref, allOf = [], anyOf, oneOf, ...own } = schema;
  const all = [...($ref === undefined ? [] : [follow($ref, context)]), ...allOf];
  const unions = [anyOf, oneOf].filter((union) => union !== undefined);
  const of = (part: Schema) => alternatives(part, context, depth + 1);
  const conjunctions = [...all.map(of), ...unions.map((union) => union.flatMap(of))];
  return conjunctions.reduce<Alternative[]>(
    (found, more) => found.flatMap((one) => more.map((other) => [...one, ...other])),
    Object.keys(own).length > 0 ? [[own]] : [[]],
  );
}

/** The types that all schemas of an alternative allow; undefined where every type is. */
export function typesOf(alternative: Alternative): readonly string[] | undefined {
  return alternative
    .flatMap(({ type }) => (type === undefined ? [] : [[type].flat()]))
    .reduce<readonly string[] | undefined>(
      (found, types) => found?.filter((type) => types.includes(type)) ?? types,
      undefined,
    );
}

/** Whether a property is left out of requests, or of responses. */
export function isHidden(schema: Schema, context: Context): boolean {
  const keyword = context.direction === 'request' ? 'readOnly' : 'writeOnly';
  return alternatives(schema, context).some((one) => one.some((part) => part[keyword] === true));
}
