// Checks that the schemas of a contract allow its defaults, constants and examples.

import { changeSchema, type Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { type Check, compileCheck } from '../../src/platform/schema/validation.ts';
import { checkedSchema } from './directed.ts';
import type { Finding } from './finding.ts';
import { type Direction, type Example, KEYS, type Schema } from './model.ts';
import { listOf, partsOf, typesOf } from './schemas.ts';

/** Finds the examples of a parameter, a header or a body that its schema does not allow. */
export function unfitExamples(
  schema: Schema,
  direction: Direction,
  examples: readonly Example[],
): Finding[] {
  return examples.flatMap(({ keys, name, value }) => {
    const title = name === undefined ? 'example' : `examples.${name}.value`;
    return unfit(schema, direction, { keys, title, value });
  });
}

/** Finds values in a schema of one direction, and in schemas within, that the schema rejects. */
export function unfitValues(schema: Schema, direction: Direction): Finding[] {
  const { enum: values, const: only, default: byDefault, ...others } = schema;
  const keys = schema[KEYS];
  const ofKeyword = (keyword: string, value: unknown): WrittenValue[] =>
    value === undefined ? [] : [{ keys: [...keys, keyword], title: keyword, value }];
  const listed = listOf(values).map((value, index) => {
    return { keys: [...keys, 'enum', String(index)], title: `enum.${index}`, value };
  });
  const typed = { ...others, ...(byDefault !== undefined && { default: byDefault }) };
  return [
    ...[...ofKeyword('const', only), ...listed].flatMap((one) => unfit(typed, direction, one)),
    ...ofKeyword('default', byDefault).flatMap((one) => unfit(schema, direction, one)),
    ...partsOf(schema).flatMap((part) => unfitValues(part, direction)),
  ];
}

/** A value of a contract, where it is written, and what a message calls it. */
interface WrittenValue {
  readonly keys: readonly string[];
  readonly title: string;
  readonly value: unknown;
}

/** Why a schema rejects a value. Each message begins with the name of the value. */
function unfit(
  schema: Schema,
  direction: Direction,
  { keys, title, value }: WrittenValue,
): Finding[] {
  const sentences = checkOf(schema, direction)({ value: structuredClone(value) });
  return sentences.map((sentence) => {
    const said = sentence.slice('value'.length);
    const below = said.split(' ', 1).join().split('.').slice(1);
    return { keys: [...keys, ...below], message: `${title}${said}` };
  });
}

/** Compiled schemas: compiling takes most of the time, and most schemas are used in many places. */
const checks = new Map<string, Check>();

/** Compiles a schema as the service does: as a property, because properties can have defaults. */
export function checkOf(schema: Schema, direction: Direction): Check {
  const value = changeSchema(checkedSchema(schema, direction), closed);
  const id = JSON.stringify([direction, value]);
  const known = checks.get(id);
  if (known) return known;
  const options = { source: 'json', direction, noun: 'field' } as const;
  const check = compileCheck({ type: 'object', properties: { value } }, options);
  checks.set(id, check);
  return check;
}

/** Closes an object, because examples must not have fields that are not sent. */
function closed(schema: JsonSchema): JsonSchema {
  const isClosed = 'additionalProperties' in schema || 'oneOf' in schema;
  const isOfObjects = typesOf(schema).includes('object');
  return isOfObjects && !isClosed ? { ...schema, additionalProperties: false } : schema;
}
