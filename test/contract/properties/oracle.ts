import { fullFormats } from 'ajv-formats/dist/formats.js';
import {
  compare,
  type Exact,
  type ExactObject,
  exactOf,
  isArray,
  isEqual,
  isMultiple,
  isNumber,
  isObject,
} from './exact.ts';
import { type Context, follow, isHidden, type Schema } from './schema.ts';

/*
 * Whether a value matches a schema (JSON Schema 2020-12), as the contract means it. Written for the
 * tests alone, without a line of what the service validates with, so that a fault of the one shows
 * in the other.
 */

/** The properties that a matching schema describes. */
type Evaluated = ReadonlySet<string>;

const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;
const RANGES: Readonly<Record<string, readonly [minimum: string, maximum: string]>> = {
  integer: ['-9007199254740991', '9007199254740991'],
  int32: ['-2147483648', '2147483647'],
  int64: ['-9223372036854775808', '9223372036854775807'],
  number: ['-1.7976931348623157e308', '1.7976931348623157e308'],
  float: ['-3.4028234663852886e38', '3.4028234663852886e38'],
};

/** Whether the value matches, with no property in a response that the schema does not describe. */
export function isValid(schema: Schema, value: Exact, context: Context): boolean {
  return isMatch(evaluate(schema, value, context), value, context);
}

function isMatch(evaluated: Evaluated | undefined, value: Exact, context: Context): boolean {
  if (!evaluated) return false;
  if (context.direction === 'request' || context.isProjected || !isObject(value)) return true;
  return value.fields.every(([name]) => evaluated.has(name));
}

/** @returns undefined if the value does not match */
function evaluate(schema: Schema, value: Exact, context: Context): Evaluated | undefined {
  if (!isOfType(schema, value) || !isListed(schema, value)) return undefined;
  if (typeof value === 'string' && !isString(schema, value)) return undefined;
  if (isNumber(value) && !isInBounds(schema, value.number)) return undefined;
  if (isArray(value) && !isList(schema, value, context)) return undefined;
  const { $ref, allOf = [], anyOf, oneOf } = schema;
  const evaluated = new Set<string>();
  const take = (names: Evaluated) => {
    for (const name of names) evaluated.add(name);
  };
  if (isObject(value)) {
    const names = evaluateFields(schema, value, context);
    if (!names) return undefined;
    take(names);
  }
  for (const part of [...($ref === undefined ? [] : [follow($ref, context)]), ...allOf]) {
    const names = evaluate(part, value, context);
    if (!names) return undefined;
    take(names);
  }
  for (const union of [anyOf, oneOf]) {
    if (!union) continue;
    const matching = union
      .map((part) => evaluate(part, value, context))
      .filter((names) => names !== undefined);
    const isAmbiguous = union === oneOf && matching.length > 1 && !context.isProjected;
    if (matching.length === 0 || isAmbiguous) return undefined;
    matching.forEach(take);
  }
  if (schema.unevaluatedProperties === false && isObject(value) && !context.isProjected) {
    if (value.fields.some(([name]) => !evaluated.has(name))) return undefined;
  }
  // A schema without a word about objects describes whatever they are.
  if (isObject(value) && isFree(schema)) take(namesOf(value));
  return evaluated;
}

function isFree(schema: Schema) {
  return !['type', '$ref', 'allOf', 'anyOf', 'oneOf', 'const', 'enum'].some((key) => key in schema);
}

function isOfType({ type }: Schema, value: Exact): boolean {
  if (type === undefined) return true;
  return [type].flat().some((one) => {
    if (one === 'null') return value === null;
    if (one === 'integer') return isNumber(value) && CANONICAL_INTEGER.test(value.number);
    if (one === 'number') return isNumber(value);
    if (one === 'array') return isArray(value);
    // The two other names of types mean the same in JavaScript.
    return one === 'object' ? isObject(value) : typeof value === one;
  });
}

function isListed({ enum: values, const: only }: Schema, value: Exact): boolean {
  if (only !== undefined && !isEqual(exactOf(only), value)) return false;
  return values === undefined || values.some((one) => isEqual(exactOf(one), value));
}

function isString({ type, minLength = 0, maxLength, pattern, format }: Schema, text: string) {
  const length = [...text].length;
  if (type !== undefined && !text.isWellFormed()) return false;
  if (length < minLength || length > (maxLength ?? length)) return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false;
  return format === undefined || isOfFormat(format, text);
}

function isOfFormat(format: string, text: string): boolean {
  const check: unknown = fullFormats[format as keyof typeof fullFormats];
  if (check instanceof RegExp) return check.test(text);
  const validate =
    typeof check === 'object' && check !== null && 'validate' in check ? check.validate : check;
  // A format of numbers says nothing about a string.
  return typeof validate === 'function' ? Boolean(validate(text)) : true;
}

function isInBounds(schema: Schema, number: string): boolean {
  const { type, format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const kind = format ?? [type].flat().find((one) => one === 'integer' || one === 'number');
  const [least, most] = RANGES[kind ?? ''] ?? [];
  const holds = (bound: number | string | undefined, isRight: (order: number) => boolean) =>
    bound === undefined || isRight(compare(number, String(bound)));
  return (
    holds(least, (order) => order >= 0) &&
    holds(most, (order) => order <= 0) &&
    holds(minimum, (order) => order >= 0) &&
    holds(maximum, (order) => order <= 0) &&
    holds(exclusiveMinimum, (order) => order > 0) &&
    holds(exclusiveMaximum, (order) => order < 0) &&
    (multipleOf === undefined || isMultiple(number, String(multipleOf)))
  );
}

function isList(schema: Schema, items: readonly Exact[], context: Context): boolean {
  const { minItems = 0, maxItems = items.length, uniqueItems, items: item } = schema;
  if (items.length < minItems || items.length > maxItems) return false;
  if (item && !items.every((one) => isValid(item, one, context))) return false;
  return (
    !uniqueItems || items.every((one, i) => !items.slice(0, i).some((two) => isEqual(one, two)))
  );
}

/** The names of the properties that this schema itself describes. */
function evaluateFields(schema: Schema, value: ExactObject, context: Context) {
  const { properties = {}, required = [], additionalProperties } = schema;
  const { minProperties = 0, maxProperties = Infinity } = schema;
  const names = namesOf(value);
  const known = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  const count = value.fields.length;
  const isTooLarge = names.size < count || count > maxProperties;
  if (count < minProperties || (isTooLarge && !context.isProjected)) return undefined;
  const isMissing = (name: string) => !names.has(name) && !isHidden(known(name) ?? {}, context);
  if (required.some(isMissing)) return undefined;
  const evaluated = new Set<string>();
  for (const [name, field] of value.fields) {
    const property = known(name);
    if (property === undefined && additionalProperties === undefined) continue;
    const part =
      property && isHidden(property, context) ? false : (property ?? additionalProperties);
    if (part === false && context.isProjected) continue;
    if (part === false) return undefined;
    if (typeof part === 'object' && !isValid(part, field, context)) return undefined;
    evaluated.add(name);
  }
  return evaluated;
}

function namesOf({ fields }: ExactObject) {
  return new Set(fields.map(([name]) => name));
}
