import type { Schema } from '../../src/contract/schemas.ts';
import type { Json } from './json.ts';
import { referredName, SchemaProblem } from './schemas.ts';

/**
 * OpenAPI chooses a branch by the name of its schema, or by what is mapped to that, and Ajv by the
 * values of a field.
 *
 * @param branches their plain forms
 * @throws SchemaProblem where these are not the same
 */
export function assertChosen(
  { oneOf, discriminator }: Json,
  branches: readonly Schema[],
  keys: readonly string[],
) {
  const { propertyName, mapping } = Object(discriminator);
  const names = [oneOf].flat().map(referredName);
  const mapped = new Map(
    Object.entries(Object(mapping)).map(([value, $ref]) => [value, referredName({ $ref })]),
  );
  const chosen = new Set<unknown>();
  for (const [index, branch] of branches.entries()) {
    const values = tagsOf(branch, propertyName);
    if (values.some((value) => typeof value !== 'string' || value in {})) {
      throw new SchemaProblem(
        [...keys, 'oneOf', String(index)],
        `Give \`${propertyName}\` another value here: a text that JavaScript objects do not have themselves.`,
      );
    }
    const isChosen = (value: unknown) =>
      !chosen.has(value) && (mapped.get(String(value)) ?? value) === names[index];
    if (values.length === 0 || !values.every(isChosen)) {
      throw new SchemaProblem(
        [...keys, 'oneOf', String(index)],
        `Refer here to a schema with a name, which requires the field \`${propertyName}\`, with a \`const\` that no other branch has, and map that in \`mapping\` unless it is the name.`,
      );
    }
    for (const value of values) chosen.add(value);
  }
  const unknown = [...mapped.keys()].find((value) => !chosen.has(value));
  if (unknown === undefined) return;
  const at = [...keys, 'discriminator', 'mapping', unknown];
  throw new SchemaProblem(at, 'Remove this line: no branch has this value.');
}

/** The values of a field that choose a branch: none where it may be absent, or anything. */
function tagsOf({ properties, required }: Schema, tag: string): unknown[] {
  if (!Array.isArray(required) || !required.includes(tag)) return [];
  const { const: only, enum: values = [] } = Object(Object(properties)[tag]);
  return only === undefined ? values : [only];
}
