import { MAX_DEPTH } from '../../src/contract/json-bodies.ts';
import { rangeOf } from '../../src/schema/exact-numbers.ts';
import type { Schema } from '../../src/schema/schemas.ts';
import { isObject } from './json.ts';
import { type Direction, listOf, typesOf } from './schemas.ts';
import type { Finding } from './subset.ts';
import { textLengths } from './text-lengths.ts';
import { writtenKeys } from './written-keys.ts';

/*
 * The rules for a schema where it is used, in its plain form. subset.yaml has the rules that hold
 * for schemas everywhere.
 */

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
  /** How many more levels of objects and lists there may be. */
  readonly levels: number;
}

/** The cure for each broken rule, with the keys from the schema to the place. */
type Problems = Generator<readonly [message: string, ...keys: string[]]>;

/**
 * Finds the rules that a plain schema breaks, or a schema within.
 *
 * @param isRequired whether the value is always there
 */
export function schemaProblems(
  plain: Schema,
  use: Pick<Use, 'role' | 'direction' | 'isRequired'>,
): Finding[] {
  const top = { isCounted: false, isInUnion: false, levels: MAX_DEPTH };
  return problemsWithin(plain, { ...top, ...use });
}

function problemsWithin(plain: Schema, use: Use): Finding[] {
  const keys = writtenKeys(plain);
  const isUnion = unionOf(plain).length > 0;
  const isLevel = !isUnion && typesOf(plain).some((type) => type === 'object' || type === 'array');
  const levels = isLevel ? use.levels - 1 : use.levels;
  if (levels < 0) return [{ keys, message: TOO_DEEP }];
  const own = [...problemsOf(plain, use)].map(([message, ...below]) => {
    return { message, keys: [...keys, ...below] };
  });
  const isCounted = 'minProperties' in plain || 'maxProperties' in plain;
  const required = listOf(plain.required);
  const below = (part: unknown, role: Role, name?: string) => {
    if (!isObject(part)) return [];
    return problemsWithin(part, {
      role,
      direction: use.direction,
      isRequired: name !== undefined && required.includes(name),
      isCounted: isCounted && role === 'field',
      isInUnion: use.isInUnion || role === 'branch',
      levels,
    });
  };
  return [
    ...own,
    ...Object.entries(fieldsOf(plain)).flatMap(([name, field]) => below(field, 'field', name)),
    ...below(plain.items, use.role === 'value or list' ? 'value of list' : 'item'),
    ...below(plain.additionalProperties, 'map value'),
    ...unionOf(plain).flatMap((branch) => below(branch, 'branch')),
  ];
}

const TOO_DEEP = `Nest these values less deeply: at most ${MAX_DEPTH} levels are read.`;

function* problemsOf(plain: Schema, use: Use): Problems {
  if (typesOf(plain).length === 0 && unionOf(plain).length === 0) {
    yield ['Write a schema with a `type` here.'];
    return;
  }
  yield* ofRole(plain, use);
  yield* ofDefault(plain, use);
  if (use.isInUnion && plain.format === 'int64') {
    const cure = 'Write `int32`, or describe it outside of the union';
    yield [`${cure}: an int64 within a union would not be exact.`];
  }
  if (use.direction === 'request') yield* ofRequest(plain);
  if (use.direction === 'response' && listOf(plain.anyOf).slice(0, -1).some(isOpen)) {
    yield [ONE_OF];
  }
  yield* ofObject(plain);
  yield* ofList(plain);
  yield* ofNumber(plain);
  yield* ofText(plain);
}

const ONE_OF =
  'Write `oneOf`, or close the objects of each branch except the last with ' +
  '`additionalProperties: false`: of a value that fits several branches, only the fields of one ' +
  'are sent.';
const VALUE_TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

