import type { Schema } from '../../src/contract/schemas.ts';
import { assertChosen } from './chosen-branches.ts';
import { directed } from './directed-schemas.ts';
import { follow, isObject, type Json, keysOf } from './json.ts';
import { mergeAll } from './merged-schemas.ts';
import { type Direction, FOR_READERS, referredName, SchemaProblem } from './schemas.ts';

/*
 * The schemas of a contract as Ajv and fast-json-stringify take them: without references, each
 * `allOf` merged into one schema, and without what only people read.
 */

const KEPT = new Set([
  ...['type', 'format', 'enum', 'const', 'default', 'readOnly', 'writeOnly'],
  ...['minLength', 'maxLength', 'pattern', 'x-pattern-message'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'required', 'minProperties', 'maxProperties'],
  ...['additionalProperties', 'unevaluatedProperties'],
]);

const DESCRIBED = new Set([...KEPT, ...FOR_READERS]);

/** Where each plain schema is from. */
export type Places = WeakMap<object, readonly string[]>;

/** Where a schema is. */
interface At {
  readonly document: object;
  readonly keys: readonly string[];
  readonly places: Places;
  readonly kept: ReadonlySet<string>;
  /** The references that have led there. */
  readonly within: readonly string[];
}

/**
 * The plain form of a schema in requests or responses.
 *
 * @param document where its references lead
 * @param keys where it is
 * @param places where to write down, for each schema that is made, where it is from
 * @param isDescribed whether it keeps what people read
 * @throws SchemaProblem
 */
export function plainSchema(
  document: object,
  schema: unknown,
  direction: Direction,
  keys: readonly string[] = [],
  places: Places = new WeakMap(),
  isDescribed = false,
): Schema {
  const at = { document, keys, places, kept: isDescribed ? DESCRIBED : KEPT, within: [] };
  return directed(resolve(schema, at), direction, places);
}

function resolve(value: unknown, at: At): Schema {
  const schema = resolved(isObject(value) ? value : {}, at);
  at.places.set(schema, at.keys);
  return schema;
}

function resolved(schema: Json, at: At): Schema {
  const { $ref, allOf, properties, items, additionalProperties } = schema;
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => at.kept.has(key)));
  if (typeof $ref === 'string') return { ...referred($ref, at), ...kept };
  const below = (part: unknown, ...more: string[]) =>
    resolve(part, { ...at, keys: [...at.keys, ...more] });
  const own = {
    ...kept,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, below(one, 'properties', name)]),
      ),
    }),
    ...(items !== undefined && { items: below(items, 'items') }),
    ...(isObject(additionalProperties) && {
      additionalProperties: below(additionalProperties, 'additionalProperties'),
    }),
  };
  const all = (keyword: string, parts: readonly unknown[]) =>
    parts.map((part, index) => below(part, keyword, String(index)));
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const plain = all(keyword, branches);
    const { discriminator } = schema;
    if (at.kept !== KEPT) return withUnion(own, keyword, plain, discriminator);
    if (isObject(discriminator)) assertChosen(schema, plain, at.keys);
    assertNullOnce(plain, [...at.keys, keyword]);
    // Ajv knows no mapping.
    const { propertyName } = Object(discriminator);
    return withUnion(own, keyword, plain, isObject(discriminator) ? { propertyName } : undefined);
  }
  return Array.isArray(allOf) ? mergeAll(all('allOf', allOf), own, at.keys) : own;
}

function referred($ref: string, at: At): Schema {
  if (!at.within.includes($ref)) {
    const target = follow(at.document, keysOf($ref));
    return resolve(target, { ...at, within: [...at.within, $ref] });
  }
  const message = `\`${referredName({ $ref })}\` contains itself: recursion is not supported.`;
  throw new SchemaProblem(at.keys, message);
}

const NULL_TWICE = 'Remove the branch `type: "null"`: the other one allows null already.';

/** @throws SchemaProblem where a branch null stands beside one that allows null already */
function assertNullOnce(branches: readonly Schema[], keys: readonly string[]) {
  const others = branches.filter(({ type }) => type !== 'null');
  if (others.length === 1 && branches.length === 2 && others.some(allowsNull)) {
    throw new SchemaProblem(keys, NULL_TWICE);
  }
}

function allowsNull({ type, anyOf, oneOf }: Schema): boolean {
  const branches = [anyOf ?? oneOf ?? []].flat() as Schema[];
  return [type].flat().includes('null') || branches.some(allowsNull);
}

function withUnion(
  own: Schema,
  keyword: string,
  branches: readonly Schema[],
  discriminator: unknown,
): Schema {
  const [only, ...others] = branches.filter(({ type }) => type !== 'null');
  if (only && others.length === 0 && branches.length === 2) return { ...nullable(only), ...own };
  return {
    ...own,
    ...(branches.every(({ type }) => type === 'object') && { type: 'object' }),
    [keyword]: branches,
    ...(discriminator !== undefined && { discriminator }),
  };
}

function nullable({ const: only, ...schema }: Schema): Schema {
  const { type, anyOf, oneOf, ...others } = schema;
  const values = only === undefined ? schema.enum : [only];
  // A discriminator chooses between objects, and is not asked about null.
  const union = schema.discriminator ? undefined : (anyOf ?? oneOf);
  if (union !== undefined) {
    return { ...others, [anyOf ? 'anyOf' : 'oneOf']: [union, { type: 'null' }].flat() };
  }
  return {
    ...schema,
    type: [...new Set([type].flat()).add('null')],
    ...(Array.isArray(values) && { enum: [...new Set(values).add(null)] }),
  };
}

/** Where a part was written: from the last schema on the way there whose place is known. */
export function writtenKeys(keys: readonly string[], start: object, places: Places): string[] {
  let part: unknown = start;
  let found = [...(places.get(start) ?? [])];
  for (const key of keys) {
    part = Object(part)[key];
    const place = places.get(Object(part));
    found = place ? [...place] : [...found, key];
  }
  return found;
}
