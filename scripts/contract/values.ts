// Checks that the schemas of a contract allow its defaults, constants and examples.

import { changeSchema, type Schema } from '../../src/platform/schema/schemas.ts';
import { type Check, compileCheck } from '../../src/platform/schema/validation.ts';
import type { Finding } from './finding.ts';
import { asObject, type Json } from './json.ts';
import { type Direction, listOf, partsOf, typesOf } from './schemas.ts';
import { writtenKeys } from './written-keys.ts';

/** Values by the keys that lead to them, such as `examples.page.value`. */
type Values = readonly (readonly [keys: readonly string[], value: unknown])[];

/** Finds the examples of a parameter, a header or a body that its plain schema does not allow. */
export function unfitExamples(
  plain: Schema,
  direction: Direction,
  holder: Json,
  keys: readonly string[],
): Finding[] {
  const named = Object.entries(asObject(holder.examples)).map(([name, example]) => {
    return [['examples', name, 'value'], asObject(example).value] as const;
  });
  return unfit(plain, direction, keys, [...valueAt('example', holder), ...named]);
}

/** Finds values in a plain schema, and in schemas within, that the schema itself rejects. */
export function unfitValues(plain: Schema, direction: Direction): Finding[] {
  const keys = writtenKeys(plain);
  const { enum: values, const: _, ...others } = plain;
  const listed = listOf(values).map((value, index) => [['enum', String(index)], value] as const);
  return [
    ...unfit(others, direction, keys, [...valueAt('const', plain), ...listed]),
    ...unfit(plain, direction, keys, valueAt('default', plain)),
    ...partsOf(plain).flatMap((part) => unfitValues(part, direction)),
  ];
}

function valueAt(keyword: string, holder: Json | Schema): Values {
  return holder[keyword] === undefined ? [] : [[[keyword], holder[keyword]]];
}

/** Finds the values that a schema rejects. Each message begins with the name of the value. */
function unfit(
  schema: Schema,
  direction: Direction,
  keys: readonly string[],
  values: Values,
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

/** Compiled schemas: compiling takes most of the time, and most schemas are used in many places. */
const checks = new Map<string, Check>();

/** Compiles a schema as the service does: as a property, because properties can have defaults. */
export function checkOf(plain: Schema, direction: Direction): Check {
  const value = changeSchema(plain, closed);
  const id = JSON.stringify([direction, value]);
  const known = checks.get(id);
  if (known) return known;
  const options = { source: 'json', direction, noun: 'field' } as const;
  const check = compileCheck({ type: 'object', properties: { value } }, options);
  checks.set(id, check);
  return check;
}

/** Closes an object, because examples must not have fields that are not sent. */
function closed(schema: Schema): Schema {
  const isClosed = 'additionalProperties' in schema || 'oneOf' in schema;
  const isOfObjects = typesOf(schema).includes('object');
  return isOfObjects && !isClosed ? { ...schema, additionalProperties: false } : schema;
}
