import type { Schema } from '../../src/contract/schemas.ts';
import { isObject } from './json.ts';
import { type Direction, HIDING, listOf, partsOf, SchemaProblem } from './schemas.ts';

/**
 * What of a plain schema holds in one direction: without the other's fields. Nor is a response
 * closed, since what it has besides is not sent, but for the branches of a union, which may be told
 * apart by that.
 *
 * @param places where each schema is from
 */
export function directed(
  schema: Schema,
  direction: Direction,
  places: WeakMap<object, readonly string[]>,
  isBranch = false,
  above: readonly string[] = [],
): Schema {
  const { properties, items, additionalProperties, unevaluatedProperties, ...others } = schema;
  // What was merged of several parts is where their `allOf` is.
  const keys = places.get(schema) ?? above;
  const below = (part: unknown, ...more: string[]) =>
    directed(part as Schema, direction, places, isBranch, [...keys, ...more]);
  const branches = (part: unknown) =>
    (part as Schema[]).map((one) => directed(one, direction, places, !schema.discriminator, keys));
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  const { anyOf, oneOf } = others;
  if (direction === 'response' && listOf(anyOf).slice(0, -1).some(isOpen)) {
    throw new SchemaProblem(keys, ONE_OF);
  }
  const result = {
    ...others,
    ...(isObject(properties) && shownFields(schema, properties, direction, below)),
    ...(items !== undefined && { items: below(items, 'items') }),
    ...(isObject(additionalProperties) && {
      additionalProperties: below(additionalProperties, 'additionalProperties'),
    }),
    ...(isClosed && (direction === 'request' || isBranch) && { additionalProperties: false }),
    ...(anyOf !== undefined && { anyOf: branches(anyOf) }),
    ...(oneOf !== undefined && { oneOf: branches(oneOf) }),
  };
  places.set(result, keys);
  return result;
}

const ONE_OF =
  'Write `oneOf`, or close each object but that of the last branch with `additionalProperties: false`: of a value that fits several, only the fields of one are sent.';

/** Whether other fields than those with a name are left out of it. */
function isOpen(schema: unknown): boolean {
  const { type, anyOf, oneOf, discriminator, ...own } = Object(schema);
  const { additionalProperties, unevaluatedProperties } = own;
  const isClosed = [additionalProperties, unevaluatedProperties].includes(false);
  const isOfObjects = [type].flat().includes('object') && !isObject(additionalProperties);
  // The branches of a discriminator are told apart by its field, and not closed.
  const branches = discriminator ? [] : listOf(anyOf ?? oneOf);
  const isOwn = isOfObjects && !isClosed && branches.length === 0;
  return isOwn || [...partsOf(own), ...branches].some(isOpen);
}

function shownFields(
  { required }: Schema,
  properties: Schema,
  direction: Direction,
  below: (part: unknown, ...more: string[]) => Schema,
) {
  const isHidden = (name: string) =>
    Object.hasOwn(properties, name) && Object(properties[name])[HIDING[direction]] === true;
  const shown = Object.entries(properties).filter(([name]) => !isHidden(name));
  return {
    properties: Object.fromEntries(
      shown.map(([name, part]) => [name, below(part, 'properties', name)]),
    ),
    ...(Array.isArray(required) && { required: required.filter((name) => !isHidden(name)) }),
  };
}