function* ofRole({ type, ...plain }: Schema, { role }: Use): Problems {
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

function* ofRequest(plain: Schema): Problems {
  const types = typesOf(plain);
  if (types.includes('string') && !TEXT_BOUNDS.some((keyword) => keyword in plain)) {
    yield ['Limit this text of a request with `maxLength`.'];
  }
  if (types.includes('array') && !('maxItems' in plain)) {
    yield ['Limit this list of a request with `maxItems`.'];
  }
  if (!types.includes('object') || unionOf(plain).length > 0) return;
  const { additionalProperties } = plain;
  if (additionalProperties === undefined) {
    const closed = '`additionalProperties: false`, or beside `allOf` with';
    yield [`Close this object of a request with ${closed} \`unevaluatedProperties: false\`.`];
  } else if (isObject(additionalProperties)) {
    const cure = 'Write `false`, and name the fields in `properties`';
    yield [`${cure}: a request has no map.`, 'additionalProperties'];
  }
}

const NO_VALUE = 'No value can fit both this keyword and the others beside it: change one of them.';
const LEAST_IS_MORE = 'No value can fit: write a lower bound that is not above the upper bound.';

function* ofObject(plain: Schema): Problems {
  const { properties, additionalProperties, required, minProperties = 0, maxProperties } = plain;
  const fields = fieldsOf(plain);
  const names = listOf(required).map(String);
  const isOfObjects = typesOf(plain).includes('object') && unionOf(plain).length === 0;
  if (isOfObjects && properties === undefined && additionalProperties === undefined) {
    yield ['Name the fields in `properties`: other fields are not sent.'];
  }
  for (const [index, name] of names.entries()) {
    // The values of a map have its schema.
    if (Object.hasOwn(fields, name) || isObject(additionalProperties)) continue;
    yield [`Describe ${name} in \`properties\`, or remove it here.`, 'required', String(index)];
  }
  if (isObject(additionalProperties)) {
    if (properties !== undefined) yield ['Put the map into a field of its own.'];
  } else if (properties !== undefined && Number(minProperties) > Object.keys(fields).length) {
    yield [NO_VALUE, 'minProperties'];
  }
  if (maxProperties === undefined) return;
  if (names.length > Number(maxProperties)) yield [NO_VALUE, 'maxProperties'];
  if (Number(minProperties) > Number(maxProperties)) yield [LEAST_IS_MORE, 'minProperties'];
}

function* ofList(plain: Schema): Problems {
  const { items, uniqueItems, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = plain;
  if (Number(minItems) > Number(maxItems)) yield [LEAST_IS_MORE, 'minItems'];
  if (uniqueItems !== true || !isObject(items)) return;
  if (!['string', 'integer', 'boolean'].includes(String(items.type))) {
    const message = 'Leave `uniqueItems` out: only strings, integers and booleans are compared.';
    yield [message, 'uniqueItems'];
  }
  if (Number(minItems) > countOfValues(items)) yield [NO_VALUE, 'minItems'];
}

/** How many different values a schema of strings, integers or booleans allows at most. */
function countOfValues(schema: Schema): number {
  const { type, enum: values, const: only, maxLength } = schema;
  if (only !== undefined || maxLength === 0) return 1;
  if (Array.isArray(values)) return values.length;
  if (type === 'boolean') return 2;
  if (type !== 'integer') return Number.POSITIVE_INFINITY;
  const { least, most, unit } = limitsOf(schema, type);
  return Math.floor((most - least) / unit) + 1;
}

function* ofNumber(plain: Schema): Problems {
  const type = typesOf(plain).find((one) => one === 'integer' || one === 'number');
  if (type === undefined) return;
  const { lowest, highest, least, most } = limitsOf(plain, type);
  const isInteger = type === 'integer';
  const keywords = ['multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'minimum', 'maximum'];
  const written = keywords.filter((keyword) => keyword in plain);
  const isOfFormat = (keyword: string) => {
    const bound = Number(plain[keyword]);
    return Number.isSafeInteger(bound) && bound >= lowest && bound <= highest;
  };
  const keyword = written.find((one) => isInteger && !isOfFormat(one));
  if (keyword !== undefined) {
    yield ['Write an integer here that fits the format of the schema.', keyword];
    return;
  }
  const { exclusiveMinimum: above, exclusiveMaximum: below } = plain;
  const isExcluded = least === most && (least === above || least === below);
  if (least > most || isExcluded) yield [NO_VALUE, written[0] ?? 'type'];
}

/** The range of a number's format, and the least and the greatest number within the bounds. */
function limitsOf(plain: Schema, type: 'integer' | 'number') {
  const [lowest, highest] = rangeOf(type, plain.format).map(Number) as [number, number];
  const { minimum = lowest, maximum = highest, multipleOf } = plain;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = plain;
  const unit = Number(multipleOf ?? 1);
  const step = type === 'integer' ? 1 : 0;
  const over = Math.max(lowest, Number(minimum), Number(above ?? Number.NEGATIVE_INFINITY) + step);
  const most = Math.min(highest, Number(maximum), Number(below ?? Number.POSITIVE_INFINITY) - step);
  const least = type === 'integer' ? Math.ceil(over / unit) * unit : over;
  return { lowest, highest, least, most, unit };
}

function* ofText(plain: Schema): Problems {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = plain;
  const [least, most] = textLengths(pattern, format);
  if (Number(minLength) > Number(maxLength)) yield [LEAST_IS_MORE, 'minLength'];
  else if (Number(minLength) > most) yield [NO_VALUE, 'minLength'];
  if (least > Number(maxLength)) yield [NO_VALUE, 'maxLength'];
  if (least > most) yield [NO_VALUE, 'pattern'];
}

/** Whether a response with this schema leaves out additional fields of an object. */
function isOpen(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { additionalProperties, discriminator, items } = schema;
  const branches = unionOf(schema);
  const isOfObjects = typesOf(schema).includes('object') && branches.length === 0;
  if (isOfObjects && additionalProperties === undefined) return true;
  // A discriminator chooses the branch, so that branches need not be closed.
  const parts = discriminator === undefined ? branches : [];
  return [...parts, ...Object.values(fieldsOf(schema)), items, additionalProperties].some(isOpen);
}

function fieldsOf({ properties }: Schema): Readonly<Record<string, unknown>> {
  return isObject(properties) ? properties : {};
}

function unionOf({ anyOf, oneOf }: Schema): unknown[] {
  return listOf(anyOf ?? oneOf);
}
