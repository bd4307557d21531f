import fc from 'fast-check';
import { type Exact, type Fields, isArray, isObject } from './exact.ts';
import { names } from './free-form.ts';
import { unlikelyNumbers } from './numbers.ts';
import { isValid } from './oracle.ts';
import {
  type Alternative,
  alternatives,
  type Context,
  isHidden,
  type Schema,
  typesOf,
} from './schema.ts';
import { matching } from './search.ts';
import { unlikelyStrings } from './strings.ts';
import { itemsOf, namesIn, propertyOf, validValues } from './values.ts';

/*
 * Values that do not match a schema: a valid one with one fault somewhere.
 */

type Values = fc.Arbitrary<Exact>;

const DEPTH = 2;
const SOME: Readonly<Record<string, Exact>> = {
  ...{ null: null, true: true, false: false, integer: { number: '5' }, number: { number: '1.5' } },
  ...{ string: '5', array: [{ number: '5' }], object: { fields: [] } },
};

/** Values that do not match. None where every value does. */
export function invalidValues(schema: Schema, context: Context): Values[] {
  const values = unlikelyValues(schema, context, DEPTH);
  if (values.length === 0) return [];
  return [matching(fc.oneof(...values), (value) => !isValid(schema, value, context), schema)];
}

/** Values, at least some of which do not match. */
function unlikelyValues(schema: Schema, context: Context, depth: number): Values[] {
  const all = alternatives(schema, context);
  if (all.some((one) => one.every(isOpen))) return [];
  const inside = depth < 0 ? [] : all.flatMap((one) => faultsOf(schema, one, context, depth));
  return [fc.constantFrom(...Object.values(SOME)), ...inside];
}

/** Whether it allows every value. */
function isOpen(schema: Schema): boolean {
  const closing = ['type', 'enum', 'const', 'unevaluatedProperties'];
  return !closing.some((keyword) => keyword in schema);
}

function faultsOf(schema: Schema, alternative: Alternative, context: Context, depth: number) {
  const types = typesOf(alternative) ?? [];
  const faults: Values[] = [];
  if (types.includes('string')) faults.push(unlikelyStrings(alternative));
  if (types.includes('integer') || types.includes('number')) {
    faults.push(unlikelyNumbers(alternative).map((number) => ({ number })));
  }
  if (types.includes('array')) faults.push(...wrongArrays(schema, alternative, context, depth));
  if (types.includes('object')) faults.push(...wrongObjects(schema, alternative, context, depth));
  return faults;
}

function wrongArrays(schema: Schema, alternative: Alternative, context: Context, depth: number) {
  const valid = validValues(schema, context, depth).map((value) => (isArray(value) ? value : []));
  const item = itemsOf(alternative);
  const one = validValues(item, context, depth - 1);
  const most = alternative.flatMap(({ maxItems }) => maxItems ?? []);
  return [
    ...unlikelyValues(item, context, depth - 1).map((wrong) =>
      fc.tuple(valid, wrong).map(([items, bad]) => [...items.slice(1), bad]),
    ),
    valid.map((items) => items.slice(1)),
    valid.map((items) => [...items, ...items]),
    ...most.map((length) => fc.array(one, { minLength: length + 1, maxLength: length + 1 })),
  ];
}

function wrongObjects(schema: Schema, alternative: Alternative, context: Context, depth: number) {
  const valid = validValues(schema, context, depth).map((value) =>
    isObject(value) ? value.fields : [],
  );
  const known = namesIn(alternative, context);
  const all = new Set(alternative.flatMap(({ properties = {} }) => Object.keys(properties)));
  const put = (name: string, values: Values) =>
    fc
      .tuple(valid, values)
      .map(([given, value]) => [...without(given, name), [name, value]] as const);
  const faults: fc.Arbitrary<Fields>[] = [
    ...known.flatMap((name) =>
      unlikelyValues(propertyOf(alternative, name) ?? {}, context, depth - 1).map((wrong) =>
        put(name, wrong),
      ),
    ),
    ...known.map((name) => valid.map((given) => without(given, name))),
    ...[...all].filter((name) => !known.includes(name)).map((name) => put(name, hidden(name))),
    valid.map((given) => [...given, ...given.slice(0, 1)]),
    valid.map((given) => given.slice(0, 1)),
    fc
      .tuple(valid, names, fc.constantFrom(...Object.values(SOME)))
      .map(([given, name, value]) => [...without(given, name), [name, value]]),
    ...alternative.flatMap(({ maxProperties, additionalProperties }) =>
      maxProperties === undefined || !additionalProperties
        ? []
        : [tooMany(valid, maxProperties + 1)],
    ),
  ];
  return faults.map((fields) => fields.map((given) => ({ fields: given })));

  /** What would be right, were the property not left out. */
  function hidden(name: string): Values {
    const direction = context.direction === 'request' ? 'response' : 'request';
    const property = propertyOf(alternative, name) ?? {};
    return isHidden(property, { ...context, direction })
      ? fc.constant(null)
      : validValues(property, { ...context, direction }, 0);
  }
}

/** Repeats the value of a field under other names. */
function tooMany(valid: fc.Arbitrary<Fields>, count: number): fc.Arbitrary<Fields> {
  return valid.map((given) => {
    const [, value = null] = given.at(-1) ?? [];
    const more = Array.from({ length: count }, (_, index) => [`more${index}`, value] as const);
    return [...given, ...more].slice(0, Math.max(count, given.length));
  });
}

function without(fields: Fields, name: string): Fields {
  return fields.filter(([given]) => given !== name);
}
