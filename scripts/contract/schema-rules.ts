// The rules for a schema where it is used, in one direction. subset.yaml has the rules that hold for
// schemas everywhere.

import { integerRange } from '../../src/platform/schema/exact-numbers.ts';
import type { Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import type { Finding } from './finding.ts';
import { isObject } from './json.ts';
import { COUNTS } from './keywords.ts';
import { type Direction, KEYS, type Schema } from './model.ts';
import { listOf, typesOf } from './schemas.ts';

/**
 * The role of a schema's value. A header, or a parameter in the path or a header, is a `value`. A
 * parameter in the query is a `value or list`.
 */
export type Role =
  | 'body'
  | 'value'
  | 'value or list'
  | 'value of list'
  | 'field'
  | 'item'
  | 'map value'
  | 'branch';

interface Use {
  readonly role: Role;
  readonly direction: Direction;
  /** Whether the value is always there. */
  readonly isRequired: boolean;
  /** Whether the value is a field of an object with `minProperties` or `maxProperties`. */
  readonly isCounted: boolean;
  readonly isInUnion: boolean;
}

/** The cure for each broken rule, with the keys from the schema to the place. */
type Problems = Generator<readonly [message: string, ...keys: string[]]>;

/**
 * Finds the rules that a schema of one direction breaks, or a schema within.
 *
 * @param isRequired whether the value is always there
 */
export function schemaProblems(
  schema: Schema,
  use: Pick<Use, 'role' | 'direction' | 'isRequired'>,
): Finding[] {
  return problemsWithin(schema, { isCounted: false, isInUnion: false, ...use });
}

function problemsWithin(plain: Schema, use: Use): Finding[] {
  const keys = plain[KEYS];
  const own = [...problemsOf(plain, use)].map(([message, ...below]) => {
    return { message, keys: [...keys, ...below] };
  });
  const isCounted = OF_REQUESTS.some((keyword) => keyword in plain);
  const required = listOf(plain.required);
  const below = (part: unknown, role: Role, name?: string) => {
    if (!isObject(part)) return [];
    return problemsWithin(part as unknown as Schema, {
      role,
      direction: use.direction,
      isRequired: name !== undefined && required.includes(name),
      isCounted: isCounted && role === 'field',
      isInUnion: use.isInUnion || role === 'branch',
    });
  };
  return [
    ...own,
    ...Object.entries(fieldsOf(plain)).flatMap(([name, field]) => below(field, 'field', name)),
    ...below(plain.items, use.role === 'value or list' ? 'value of list' : 'item'),
    ...below(plain.additionalProperties, 'map value'),
    ...listOf(plain.oneOf).flatMap((branch) => below(branch, 'branch')),
  ];
}

function* problemsOf(plain: Schema, use: Use): Problems {
  // Anything else has been found already.
  if (!TYPES.includes(typesOf(plain)[0])) return;
  yield* ofRole(plain, use);
  yield* ofDefault(plain, use);
  if (use.isInUnion && plain.format === 'int64') {
    const cure = 'Write `int32`, or describe it outside of the union';
    yield [`${cure}: an int64 within a union would not be exact.`];
  }
  if (use.direction === 'request') yield* ofRequest(plain, use);
  else yield* ofResponse(plain);
  yield* ofObject(plain);
  yield* ofInteger(plain);
  yield* ofBounds(plain);
}

const VALUE_TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];
const TYPES = [...VALUE_TYPES, 'array', 'object'];

function* ofRole({ type, ...plain }: JsonSchema, { role }: Use): Problems {
  if (role === 'body' && type !== 'object' && type !== 'array') {
    yield ['Write an object or a list here: no other body could get more fields later.'];
  }
  const isValue = VALUE_TYPES.includes(type) || (role === 'value or list' && type === 'array');
  if (role.startsWith('value') && !isValue) {
    yield ['Write a string, number or boolean here, or a list of these in the query.'];
  }
  const keyword = ['readOnly', 'writeOnly'].find((one) => one in plain);
  if (keyword !== undefined && role !== 'field') {
    yield ['Remove `readOnly` and `writeOnly`: only a field can be absent.', keyword];
  }
}

const PARTS_OF_VALUES: readonly Role[] = ['item', 'value of list', 'map value'];
const OF_REQUESTS = COUNTS.filter(({ isOfRequests }) => isOfRequests).flatMap(({ least, most }) => [
  least,
  most,
]);

