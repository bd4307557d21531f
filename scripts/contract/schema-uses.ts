// Where a contract uses schemas, and what is wrong with them there.

import { inDirection } from './directed.ts';
import type { Finding } from './finding.ts';
import { asObject, type Json, pointerOf } from './json.ts';
import {
  type Body,
  type Contract,
  type Direction,
  type Header,
  KEYS,
  MADE_OF,
  type Parameter,
  PROBLEMS,
  type Schema,
  WRITTEN,
} from './model.ts';
import { type Role, schemaProblems } from './schema-rules.ts';
import { HIDING, partsOf, typesOf, UNKNOWN } from './schemas.ts';
import { checkOf, unfitExamples, unfitValues } from './values.ts';

/** A parameter, a header or a body: where a contract uses a schema. */
export type SchemaUse = { readonly direction: Direction; readonly role: Role } & (
  | { readonly kind: 'parameter'; readonly value: Parameter }
  | { readonly kind: 'header'; readonly value: Header }
  | { readonly kind: 'body'; readonly value: Body; readonly status: string | undefined }
);

/** The parameters, headers and bodies of a contract. */
export function schemaUses({ operations }: Contract): SchemaUse[] {
  return operations
    .flatMap(({ parameters, requestBody, responses }): SchemaUse[] => [
      ...parameters.map((value): SchemaUse => {
        const role = value.in === 'query' ? 'value or list' : 'value';
        return { kind: 'parameter', value, direction: 'request', role };
      }),
      ...(requestBody?.content ?? []).map((value) => bodyUse(value, 'request')),
      ...responses.flatMap(({ status, headers, content }): SchemaUse[] => [
        ...headers.map((value): SchemaUse => {
          return { kind: 'header', value, direction: 'response', role: 'value' };
        }),
        ...content.map((value) => bodyUse(value, 'response', status)),
      ]),
    ])
    .filter(({ value: { schema } }) => !isAbsent(schema));
}

function bodyUse(value: Body, direction: Direction, status?: string): SchemaUse {
  return { kind: 'body', value, status, direction, role: 'body' };
}

/** Lint reports the lack of a schema. */
function isAbsent(schema: Schema): boolean {
  const [written = {}] = schema[WRITTEN];
  return Object.keys(written).length === 0;
}

/** A field that its direction lacks, in an object that no other direction has. */
interface HiddenField {
  readonly keys: readonly string[];
  readonly direction: Direction;
}

/** Finds the fields that appear nowhere: only the direction that lacks them uses their objects. */
export function hiddenFields(contract: Contract): HiddenField[] {
  /** By the schema of the document: an object can be part of several. */
  const uses = new Map<Json, { readonly schema: Schema; readonly directions: Set<Direction> }>();
  const seen = { request: new Set<Schema>(), response: new Set<Schema>() };
  for (const { value, direction } of schemaUses(contract)) visit(value.schema, direction);
  return [...uses].flatMap(([written, { schema, directions }]) => {
    const [direction, ...others] = directions;
    if (direction === undefined || others.length > 0) return [];
    const fields = asObject(schema.properties) as Record<string, Schema>;
    return Object.keys(asObject(written.properties))
      .flatMap((name) => fields[name] ?? [])
      .filter((field) => isHidden(field, direction))
      .map((field) => ({ keys: field[KEYS], direction }));
  });

  function visit(schema: Schema, direction: Direction): void {
    if (seen[direction].has(schema)) return;
    seen[direction].add(schema);
    for (const written of schema[WRITTEN]) {
      const { directions } = uses.get(written) ?? { directions: new Set() };
      uses.set(written, { schema, directions: directions.add(direction) });
    }
    for (const part of partsOf(schema)) if (!isHidden(part, direction)) visit(part, direction);
  }
}

function isHidden(schema: Schema, direction: Direction): boolean {
  return schema[HIDING[direction]] === true;
}

/**
 * Finds schemas that cannot be served as they are used.
 *
 * @param known what has been found before: values are not checked by a schema of a wrong form
 */
export function wrongUses(contract: Contract, known: readonly Finding[]): Finding[] {
  const places = known.map(({ keys }) => `${pointerOf(keys)}/`);
  const isKnown = (keys: readonly string[]) => {
    const own = `${pointerOf(keys)}/`;
    return places.some((place) => place.startsWith(own));
  };
  const components = [...contract.schemas.values()].filter((schema) => isKnown(schema[KEYS]));
  const wrong = new Set(components.flatMap((schema) => schema[WRITTEN].slice(0, 1)));
  return schemaUses(contract).flatMap((use) => wrongUse(use, wrong, isKnown(use.value.keys)));
}

/** @param wrong the components about which something has been found */
function wrongUse(use: SchemaUse, wrong: ReadonlySet<Json>, isKnown: boolean): Finding[] {
  const { direction, role, value } = use;
  const isRequired = use.kind !== 'body' && use.value.isRequired;
  const schema = inDirection(value.schema, direction);
  const within = schemasWithin([value.schema], madeOf);
  const found: Finding[] = [
    ...new Set([...within].flatMap((one) => one[PROBLEMS])),
    ...schemaProblems(schema, { role, direction, isRequired }),
  ];
  const isWrong = [...within].some(
    (one) => isUnknown(one) || one[WRITTEN].some((written) => wrong.has(written)),
  );
  if (isKnown || isWrong || found.length > 0) return found;
  // Ajv accepts no schema that it would not check in full.
  checkOf(schema, direction);
  const unfit = unfitValues(schema, direction);
  return unfit.length > 0 ? unfit : unfitExamples(schema, direction, value.examples);
}

/** Schemas, and all within. @param besides gives what else is to be found, of each */
export function schemasWithin(
  schemas: readonly Schema[],
  besides: (schema: Schema) => readonly Schema[] = () => [],
): Set<Schema> {
  const found = new Set(schemas);
  // A set is walked to its end, also where it grows.
  for (const schema of found) {
    for (const part of [...partsOf(schema), ...besides(schema)]) found.add(part);
  }
  return found;
}

function madeOf(schema: Schema): readonly Schema[] {
  return schema[MADE_OF];
}

/** Whether a schema cannot be read in full. */
function isUnknown(schema: Schema): boolean {
  return typesOf(schema).includes(UNKNOWN);
}
