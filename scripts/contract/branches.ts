// The branches of a union as they are written, and what tells them apart.

import { asObject, isObject, type Json } from './json.ts';
import { listOf, referredName, type Schemas } from './schemas.ts';

export interface Branch {
  readonly written: unknown;
  /** Its place in `oneOf` or `anyOf`. */
  readonly index: number;
  /** The values of the field that chooses it; without such a field, its name or place. */
  readonly values: readonly unknown[];
}

/** The branches of a `oneOf` or `anyOf` other than null, and the field that tells them apart. */
export function branchesOf(
  { oneOf, anyOf, discriminator }: Json,
  schemas: Schemas,
): { readonly tag: string | undefined; readonly branches: Branch[] } {
  const written = listOf(oneOf ?? anyOf)
    .map((branch, index) => ({ written: branch, index }))
    .filter((branch) => !isNull(branch.written));
  const { propertyName, mapping } = asObject(discriminator);
  const all = written.map((branch) => branch.written);
  const tag = propertyName === undefined ? impliedTag(all, schemas) : String(propertyName);
  const mapped = Object.entries(asObject(mapping));
  const branches = written.map((branch) => {
    const name = referredName(branch.written);
    const constants = tag === undefined ? [] : constantsOf(branch.written, tag, schemas);
    const values = mapped.filter(
      ([, $ref]) => name !== undefined && referredName({ $ref }) === name,
    );
    const byDefault = name ?? `branch ${branch.index}`;
    const chosen = constants.length > 0 ? constants : values.map(([value]) => value);
    return { ...branch, values: chosen.length > 0 ? chosen : [byDefault] };
  });
  return { tag, branches };
}

function isNull(branch: unknown): boolean {
  const { type, const: only, enum: values } = asObject(branch);
  return (
    type === 'null' || only === null || (listOf(values).length === 1 && listOf(values)[0] === null)
  );
}

/**
 * A field that has other constants in each branch, as some authors write without a discriminator.
 */
function impliedTag(branches: readonly unknown[], schemas: Schemas): string | undefined {
  const names = applyingSchemas(branches[0], schemas).flatMap(({ properties }) =>
    Object.keys(asObject(properties)),
  );
  return names.find((name) => {
    const constants = branches.map((branch) => constantsOf(branch, name, schemas));
    const all = constants.flat();
    return constants.every(({ length }) => length > 0) && new Set(all).size === all.length;
  });
}

/** The values that a field of a schema can have, if `const` or `enum` lists them. */
export function constantsOf(schema: unknown, field: string, schemas: Schemas): unknown[] {
  const fields = applyingSchemas(schema, schemas).map(
    ({ properties }) => asObject(properties)[field],
  );
  return fields
    .flatMap((one) => applyingSchemas(one, schemas))
    .flatMap(({ const: only, enum: values }) => (only === undefined ? listOf(values) : [only]));
}

/** The schemas that apply to the same value: this one, its `$ref`, and its `allOf`. */
function applyingSchemas(schema: unknown, schemas: Schemas, seen = new Set<unknown>()): Json[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const name = referredName(schema);
  const others = [...(name === undefined ? [] : [schemas[name]]), ...listOf(schema.allOf)];
  return [schema, ...others.flatMap((other) => applyingSchemas(other, schemas, seen))];
}
