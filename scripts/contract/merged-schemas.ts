import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../src/contract/schemas.ts';
import { SchemaProblem } from './schemas.ts';

/*
 * One schema that says what all parts of an `allOf` say.
 */

/** Where two parts say something else, the later one holds. */
const OVERRIDING = new Set([
  ...['default', 'readOnly', 'writeOnly', 'x-pattern-message'],
  ...['title', 'description', 'externalDocs', 'deprecated', 'example', 'examples'],
]);

/**
 * Merges the plain parts of an `allOf`, and what is beside it.
 *
 * @throws SchemaProblem where they contradict each other, or one schema cannot say the same
 */
export function mergeAll(parts: readonly Schema[], own: Schema, keys: readonly string[]): Schema {
  const at = [...keys, 'allOf'];
  const isAlone = parts.length === 1 && Object.keys(own).every((key) => OVERRIDING.has(key));
  const isUnion = parts.findIndex(({ anyOf, oneOf }) => (anyOf ?? oneOf) !== undefined);
  if (isUnion !== -1 && !isAlone) {
    const message = 'Write the union as a field of its own: in `allOf` it is not supported.';
    throw new SchemaProblem([...at, String(isUnion)], message);
  }
  return merge(parts, own, at);
}

function merge(parts: readonly Schema[], own: Schema, keys: readonly string[]): Schema {
  const merged: Record<string, unknown> = {};
  for (const [keyword, value] of [...parts, own].flatMap((part) => Object.entries(part))) {
    const earlier = merged[keyword];
    merged[keyword] = earlier === undefined ? value : bothOf(keyword, earlier, value, keys);
  }
  const names = Object.keys(Object(merged.properties));
  const isClosed = ({ additionalProperties, unevaluatedProperties, properties }: Schema) =>
    [additionalProperties, unevaluatedProperties].includes(false) &&
    names.some((name) => !Object.hasOwn(Object(properties), name));
  if (!parts.some(isClosed)) return merged;
  throw new SchemaProblem(
    keys,
    'Write `unevaluatedProperties: false` beside this `allOf` alone: a closed part rejects the fields of the others.',
  );
}

function bothOf(keyword: string, one: unknown, other: unknown, keys: readonly string[]): unknown {
  if (isDeepStrictEqual(one, other) || OVERRIDING.has(keyword)) return other;
  if (keyword === 'required') return [...new Set([one, other].flat())];
  if (keyword === 'properties') {
    const properties: Record<string, unknown> = { ...(one as Schema) };
    for (const [name, part] of Object.entries(other as Schema)) {
      const isInBoth = Object.hasOwn(properties, name);
      const earlier = properties[name] as Schema;
      properties[name] = isInBoth ? merge([earlier, part as Schema], {}, keys) : part;
    }
    return properties;
  }
  throw new SchemaProblem(
    keys,
    `Write \`${keyword}\` in one part only: the parts of this \`allOf\` say different things.`,
  );
}
