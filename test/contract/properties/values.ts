import fc from 'fast-check';
import { type Exact, exactOf, type Fields, isArray, isEqual, isObject } from './exact.ts';
import { anything, names } from './free-form.ts';
import { likelyNumbers } from './numbers.ts';
import { isValid } from './oracle.ts';
import {
  type Alternative,
  alternatives,
  type Context,
  isHidden,
  type Schema,
  typesOf,
} from './schema.ts';
import { matching, nothing } from './search.ts';
import { likelyStrings, listedOf } from './strings.ts';

/*
 * Values that match a schema.
 */

type Values = fc.Arbitrary<Exact>;

const MAX_EXTRA_ITEMS = 4;
/** How deep a value is that could be as deep as it likes. */
const DEPTH = 3;

/** Values that match the schema. */
export function validValues(schema: Schema, context: Context, depth = DEPTH): Values {
  return matching(
    likelyValues(schema, context, depth),
    (value) => isValid(schema, value, context),
    schema,
  );
}

/** What a property must match in an alternative; undefined where it is not allowed. */
export function propertyOf(alternative: Alternative, name: string): Schema | undefined {
  const parts = alternative.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
  );
  return parts.length > 1 ? { allOf: parts } : parts[0];
}

/** All names that an alternative gives to properties, but for those that are left out. */
export function namesIn(alternative: Alternative, context: Context): string[] {
  const all = new Set(alternative.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...all].filter((name) => !isHidden(propertyOf(alternative, name) ?? {}, context));
}

/** What the items of an alternative must match. */
export function itemsOf(alternative: Alternative): Schema {
  return { allOf: alternative.flatMap(({ items }) => items ?? []) };
}

function likelyValues(schema: Schema, context: Context, depth: number): Values {
  const all = alternatives(schema, context);
  const costs = all.map((one) => costOf(one, context, DEPTH + 2));
  const least = Math.min(...costs);
  const affordable = all.filter((_, index) => (costs[index] ?? 0) <= Math.max(depth, least));
  const values = affordable.flatMap((one) => valuesOf(one, context, depth));
  return values.length > 0 ? fc.oneof(...values) : nothing(schema);
}

function valuesOf(alternative: Alternative, context: Context, depth: number): Values[] {
  const types = typesOf(alternative);
  const listed = listedOf(alternative);
  if (listed.length > 0) return [fc.constantFrom(...listed).map(exactOf)];
  if (types === undefined) return [anything];
  return types.map((type): Values => {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'string') return likelyStrings(alternative);
    if (type === 'array') return arrays(alternative, context, depth);
    if (type === 'object') return objects(alternative, context, depth);
    const texts = likelyNumbers(alternative, context.isText ?? false, type === 'integer');
    return texts.map((number) => ({ number }));
  });
}

function arrays(alternative: Alternative, context: Context, depth: number): Values {
  const minLength = Math.max(0, ...alternative.map(({ minItems = 0 }) => minItems));
  const most = Math.min(
    minLength + MAX_EXTRA_ITEMS,
    ...alternative.flatMap(({ maxItems }) => maxItems ?? []),
  );
  if (depth <= 0 && minLength === 0) return fc.constant([]);
  const items = validValues(itemsOf(alternative), context, depth - 1);
  const lengths = { minLength, maxLength: Math.max(minLength, most) };
  return alternative.some(({ uniqueItems }) => uniqueItems)
    ? fc.uniqueArray(items, { ...lengths, comparator: isEqual })
    : fc.array(items, lengths);
}

function objects(alternative: Alternative, context: Context, depth: number): Values {
  const required = new Set(alternative.flatMap(({ required = [] }) => required));
  const fields = namesIn(alternative, context).flatMap((name) => {
    const schema = propertyOf(alternative, name) ?? {};
    if (!required.has(name) && costOfSchema(schema, context, DEPTH + 2) > depth - 1) return [];
    const field = validValues(schema, context, depth - 1).map((value) => [name, value] as const);
    return [required.has(name) ? field : fc.option(field, { freq: 2 })];
  });
  return fc
    .tuple(fc.tuple(...fields), extraFields(alternative, context, depth))
    .map(([known, extra]) => ({ fields: [...known.filter((field) => field !== null), ...extra] }));
}

