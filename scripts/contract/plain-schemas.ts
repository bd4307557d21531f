// The plain form of a contract's schemas, for Ajv and fast-json-stringify: without references, with
// each `allOf` merged into one schema, and without keywords that only people read.

import { changeParts, type Schema } from '../../src/platform/schema/schemas.ts';
import { checkBranches } from './discriminators.ts';
import { asObject, follow, isObject, type Json, keysOf } from './json.ts';
import { mergeParts } from './merged-schemas.ts';
import {
  type Direction,
  FOR_READERS,
  HIDING,
  isComponent,
  listOf,
  partsOf,
  type Report,
  referredName,
  throwProblem,
  typesOf,
  UNKNOWN,
} from './schemas.ts';
import { setWrittenKeys, writtenKeys } from './written-keys.ts';

/** Keywords that only people read, and references, which are replaced. */
const NOT_IN_PLAIN = new Set([...FOR_READERS, '$ref', 'summary']);

/** Where a schema is, and how it is resolved. */
interface At {
  readonly document: object;
  readonly keys: readonly string[];
  readonly isForReaders: boolean;
  /** The references that led there. */
  readonly within: readonly string[];
  readonly report: Report;
}

interface PlainOptions {
  /** Whether to keep the keywords that only people read. */
  readonly isForReaders?: boolean;
  /** Gets each reason why the schema has no plain form. Without it, the first one is thrown. */
  readonly report?: Report;
}

/**
 * The plain form of a schema in requests or responses. `writtenKeys` returns the place of the
 * result, and of each schema within.
 *
 * @param document the document that contains the schema
 * @param keys the place of the schema
 * @throws SchemaProblem if the schema has no plain form
 */
export function plainSchema(
  document: object,
  schema: unknown,
  direction: Direction,
  keys: readonly string[] = [],
  { isForReaders = false, report = throwProblem }: PlainOptions = {},
): Schema {
  const resolved = resolve(schema, { document, keys, isForReaders, report, within: [] });
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
  if (anyOf !== undefined) return { ...own, ...nullable(listOf(anyOf) as Schema[], at) };
  if (oneOf !== undefined) return { ...own, ...unionOf(schema, listOf(oneOf) as Schema[], at) };
  return allOf === undefined ? own : mergeParts(listOf(allOf) as Schema[], own, at);
}

function referred($ref: string, at: At): Schema {
  if (!at.within.includes($ref)) {
    const target = follow(at.document, keysOf($ref));
    if (!isObject(target) || !isComponent($ref)) return { type: UNKNOWN };
    return resolve(target, { ...at, within: [...at.within, $ref] });
  }
  const name = referredName({ $ref });
  at.report(
    at.keys,
    `\`${name}\` contains itself. Give the id of the inner one instead: recursion is not supported.`,
  );
  return { type: UNKNOWN };
}

/** Whether a plain schema, or one within, cannot be read in full. */
export function isIncomplete(plain: Schema): boolean {
  return typesOf(plain).includes(UNKNOWN) || partsOf(plain).some(isIncomplete);
}

function unionOf(schema: Json, branches: readonly Schema[], at: At): Schema {
  const { discriminator } = schema;
  if (isObject(discriminator) && !at.isForReaders) checkBranches(schema, branches, at);
  // Ajv does not support `mapping`.
  const tag = at.isForReaders
    ? discriminator
    : { propertyName: asObject(discriminator).propertyName };
  return { type: 'object', oneOf: branches, discriminator: tag };
}

/** The first branch of an `anyOf`, with null: the second branch is null. */
function nullable([{ const: only, ...schema } = {}]: readonly Schema[], at: At): Schema {
  const types = typesOf(schema);
  if (types.slice(1).includes('null')) {
    at.report(
      [...at.keys, 'anyOf'],
      'Remove the branch `type: "null"`: the other one allows null already.',
    );
    return schema;
  }
  const values = only === undefined ? schema.enum : [only];
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

/**
 * The form of a schema in one direction, without the fields of the other direction. In a response,
 * objects are not closed, because additional fields are not sent anyway.
 */
export function directed(schema: Schema, direction: Direction, keys: readonly string[]): Schema {
  const shown = changeParts(withoutHidden(schema, HIDING[direction]), (part, below) => {
    // Merged parts have the place of their `allOf`.
    return directed(part, direction, writtenKeys(part, [...keys, ...below]));
  });
  const { additionalProperties, unevaluatedProperties, ...others } = shown;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  const result = {
    ...others,
    ...(isObject(additionalProperties) && { additionalProperties }),
    ...(isClosed && direction === 'request' && { additionalProperties: false }),
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
