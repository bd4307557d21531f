import { compileResponse } from '../../src/contract/responses.ts';
import { changeSchema, type Schema } from '../../src/contract/schemas.ts';
import { type Check, compileCheck } from '../../src/contract/validation.ts';
import { emptyBounds } from './empty-bounds.ts';
import { follow, isObject, type Json } from './json.ts';
import { type Places, plainSchema } from './plain-schemas.ts';
import { type Direction, listOf, partsOf } from './schemas.ts';
import type { Finding } from './subset.ts';

/*
 * The values in a contract, which its schemas have to allow: defaults, constants and examples.
 */

/** A parameter, a header or a body. */
export interface Use {
  /** What has the schema, and may have examples. */
  readonly holder: Json;
  readonly schema: Json;
  readonly keys: readonly string[];
  readonly direction: Direction;
  /** By the name that the subset has for it. */
  readonly kind: 'body' | 'oneValue' | 'oneOrManyValues';
}

/** A value, and the keys that lead to it. */
type Value = readonly [keys: readonly string[], value: unknown];

/** What a parameter, a header or a body has as an example, and could not be one. */
export function wrongExamples(plain: Schema, { holder, keys, direction }: Use): Finding[] {
  const named = Object.entries(Object(holder.examples)).map(
    ([name, one]): Value => [['examples', name, 'value'], Object(one).value],
  );
  const values = [...given('example', holder.example), ...named];
  return wrong(plain, direction, keys.slice(0, -1), values);
}

/** What a plain schema, or one within, has as a value, and does not allow itself. */
export function wrongValues(
  document: Json,
  plain: Schema,
  direction: Direction,
  places: Places,
): Finding[] {
  const keys = places.get(plain) ?? [];
  const { enum: values, const: only, ...others } = plain;
  const written = follow(document, keys);
  const { example, examples } = Object(written);
  // An example may have the fields of either direction: these do not fit the other one.
  const other = direction === 'request' ? 'response' : 'request';
  const inOther = plainSchema(document, written, other);
  const unfit = [...given('example', example), ...listed('examples', examples)].filter(
    (one) => wrong(inOther, other, [], [one]).length > 0,
  );
  return [
    ...unknownFields(plain, keys),
    ...(direction === 'request' ? wrongDefaults(plain, places) : []),
    ...emptyBounds(plain).map((keyword) => ({ keys: [...keys, keyword], message: NO_VALUE })),
    ...wrong(others, direction, keys, [...given('const', only), ...listed('enum', values)]),
    ...wrong(plain, direction, keys, [...given('default', plain.default), ...unfit]),
    ...partsOf(plain).flatMap((part) => wrongValues(document, part, direction, places)),
  ];
}

const COUNTED =
  'Remove the `default`, or `minProperties` and `maxProperties` of the object: the fields that are filled in would be counted, too.';

/** The fields of an object that need no default, or must not have one. */
function wrongDefaults(plain: Schema, places: Places): Finding[] {
  const isCounted = 'minProperties' in plain || 'maxProperties' in plain;
  return Object.entries<Schema>(Object(plain.properties)).flatMap(([name, field]) => {
    if (!('default' in field)) return [];
    const keys = places.get(field) ?? [];
    if (listOf(plain.required).includes(name)) return [neverAbsent(keys)];
    return isCounted ? [{ keys: [...keys, 'default'], message: COUNTED }] : [];
  });
}

const NO_VALUE = 'No value can fit: the other keywords beside this leave none.';

/** What is required, and has no schema. */
function unknownFields(
  { required, properties, additionalProperties }: Schema,
  keys: readonly string[],
) {
  // Those of a map have one.
  if (isObject(additionalProperties)) return [];
  return listOf(required).flatMap((name, index) => {
    if (Object.hasOwn(Object(properties), String(name))) return [];
    const message = `Describe ${name} in \`properties\`, or remove it here.`;
    return [{ keys: [...keys, 'required', String(index)], message }];
  });
}

/** A field or a parameter that is required and has a default. */
export function neverAbsent(keys: readonly string[]): Finding {
  return { keys, message: 'Remove `required` or the `default`: what is always sent needs none.' };
}

function given(keyword: string, value: unknown): Value[] {
  return value === undefined ? [] : [[[keyword], value]];
}

function listed(keyword: string, values: unknown): Value[] {
  return Object.entries(Object(values)).map(([index, value]) => [[keyword, index], value]);
}

/** Says of each value that does not fit what is wrong with it, beginning with its name. */
function wrong(
  schema: Schema,
  direction: Direction,
  keys: readonly string[],
  values: readonly Value[],
): Finding[] {
  return values.flatMap(([path, value]) => {
    const sentences = checkOf(schema, direction)({ value: structuredClone(value) });
    return sentences.map((sentence) => {
      const said = sentence.slice('value'.length);
      const below = said.split(' ', 1).join().split('.').slice(1);
      return { keys: [...keys, ...path, ...below], message: `${path.join('.')}${said}` };
    });
  });
}

/** To compile a schema takes most of the time, and most of them are in many places. */
const checks = new Map<string, Check>();

/**
 * As the service compiles it: within another, since what is a property may have a default.
 *
 * @throws where something would not be checked, or could not be written
 */
export function checkOf(plain: Schema, direction: Direction): Check {
  const value = changeSchema(plain, closed);
  const id = JSON.stringify([direction, value]);
  const options = { source: 'json', direction, noun: 'field' } as const;
  const known = checks.get(id);
  if (known) return known;
  const check = compileCheck({ type: 'object', properties: { value } }, options);
  if (direction === 'response') compileResponse(plain);
  checks.set(id, check);
  return check;
}

/** No example has what is not sent. */
function closed(schema: Schema): Schema {
  const isClosed = ['additionalProperties', 'anyOf', 'oneOf'].some((one) => one in schema);
  const isOfObjects = [schema.type].flat().includes('object');
  return isOfObjects && !isClosed ? { ...schema, additionalProperties: false } : schema;
}