/** Fields that no schema names. */
function extraFields(
  alternative: Alternative,
  context: Context,
  depth: number,
): fc.Arbitrary<Fields> {
  const known = new Set(alternative.flatMap(({ properties = {} }) => Object.keys(properties)));
  const schemas = alternative.flatMap(({ additionalProperties = false }) =>
    additionalProperties === true ? [{}] : additionalProperties || [],
  );
  if (schemas.length === 0) return fc.constant([]);
  const fewest = Math.max(0, ...alternative.map(({ minProperties = 0 }) => minProperties));
  const most = Math.min(
    fewest + MAX_EXTRA_ITEMS,
    ...alternative.flatMap(({ maxProperties }) => maxProperties ?? []),
  );
  const free = names.filter((name) => !known.has(name));
  const maxLength = Math.max(0, most - (depth <= 0 ? most : 0));
  const least = Math.max(0, fewest - known.size);
  const values =
    maxLength > 0 || least > 0
      ? validValues({ allOf: schemas }, context, depth - 1)
      : fc.constant(null);
  return fc.uniqueArray(fc.tuple(free, values), {
    minLength: least,
    maxLength: Math.max(least, maxLength),
    selector: ([name]) => name,
  });
}

/** How many levels the least deep value has; at most the limit. */
function costOf(alternative: Alternative, context: Context, limit: number): number {
  if (limit <= 0) return 0;
  const required = alternative.flatMap(({ required = [] }) => required);
  const parts = required
    .filter((name) => namesIn(alternative, context).includes(name))
    .map((name) => propertyOf(alternative, name) ?? {});
  const hasItems = alternative.some(({ minItems = 0 }) => minItems > 0);
  const costs = [...parts, ...(hasItems ? [itemsOf(alternative)] : [])].map(
    (part) => 1 + costOfSchema(part, context, limit - 1),
  );
  return Math.max(0, ...costs);
}

function costOfSchema(schema: Schema, context: Context, limit: number): number {
  return Math.min(...alternatives(schema, context).map((one) => costOf(one, context, limit)));
}

/** The value with the defaults that its schema names for what is missing. */
export function withDefaults(schema: Schema, value: Exact, context: Context): Exact {
  const alternative = alternatives(schema, context).find((one) =>
    one.every((part) => isValid({ ...part }, value, context)),
  );
  if (!alternative) return value;
  if (isArray(value)) {
    return value.map((item) => withDefaults(itemsOf(alternative), item, context));
  }
  if (!isObject(value)) return value;
  const given = new Map(value.fields);
  const rest = {
    allOf: alternative.flatMap(({ additionalProperties: part }) =>
      typeof part === 'object' ? [part] : [],
    ),
  };
  const filled = value.fields.map(
    ([name, field]) =>
      [name, withDefaults(propertyOf(alternative, name) ?? rest, field, context)] as const,
  );
  const missing = namesIn(alternative, context).flatMap((name) => {
    const fallback = defaultOf(propertyOf(alternative, name) ?? {}, context);
    return given.has(name) || fallback === undefined ? [] : [[name, fallback] as const];
  });
  return { fields: [...filled, ...missing] };
}

/** The default that a schema has itself, or by a reference. */
export function defaultOf(schema: Schema, context: Context): Exact | undefined {
  if (schema.default !== undefined) return exactOf(schema.default);
  const [only, ...others] = alternatives(schema, context);
  const found = others.length === 0 ? only?.find((part) => part.default !== undefined) : undefined;
  return found && exactOf(found.default);
}
