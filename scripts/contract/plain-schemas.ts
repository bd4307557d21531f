import { changeParts, type Schema } from '../../src/schema/schemas.ts';
import { assertBranchesChosen } from './discriminators.ts';
import { asObject, follow, isObject, type Json, keysOf } from './json.ts';
import { mergeParts } from './merged-schemas.ts';
import {
  type Direction,
  FOR_READERS,
  HIDING,
  listOf,
  referredName,
  SchemaProblem,
  typesOf,
} from './schemas.ts';
import { setWrittenKeys, writtenKeys } from './written-keys.ts';

/*
 * The plain form of a contract's schemas, for Ajv and fast-json-stringify: without references, with
 * each `allOf` merged into one schema, and without keywords that only people read.
 */

/** Keywords that only people read, and references, which are replaced. */
const NOT_IN_PLAIN = new Set([...FOR_READERS, '$ref', 'summary']);

/** Where a schema is, and how it is resolved. */
interface At {
  readonly document: object;
  readonly keys: readonly string[];
  readonly isForReaders: boolean;
  /** The references that led there. */
  readonly within: readonly string[];
}

/**
 * The plain form of a schema in requests or responses. `writtenKeys` returns the place of the
 * result, and of each schema within.
 *
 * @param document the document that contains the schema
 * @param keys the place of the schema
 * @param isForReaders whether to keep the keywords that only people read
 * @throws SchemaProblem if the schema has no plain form
 */
export function plainSchema(
  document: object,
  schema: unknown,
  direction: Direction,
  keys: readonly string[] = [],
  isForReaders = false,
): Schema {
  const resolved = resolve(schema, { document, keys, isForReaders, within: [] });
  return directed(resolved, direction, writtenKeys(resolved));
}

function resolve(value: unknown, at: At): Schema {
  const schema = withoutReferences(asObject(value), at);
  setWrittenKeys(schema, at.keys);
  return schema;
}

function withoutReferences(schema: Json, at: At): Schema {
  const { $ref } = schema;
  const isKept = (keyword: string) =>
    !NOT_IN_PLAIN.has(keyword) || (at.isForReaders && FOR_READERS.includes(keyword));
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword)));
  if (typeof $ref === 'string') return { ...referred($ref, at), ...kept };
  const { allOf, anyOf, oneOf, discriminator, ...own } = changeParts(kept, (part, below) =>
    resolve(part, { ...at, keys: [...at.keys, ...below] }),
  );
  const union = anyOf ?? oneOf;
  if (union !== undefined) return { ...own, ...unionOf(schema, listOf(union) as Schema[], at) };
  return allOf === undefined ? own : mergeParts(listOf(allOf) as Schema[], own, at.keys);
}

function referred($ref: string, at: At): Schema {
  if (!at.within.includes($ref)) {
    const target = follow(at.document, keysOf($ref));
    return resolve(target, { ...at, within: [...at.within, $ref] });
  }
  const message = `\`${referredName({ $ref })}\` contains itself: recursion is not supported.`;
  throw new SchemaProblem(at.keys, message);
}

function unionOf(schema: Json, branches: readonly Schema[], at: At): Schema {
  const { discriminator } = schema;
  const keyword = 'anyOf' in schema ? 'anyOf' : 'oneOf';
  if (isObject(discriminator) && !at.isForReaders) {
    assertBranchesChosen(schema, branches, at.keys);
  }
  const [only, ...others] = branches.filter(({ type }) => type !== 'null');
  if (only && others.length === 0 && branches.length === 2) {
    if (allowsNull(only)) throw new SchemaProblem([...at.keys, keyword], NULL_TWICE);
    return nullable(only);
  }
  // Ajv does not support `mapping`.
  const tag = at.isForReaders
    ? discriminator
    : { propertyName: asObject(discriminator).propertyName };
  return {
    ...(branches.every(({ type }) => type === 'object') && { type: 'object' }),
    [keyword]: branches,
    ...(discriminator !== undefined && { discriminator: tag }),
  };
}

const NULL_TWICE = 'Remove the branch `type: "null"`: the other one allows null already.';

function allowsNull(schema: Schema): boolean {
  const branches = listOf(schema.anyOf ?? schema.oneOf).map(asObject);
  return typesOf(schema).includes('null') || branches.some(allowsNull);
}

function nullable({ const: only, ...schema }: Schema): Schema {
  const { type, anyOf, oneOf, ...others } = schema;
  // A union with a discriminator cannot have the branch null.
  const union = schema.discriminator ? undefined : (anyOf ?? oneOf);
  if (union !== undefined) {
    return { ...others, [anyOf ? 'anyOf' : 'oneOf']: [...listOf(union), { type: 'null' }] };
  }
  const values = only === undefined ? schema.enum : [only];
  return {
    ...schema,
    type: [...typesOf(schema), 'null'],
    ...(Array.isArray(values) && { enum: [...new Set(values).add(null)] }),
  };
}

/**
 * The form of a schema in one direction, without the fields of the other direction. In a response,
 * objects are not closed, because additional fields are not sent anyway. Branches of a union stay
 * closed, because additional fields can decide which branch matches.
 */
function directed(
  schema: Schema,
  direction: Direction,
  keys: readonly string[],
  isBranch = false,
): Schema {
  const shown = changeParts(withoutHidden(schema, HIDING[direction]), (part, below) => {
    const isOfUnion = below[0] === 'anyOf' || below[0] === 'oneOf';
    const isClosable = isOfUnion ? !schema.discriminator : isBranch;
    // Merged parts have the place of their `allOf`.
    return directed(part, direction, writtenKeys(part, [...keys, ...below]), isClosable);
  });
  const { additionalProperties, unevaluatedProperties, ...others } = shown;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  const result = {
    ...others,
    ...(isObject(additionalProperties) && { additionalProperties }),
    ...(isClosed && (direction === 'request' || isBranch) && { additionalProperties: false }),
  };
  setWrittenKeys(result, keys);
  return result;
}

function withoutHidden(schema: Schema, hiding: string): Schema {
  const { properties, required } = schema;
  if (!isObject(properties)) return schema;
  const isShown = (name: string) => asObject(properties[name])[hiding] !== true;
  const shown = Object.entries(properties).filter(([name]) => isShown(name));
  return {
    ...schema,
    properties: Object.fromEntries(shown),
    ...(Array.isArray(required) && { required: required.filter(isShown) }),
  };
}
