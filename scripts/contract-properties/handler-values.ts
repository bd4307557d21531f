import { type Exact, isArray, isNumber, isObject } from './exact.ts';
import { isValid } from './oracle.ts';
import { type Alternative, alternatives, type Context, type Schema, typesOf } from './schema.ts';
import { itemsOf, propertyOf } from './values.ts';

/*
 * Values as handlers have them: an int64 is a bigint, other numbers of a schema are numbers, and a
 * number without a schema is whatever is written the same.
 */

/** JSON that is written as it stands, which the compiler's library does not know yet. */
interface RawJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}

const rawJson = JSON as unknown as RawJson;
const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** What a handler returns for a value. */
export function toHandlerValue(schema: Schema, value: Exact, context: Context): unknown {
  const alternative = alternativeOf(schema, value, context);
  if (isArray(value)) {
    return value.map((item) => toHandlerValue(itemsOf(alternative), item, context));
  }
  if (isNumber(value)) return numberOf(alternative, value.number);
  if (!isObject(value)) return value;
  const rest: Schema = {
    allOf: alternative.flatMap(({ additionalProperties: part }) =>
      typeof part === 'object' ? [part] : [],
    ),
  };
  const fields = value.fields.map(([name, field]) => {
    const property = propertyOf(alternative, name) ?? rest;
    return [name, toHandlerValue(property, field, context)] as const;
  });
  return Object.fromEntries(fields);
}

/** What a handler was given. What is undefined is absent. */
export function fromHandlerValue(value: unknown): Exact {
  if (typeof value === 'bigint' || typeof value === 'number') return { number: String(value) };
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(fromHandlerValue);
  if (rawJson.isRawJSON(value)) return { number: value.rawJSON };
  if (typeof value !== 'object') throw new Error(`No JSON: ${typeof value}`);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return { fields: fields.map(([name, field]) => [name, fromHandlerValue(field)] as const) };
}

/** The alternative that a value matches, or the first. */
export function alternativeOf(schema: Schema, value: Exact, context: Context): Alternative {
  const all = alternatives(schema, context);
  const isMatch = (one: Alternative) =>
    one.every(({ unevaluatedProperties: _, ...part }) =>
      isValid(part, value, { ...context, isProjected: true }),
    );
  return all.find(isMatch) ?? all[0] ?? [];
}

function numberOf(alternative: Alternative, text: string): unknown {
  const isInteger = CANONICAL_INTEGER.test(text);
  if (typesOf(alternative) !== undefined) {
    const isLarge = alternative.some(({ format }) => format === 'int64');
    return isLarge && isInteger ? BigInt(text) : Number(text);
  }
  if (String(Number(text)) === text) return Number(text);
  return isInteger ? BigInt(text) : rawJson.rawJSON(text);
}
