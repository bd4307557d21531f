// Checks that OpenAPI and Ajv choose the same branches of a union. OpenAPI chooses by the name of
// the branch's schema, or by the value that `mapping` maps to it; Ajv by the `const` or `enum` of a
// field.

import type { Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { asObject, type Json } from './json.ts';
import { listOf, type Report, referredName, UNKNOWN } from './schemas.ts';

interface At {
  readonly keys: readonly string[];
  readonly report: Report;
}

/** @param branches as the model has them */
export function checkBranches(
  { oneOf, discriminator }: Json,
  branches: readonly JsonSchema[],
  { keys, report }: At,
): void {
  const { propertyName, mapping } = asObject(discriminator);
  const tag = String(propertyName);
  const mapped = new Map(
    Object.entries(asObject(mapping)).map(([value, $ref]) => [value, referredName({ $ref })]),
  );
  const names = listOf(oneOf).map(referredName);
  const chosen = new Set<unknown>();
  for (const [index, branch] of branches.entries()) {
    const { const: only, enum: several, ...field } = asObject(asObject(branch.properties)[tag]);
    const values = only === undefined ? listOf(several) : [only];
    const isChosen = (value: unknown) =>
      typeof value === 'string' &&
      !(value in {}) &&
      !chosen.has(value) &&
      (mapped.get(value) ?? value) === names[index];
    // subset.yaml rejects a branch without a name, and another finding is about an unknown one.
    if (names[index] === undefined || branch.type === UNKNOWN) continue;
    const at = [...keys, 'oneOf', String(index)];
    const isRequired = listOf(branch.required).includes(tag);
    if (branch.type !== 'object') report(at, NO_OBJECT);
    else if (field.readOnly === true || field.writeOnly === true) report(at, hiddenTag(tag));
    else if (!isRequired || values.length === 0 || !values.every(isChosen)) report(at, noTag(tag));
    for (const value of values) chosen.add(value);
  }
  if (branches.some(({ type }) => type === UNKNOWN)) return;
  for (const value of mapped.keys()) {
    if (chosen.has(value)) continue;
    const at = [...keys, 'discriminator', 'mapping', value];
    report(at, 'Remove this line: no branch has this value.');
  }
}

const NO_OBJECT =
  'Refer here to a schema with `type: object`. If the value can be null, write that around the ' +
  'union, as `anyOf: [X, { type: "null" }]`.';

function hiddenTag(tag: string): string {
  return (
    `Remove \`readOnly\` and \`writeOnly\` from the field \`${tag}\` of this schema: it chooses ` +
    'the branch in requests and in responses.'
  );
}

function noTag(tag: string): string {
  return (
    `Refer here to a named schema that requires the field \`${tag}\` and gives it a text as ` +
    '`const`. Choose a text that no other branch and no JavaScript object has. If it is not the ' +
    'name of the schema, map it in `mapping`.'
  );
}
