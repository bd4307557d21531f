import type { Schema } from '../../src/schema/schemas.ts';
import { asObject, type Json } from './json.ts';
import { listOf, referredName, SchemaProblem } from './schemas.ts';

/**
 * Checks that OpenAPI and Ajv choose the same branches. OpenAPI chooses by the name of the branch's
 * schema, or by the value that `mapping` maps to it; Ajv by the `const` or `enum` of a field.
 *
 * @param branches the plain forms of the branches
 * @throws SchemaProblem if they choose different branches
 */
export function assertBranchesChosen(
  { oneOf, discriminator }: Json,
  branches: readonly Schema[],
  keys: readonly string[],
): void {
  const { propertyName, mapping } = asObject(discriminator);
  const tag = String(propertyName);
  const mapped = new Map(
    Object.entries(asObject(mapping)).map(([value, $ref]) => [value, referredName({ $ref })]),
  );
  const names = listOf(oneOf).map(referredName);
  const chosen = new Set<unknown>();
  for (const [index, branch] of branches.entries()) {
    const values = tagsOf(branch, tag);
    const isChosen = (value: unknown) =>
      typeof value === 'string' &&
      !(value in {}) &&
      !chosen.has(value) &&
      (mapped.get(value) ?? value) === names[index];
    if (values.length === 0 || !values.every(isChosen)) {
      const message =
        `Refer here to a named schema that requires the field \`${tag}\` and gives it a text as ` +
        '`const`. Choose a text that no other branch and no JavaScript object has. If it is not ' +
        'the name of the schema, map it in `mapping`.';
      throw new SchemaProblem([...keys, 'oneOf', String(index)], message);
    }
    for (const value of values) chosen.add(value);
  }
  const unknown = [...mapped.keys()].find((value) => !chosen.has(value));
  if (unknown === undefined) return;
  const at = [...keys, 'discriminator', 'mapping', unknown];
  throw new SchemaProblem(at, 'Remove this line: no branch has this value.');
}

/** The values of a field that choose a branch; none if the field is optional or can be anything. */
function tagsOf({ properties, required }: Schema, tag: string): unknown[] {
  if (!listOf(required).includes(tag)) return [];
  const { const: only, enum: values } = asObject(asObject(properties)[tag]);
  return only === undefined ? listOf(values) : [only];
}
