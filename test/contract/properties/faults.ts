import fc from 'fast-check';
import {
  flatten,
  integersOf,
  type Json,
  type JsonObject,
  listedIn,
  type Schema,
  type Schemas,
  typesOf,
  writable,
} from './schema.ts';
import { FORMATS, validValues } from './values.ts';

/*
 * Values with a single fault that is one for certain.
 */

/** A value, and the field that the error has to begin with: none for the whole value. */
export interface Fault {
  readonly value: Json;
  readonly field: string;
}

type Faults = fc.Arbitrary<Fault>;

/** A value of each type. */
const OF_TYPES: Readonly<Record<string, Json>> = {
  ...{ null: null, boolean: true, number: 1.5, string: '5', array: [5], object: {} },
};
/** At least one of them does not match a pattern that anybody would write. */
const ODD_TEXTS = ['', ' ', 'a b', '\0', 'ä', '\u{1f436}', 'A', '-', '5'];

/** Every kind of fault that a value of the schema can have. */
export function faultsOf(written: Schema, schemas: Schemas, field = ''): Faults[] {
  const schema = flatten(written, schemas);
  // What a union says of a value depends on its branches.
  if (schema.oneOf || schema.anyOf) return [];
  const types = typesOf(schema);
  const others = Object.entries(OF_TYPES)
    .filter(([name]) => !types.includes(name))
    .map(([, value]) => value);
  return [
    fc.constantFrom(...others).map((value) => ({ value, field })),
    ...valueFaults(schema).map((values) => values.map((value) => ({ value, field }))),
    ...(types.includes('array') ? itemFaults(schema, schemas, field) : []),
    ...(types.includes('object') ? fieldFaults(schema, schemas, field) : []),
  ];
}

/** Values of the right type, but out of its bounds. */
export function valueFaults(schema: Schema): fc.Arbitrary<Json>[] {
  const listed = listedIn(schema);
  if (listed) return [fc.constantFrom('none of them', `${listed[0]} `)];
  const types = typesOf(schema);
  const faults: Json[] = [];
  if (types.includes('string')) faults.push(...textFaults(schema));
  if (types.includes('integer')) {
    const [minimum, maximum] = integersOf(schema);
    faults.push(minimum - 1n, maximum + 1n);
  }
  if (types.includes('number')) {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    if (minimum !== undefined) faults.push(minimum - 0.5);
    if (maximum !== undefined) faults.push(maximum + 0.5);
    faults.push(...[exclusiveMinimum, exclusiveMaximum].filter((bound) => bound !== undefined));
  }
  return faults.length > 0 ? [fc.constantFrom(...faults)] : [];
}

function textFaults({ format = '', pattern, minLength = 0, maxLength }: Schema): string[] {
  const isOdd = (text: string) => pattern !== undefined && !new RegExp(pattern, 'u').test(text);
  return [
    ...(FORMATS[format]?.[1] ?? []),
    ...ODD_TEXTS.filter(isOdd),
    ...(minLength > 0 ? ['a'.repeat(minLength - 1)] : []),
    // Counted in characters, not in UTF-16 units.
    ...(maxLength === undefined ? [] : ['a', '\u{1f436}'].map((one) => one.repeat(maxLength + 1))),
  ];
}

function itemFaults(schema: Schema, schemas: Schemas, field: string): Faults[] {
  const { items = {}, minItems = 0, maxItems, uniqueItems } = schema;
  const one = validValues(items, schemas);
  const inside = faultsOf(items, schemas, inField(field, '0')).map((faults) =>
    faults.map(({ value, field: at }) => ({ value: [value], field: at })),
  );
  const lists = [
    ...(minItems > 0 ? [fc.constant([])] : []),
    ...(maxItems === undefined ? [] : [one.map((item) => Array(maxItems + 1).fill(item))]),
    ...(uniqueItems ? [one.map((item) => [item, item])] : []),
  ];
  return [...(minItems <= 1 ? inside : []), ...lists.map((all) => all.map(at(field)))];
}

function fieldFaults(schema: Schema, schemas: Schemas, field: string): Faults[] {
  const { additionalProperties, unevaluatedProperties, required = [] } = schema;
  const properties = writable(schema, schemas);
  const valid = validValues({ ...schema, type: 'object' }, schemas) as fc.Arbitrary<JsonObject>;
  const withField = (name: string, faults: Faults): Faults =>
    fc.tuple(valid, faults).map(([fields, { value, field: where }]) => ({
      value: { ...fields, [name]: value },
      field: where,
    }));
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  const hidden = Object.keys(schema.properties ?? {}).filter(
    (name) => !properties.some(([known]) => known === name),
  );
  return [
    ...properties.flatMap(([name, one]) =>
      faultsOf(one, schemas, inField(field, name)).map((faults) => withField(name, faults)),
    ),
    ...properties
      .filter(([name]) => required.includes(name))
      .map(([missing]) =>
        valid.map(({ [missing]: _, ...value }) => ({ value, field: inField(field, missing) })),
      ),
    ...(isClosed ? ['unknownField', 'constructor', ...hidden] : []).map((name) =>
      withField(name, fc.constant({ value: 5, field: inField(field, name) })),
    ),
  ];
}

function at(field: string) {
  return (value: Json): Fault => ({ value, field });
}

function inField(field: string, name: string) {
  return field === '' ? name : `${field}.${name}`;
}
