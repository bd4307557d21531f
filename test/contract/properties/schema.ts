/*
 * Schemas as the generators read them: without references, and with what `allOf` combines in one.
 */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
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
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly readOnly?: boolean;
}

/** The schemas that others refer to, by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** JSON, with integers that a JavaScript number cannot hold. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A schema as one: later parts add their fields, and otherwise win. */
export function flatten(schema: Schema, schemas: Schemas): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const parts = [...($ref === undefined ? [] : [referredTo($ref, schemas)]), ...allOf];
  return [...parts.map((part) => flatten(part, schemas)), own].reduce(combined);
}

function combined(one: Schema, other: Schema): Schema {
  const both = { ...one, ...other };
  if (!both.properties) return both;
  return {
    ...both,
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

function referredTo($ref: string, schemas: Schemas): Schema {
  const schema = schemas[$ref.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`${$ref} is no schema.`);
  return schema;
}

/** The values of `enum` or `const`. */
export function listedIn({ enum: values, const: only }: Schema): readonly Json[] | undefined {
  // What a contract lists is JSON.
  return (only === undefined ? values : [only]) as readonly Json[] | undefined;
}

export function typesOf({ type = [] }: Schema): readonly string[] {
  return [type].flat();
}

/** The properties that a request may have. */
export function writable({ properties = {} }: Schema, schemas: Schemas): [string, Schema][] {
  return Object.entries(properties).filter(([, one]) => !flatten(one, schemas).readOnly);
}

/** The smallest and the largest integer. */
export function integersOf(schema: Schema): readonly [minimum: bigint, maximum: bigint] {
  const bits = { int32: 31n, int64: 63n }[schema.format ?? ''];
  const [least, most] = bits ? [-(2n ** bits), 2n ** bits - 1n] : [1n - 2n ** 53n, 2n ** 53n - 1n];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const lower = [minimum, exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1];
  const upper = [maximum, exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1];
  return [
    lower.reduce<bigint>((one, other) => (other === undefined ? one : BigInt(other)), least),
    upper.reduce<bigint>((one, other) => (other === undefined ? one : BigInt(other)), most),
  ];
}

/** Writes every integer exactly. */
export function toJson(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toJson(field)}`).join()}}`;
}
