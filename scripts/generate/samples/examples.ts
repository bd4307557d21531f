import { applied, listOf, type Schemas } from '../schemas.ts';

export interface WithExample {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly schema?: unknown;
}

/** The examples of a parameter or a media type. */
export function examplesOf({ example, examples = {} }: WithExample): unknown[] {
  const values = Object.values(examples).map(({ value }) => value);
  return example === undefined ? values : [example, ...values];
}

/** The examples of a schema. */
export function examplesIn(schema: unknown, schemas: Schemas): unknown[] {
  return applied(schema, schemas).flatMap(({ example, examples }) =>
    example === undefined ? listOf(examples) : [example],
  );
}
