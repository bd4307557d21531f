import { find, type Located, propertiesOf, type Surroundings } from './composites.ts';
import { isSchema } from './keywords.ts';
import type { Node } from './node.ts';
import { SchemaError } from './schema-error.ts';
import { mismatch, type Violations, violation, within } from './violations.ts';

/** Selects the branch of a union by the value of a property. */
export interface Discriminator {
  readonly select: (value: unknown) => Node | undefined;
  /** Says why no branch is selected. */
  readonly explain: (value: unknown) => Violations;
}

/**
 * The discriminator of a union, if it has one.
 *
 * @throws {SchemaError} when the values of the property do not tell the branches apart
 * @see https://spec.openapis.org/oas/v3.1.2#discriminator-object
 */
export function discriminatorOf(
  { schema, keys }: Located,
  branches: readonly (readonly [Located, Node])[],
  surroundings: Surroundings,
): Discriminator | undefined {
  const { discriminator } = schema;
  if (discriminator === undefined) return undefined;
  const at = [...keys, 'discriminator'];
  if (!isSchema(discriminator) || typeof discriminator.propertyName !== 'string') {
    throw new SchemaError(at, 'discriminator must have a propertyName.');
  }
  const name = discriminator.propertyName;
  const mapping = new Map(Object.entries(discriminator.mapping ?? {}));
  const nodes = new Map<string, Node>();
  for (const [branch, node] of branches) {
    for (const value of valuesOf(branch, name, surroundings)) {
      if (nodes.has(value)) throw new SchemaError(at, `Two branches have ${value} as ${name}.`);
      assertMapped(value, branch, mapping, at);
      nodes.set(value, node);
    }
  }
  for (const value of mapping.keys()) {
    if (nodes.has(value)) continue;
    throw new SchemaError([...at, 'mapping', value], `No branch allows ${value} as ${name}.`);
  }
  return createDiscriminator(name, nodes);
}

function createDiscriminator(name: string, nodes: ReadonlyMap<string, Node>): Discriminator {
  const selected = (value: unknown) =>
    isSchema(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return {
    select: (value) => {
      const kind = selected(value);
      return typeof kind === 'string' ? nodes.get(kind) : undefined;
    },
    explain: (value) => {
      if (!isSchema(value)) return mismatch(['object']);
      if (selected(value) === undefined) return within(name, violation('is required'));
      return within(name, violation(`must be one of ${[...nodes.keys()].join(', ')}`));
    },
  };
}

/** A value without an entry in the mapping stands for the schema of its name. */
function assertMapped(
  value: string,
  { schema }: Located,
  mapping: ReadonlyMap<string, unknown>,
  keys: readonly string[],
) {
  const target = mapping.get(value) ?? value;
  const names = [schema.$ref, String(schema.$ref).split('/').at(-1)];
  if (names.includes(target)) return;
  throw new SchemaError([...keys, 'mapping'], `Map ${value} to the branch that allows it.`);
}

/** The values of the property that a branch allows. */
function valuesOf(branch: Located, name: string, surroundings: Surroundings): string[] {
  const isRequired = ({ schema }: Located) =>
    Array.isArray(schema.required) && schema.required.includes(name);
  if (!find(branch, surroundings, isRequired)) {
    throw new SchemaError(branch.keys, `Add ${name}, the discriminator, to required.`);
  }
  let property: Located | undefined;
  find(branch, surroundings, ({ schema, keys }) => {
    const named = propertiesOf(schema, keys).find(([key]) => key === name);
    const isFixed = ({ schema: { const: only, enum: list } }: Located) =>
      only !== undefined || list !== undefined;
    property = named && find(named[1], surroundings, isFixed);
    return property !== undefined;
  });
  const { const: only, enum: list } = property?.schema ?? {};
  const values = only === undefined ? list : [only];
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return values;
  throw new SchemaError(
    branch.keys,
    `Give ${name}, the discriminator, a const or enum of strings.`,
  );
}
