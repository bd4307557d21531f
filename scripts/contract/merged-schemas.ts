import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../src/schema/schemas.ts';
import { asObject } from './json.ts';
import { FOR_READERS, SchemaProblem } from './schemas.ts';

/*
 * Merges the parts of an `allOf` into one schema.
 */

/** Keywords beside an `allOf` that replace those of its parts. */
const OVERRIDING = new Set(['default', 'x-pattern-message', ...FOR_READERS]);
/** Keywords that are allowed beside an `allOf` whose only part is a union. */
const OF_FIELDS = new Set([...OVERRIDING, 'readOnly', 'writeOnly']);

/**
 * Merges the plain parts of an `allOf`, and the keywords beside it.
 *
 * @throws SchemaProblem if the parts contradict each other, or no single schema means the same
 */
export function mergeParts(parts: readonly Schema[], own: Schema, keys: readonly string[]): Schema {
  const at = [...keys, 'allOf'];
  const isAlone = parts.length === 1 && Object.keys(own).every((key) => OF_FIELDS.has(key));
  const union = parts.findIndex(({ anyOf, oneOf }) => (anyOf ?? oneOf) !== undefined);
  if (union !== -1 && !isAlone) {
    const message = 'Write the union as a field of its own: in `allOf` it is not supported.';
    throw new SchemaProblem([...at, String(union)], message);
  }
  return merge(parts, own, at);
}

function merge(parts: readonly Schema[], own: Schema, keys: readonly string[]): Schema {
  const merged: Record<string, unknown> = {};
  for (const part of [...parts, own]) {
    for (const [keyword, value] of Object.entries(part)) {
      const earlier = merged[keyword];
      const isReplaced = earlier === undefined || (part === own && OVERRIDING.has(keyword));
      merged[keyword] = isReplaced ? value : bothOf(keyword, earlier, value, keys);
    }
  }
  if (merged.readOnly === true && merged.writeOnly === true) {
    throw new SchemaProblem(keys, 'Keep one of `readOnly` and `writeOnly` in these parts.');
  }
  const names = Object.keys(asObject(merged.properties));
  const isClosed = ({ additionalProperties, unevaluatedProperties, properties }: Schema) =>
    [additionalProperties, unevaluatedProperties].includes(false) &&
    names.some((name) => !Object.hasOwn(asObject(properties), name));
  if (!parts.some(isClosed)) return merged;
  throw new SchemaProblem(
    keys,
    'Write `unevaluatedProperties: false` beside this `allOf`, and close none of its parts: a ' +
      'closed part rejects the fields of the others.',
  );
}

function bothOf(keyword: string, one: unknown, other: unknown, keys: readonly string[]): unknown {
  // The later part wins where only people read the keyword.
  if (isDeepStrictEqual(one, other) || FOR_READERS.includes(keyword)) return other;
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
