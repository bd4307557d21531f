import { isObject, type Json } from '../json.ts';
import { examplesIn } from '../samples/examples.ts';
import {
  applied,
  type Direction,
  isHidden,
  listOf,
  referredName,
  type Schemas,
} from '../schemas.ts';
import { factsOf, first, typeOf, value } from './facts.ts';

/*
 * The values that a schema allows as a tree: a part for each field, item and alternative.
 */

export interface Reading {
  readonly schemas: Schemas;
  readonly direction: Direction;
  /** The components that are being described, since one may contain itself. */
  readonly within: readonly string[];
}

/** A value in words; all but the type is Markdown. */
export interface Described {
  readonly type: string;
  readonly description: string;
  /** Sentences that the schema's keywords mean. */
  readonly facts: readonly string[];
  /** What is in the value. */
  readonly parts: readonly Part[];
}

export type Part =
  | ({ readonly kind: 'field'; readonly name: string; readonly required: boolean } & Described)
  /** Fields beside those that have a name. */
  | ({ readonly kind: 'others' } & Described)
  | { readonly kind: 'anything' }
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'item' } & Described)
  | Alternatives
  /** A component that contains itself. */
  | { readonly kind: 'repeated'; readonly name: string };

export interface Alternatives {
  readonly kind: 'alternatives';
  readonly words: string;
  /** The field that says which. */
  readonly chosenBy: string | undefined;
  readonly branches: readonly Described[];
}

/** Describes a schema, and all that is in its values. */
export function describeSchema(schema: unknown, reading: Reading): Described {
  const applying = applied(schema, reading.schemas);
  const [example] = examplesIn(schema, reading.schemas);
  return {
    type: schemaType(schema, reading.schemas),
    description: String(first(applying, 'description') ?? ''),
    facts: [
      ...factsOf(applying),
      ...(example === undefined ? [] : [`Example: ${value(example)}.`]),
    ],
    parts: partsOf(applying, reading),
  };
}

/** The type of a schema in words, such as `array of Pet`. */
function schemaType(schema: unknown, schemas: Schemas): string {
  const applying = applied(schema, schemas);
  const name = applying.map(referredName).find((referred) => referred !== undefined);
  const type = first(applying, 'type');
  const isNamed = name !== undefined && (type === 'object' || type === undefined);
  return isNamed ? name : typeOf(applying, (items) => schemaType(items, schemas));
}

function partsOf(applying: readonly Json[], reading: Reading): Part[] {
  const names = applying.flatMap((schema) => referredName(schema) ?? []);
  const repeated = names.find((name) => reading.within.includes(name));
  if (repeated !== undefined) return [{ kind: 'repeated', name: repeated }];
  const inner = { ...reading, within: [...reading.within, ...names] };
  return [
    ...fields(applying, inner),
    ...others(applying, inner),
    ...items(applying, inner),
    ...alternatives(applying, inner),
  ];
}

function fields(applying: readonly Json[], reading: Reading): Part[] {
  const required = applying.flatMap((schema) => listOf(schema.required));
  const properties = applying.flatMap((schema) =>
    Object.entries(isObject(schema.properties) ? schema.properties : {}),
  );
  return [...new Map(properties)]
    .filter(([, property]) => !isHidden(property, reading.direction, reading.schemas))
    .map(([name, property]) => ({
      kind: 'field',
      name,
      required: required.includes(name),
      ...describeSchema(property, reading),
    }));
}

function others(applying: readonly Json[], reading: Reading): Part[] {
  const allowed = first(applying, 'additionalProperties');
  const isClosed = allowed === false || first(applying, 'unevaluatedProperties') === false;
  if (isClosed && reading.direction === 'request') return [{ kind: 'nothing' }];
  if (!isObject(allowed)) return allowed === true ? [{ kind: 'anything' }] : [];
  return [{ kind: 'others', ...describeSchema(allowed, reading) }];
}

function items(applying: readonly Json[], reading: Reading): Part[] {
  const schema = first(applying, 'items');
  return schema === undefined ? [] : [{ kind: 'item', ...describeSchema(schema, reading) }];
}

function alternatives(applying: readonly Json[], reading: Reading): Alternatives[] {
  const discriminator = first(applying, 'discriminator') as { propertyName?: string } | undefined;
  const unions = applying.flatMap(({ oneOf, anyOf }) => [
    ['One of these', listOf(oneOf)] as const,
    ['One or more of these', listOf(anyOf)] as const,
  ]);
  return unions
    .filter(([, branches]) => branches.length > 0)
    .map(([words, branches]) => ({
      kind: 'alternatives',
      words,
      chosenBy: discriminator?.propertyName,
      branches: branches.map((branch) => describeSchema(branch, reading)),
    }));
}