function* ofDefault(plain: Schema, use: Use): Problems {
  if (!('default' in plain)) return;
  if (use.isInUnion) {
    yield ['Remove the `default`: within a union none is filled in.', 'default'];
  } else if (PARTS_OF_VALUES.includes(use.role)) {
    const where = 'for an item of a list, or for a value of a map';
    yield [`Remove the \`default\`: none is filled in ${where}.`, 'default'];
  } else if (use.role === 'body') {
    yield ['Remove the `default`: none is filled in for a body.', 'default'];
  } else if (use.isRequired && (use.direction === 'request' || use.role === 'value')) {
    yield ['Remove `required` or the `default`: a value that is always sent needs no default.'];
  } else if (use.direction === 'request' && use.isCounted) {
    yield [COUNTED, 'default'];
  }
}

const COUNTED =
  'Remove the `default`, or `minProperties` and `maxProperties` of the object: the fields that ' +
  'are filled in would be counted, too.';

/** Keywords that limit the length of a text. */
const TEXT_BOUNDS = ['maxLength', 'enum', 'const', 'format'];

function* ofRequest(plain: Schema, { role, isRequired }: Use): Problems {
  const types = typesOf(plain);
  if (types.includes('string') && !TEXT_BOUNDS.some((keyword) => keyword in plain)) {
    yield ['Limit this text of a request with `maxLength`.'];
  }
  if (types.includes('array') && !('maxItems' in plain)) {
    yield ['Limit this list of a request with `maxItems`.'];
  }
  if (role === 'value or list' && isRequired && types.includes('array') && !plain.minItems) {
    yield ['Write `minItems: 1` here: a query without the parameter is the same as an empty list.'];
  }
  if (!types.includes('object') || 'oneOf' in plain) return;
  const { additionalProperties } = plain;
  if (additionalProperties === undefined) {
    const closed = '`additionalProperties: false`, or beside `allOf` with';
    yield [`Close this object of a request with ${closed} \`unevaluatedProperties: false\`.`];
  } else if (isObject(additionalProperties)) {
    const cure = 'Write `false`, and name the fields in `properties`';
    yield [`${cure}: a request has no map.`, 'additionalProperties'];
  }
}

function* ofResponse(plain: Schema): Problems {
  const keyword = OF_REQUESTS.find((one) => one in plain);
  if (keyword === undefined) return;
  yield [`Leave it out: the fields of a response are not counted.`, keyword];
}

function* ofObject(plain: Schema): Problems {
  const { properties, additionalProperties, required, oneOf } = plain;
  const fields = fieldsOf(plain);
  const isOfFields = typesOf(plain).includes('object') && oneOf === undefined;
  if (isOfFields && properties === undefined && additionalProperties === undefined) {
    yield ['Name the fields in `properties`: other fields are not sent.'];
  }
  for (const [index, name] of listOf(required).map(String).entries()) {
    // The values of a map have its schema.
    if (Object.hasOwn(fields, name) || isObject(additionalProperties)) continue;
    yield [`Describe ${name} in \`properties\`, or remove it here.`, 'required', String(index)];
  }
  if (isObject(additionalProperties) && properties !== undefined) {
    yield ['Put the map into a field of its own.'];
  }
}

function* ofInteger({ format, ...plain }: JsonSchema): Problems {
  if (!typesOf(plain).includes('integer')) return;
  const [least, most] = integerRange(format);
  for (const keyword of ['multipleOf', 'minimum', 'maximum']) {
    if (!(keyword in plain)) continue;
    const bound = Number(plain[keyword]);
    if (Number.isSafeInteger(bound) && bound >= least && bound <= most) continue;
    yield ['Write an integer here that fits the format of the schema.', keyword];
  }
}

/** A lower bound, an upper one, and whether no value may be at both. */
const BOUNDS: readonly (readonly [least: string, most: string, isExclusive?: boolean])[] = [
  ...COUNTS.map(({ least, most }) => [least, most] as const),
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum', true],
  ['exclusiveMinimum', 'maximum', true],
  ['exclusiveMinimum', 'exclusiveMaximum', true],
];

/** Finds bounds that no value can keep together. */
function* ofBounds(plain: Schema): Problems {
  for (const [keyword, upper, isExclusive = false] of BOUNDS) {
    const [least, most] = [Number(plain[keyword]), Number(plain[upper])];
    if (!(least > most || (isExclusive && least === most))) continue;
    yield [`Write a lower number here, or a higher \`${upper}\`: no value fits both.`, keyword];
  }
  const { required, minProperties, maxProperties, additionalProperties } = plain;
  const demanded = listOf(required).length;
  if (demanded > Number(maxProperties)) {
    yield [`Write at least ${demanded} here: so many fields are required.`, 'maxProperties'];
  }
  const allowed = Object.keys(fieldsOf(plain)).length;
  if (additionalProperties === false && Number(minProperties) > allowed) {
    yield [`Write at most ${allowed} here: the object can have no more fields.`, 'minProperties'];
  }
}

function fieldsOf({ properties }: Schema): Readonly<Record<string, unknown>> {
  return isObject(properties) ? properties : {};
}
