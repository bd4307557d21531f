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
import { code, entry } from './text.ts';

/*
 * The values that a schema allows as a nested list: one entry for each field, item and alternative.
 */

export interface Reading {
  readonly schemas: Schemas;
  readonly direction: Direction;
  /** The components that are being described, since one may contain itself. */
  readonly within: readonly string[];
}

/** The type of a schema in words, such as `array of Pet`. */
export function schemaType(schema: unknown, schemas: Schemas): string {
  const parts = applied(schema, schemas);
  const name = parts.map(referredName).find((referred) => referred !== undefined);
  const type = first(parts, 'type');
  const isNamed = name !== undefined && (type === 'object' || type === undefined);
  return isNamed ? name : typeOf(parts, (items) => schemaType(items, schemas));
}

export interface SchemaDescription {
  readonly type: string;
  readonly description: string;
  /** Sentences that the schema's keywords mean. */
  readonly facts: readonly string[];
  /** Entries for what is in the value. */
  readonly below: readonly string[];
}

export function describeSchema(schema: unknown, reading: Reading): SchemaDescription {
  const parts = applied(schema, reading.schemas);
  const [example] = examplesIn(schema, reading.schemas);
  return {
    type: schemaType(schema, reading.schemas),
    description: String(first(parts, 'description') ?? ''),
    facts: [...factsOf(parts), ...(example === undefined ? [] : [`Example: ${value(example)}.`])],
    below: entriesOf(parts, reading),
  };
}

/** An entry for a schema. Its facts follow the first paragraph, where they are read. */
export function schemaEntry(
  title: string,
  { description, facts, below }: Omit<SchemaDescription, 'type'>,
): string {
  const text = withFacts(description, facts);
  return entry(text === '' ? title : `${title}: ${text}`, below);
}

export function withFacts(description: string, facts: readonly string[]): string {
  const [opening = '', ...rest] = description.trim().split(/\n{2,}/);
  const start = [opening, ...facts].filter((part) => part !== '').join(' ');
  return [start, ...rest].join('\n\n');
}

function entriesOf(parts: readonly Json[], reading: Reading): string[] {
  const names = parts.flatMap((part) => referredName(part) ?? []);
  const repeated = names.find((name) => reading.within.includes(name));
  if (repeated !== undefined) return [entry(`As described above for ${code(repeated)}.`)];
  const inner = { ...reading, within: [...reading.within, ...names] };
  return [
    ...fieldEntries(parts, inner),
    ...mapEntries(parts, inner),
    ...itemEntries(parts, inner),
    ...alternativeEntries(parts, inner),
  ];
}

function fieldEntries(parts: readonly Json[], reading: Reading): string[] {
  const required = parts.flatMap((part) => listOf(part.required));
  const properties = parts.flatMap((part) =>
    Object.entries(isObject(part.properties) ? part.properties : {}),
  );
  return [...new Map(properties)]
    .filter(([, property]) => !isHidden(property, reading.direction, reading.schemas))
    .map(([name, property]) => {
      const described = describeSchema(property, reading);
      const presence = required.includes(name) ? 'required' : 'optional';
      return schemaEntry(`${code(name)} (${described.type}, ${presence})`, described);
    });
}

/** What may be beside the fields that have a name. */
function mapEntries(parts: readonly Json[], reading: Reading): string[] {
  const others = first(parts, 'additionalProperties');
  const isClosed = others === false || first(parts, 'unevaluatedProperties') === false;
  if (isClosed && reading.direction === 'request') return [entry('No other fields.')];
  if (!isObject(others)) return others === true ? [entry('Any other field: any JSON value.')] : [];
  const described = describeSchema(others, reading);
  return [schemaEntry(`Any other field (${described.type})`, described)];
}

/** What each item of an array is, where its type does not say everything. */
function itemEntries(parts: readonly Json[], reading: Reading): string[] {
  const items = first(parts, 'items');
  if (items === undefined) return [];
  const described = describeSchema(items, reading);
  return [schemaEntry(`Each item (${described.type})`, described)];
}

function alternativeEntries(parts: readonly Json[], reading: Reading): string[] {
  const discriminator = first(parts, 'discriminator') as { propertyName?: string } | undefined;
  const chosenBy = discriminator?.propertyName;
  const unions = parts.flatMap(({ oneOf, anyOf }) => [
    ['One of these', listOf(oneOf)] as const,
    ['One or more of these', listOf(anyOf)] as const,
  ]);
  return unions
    .filter(([, branches]) => branches.length > 0)
    .map(([words, branches]) => {
      const choice = chosenBy === undefined ? '' : `, which ${code(chosenBy)} says`;
      const alternatives = branches.map((branch) => {
        const described = describeSchema(branch, reading);
        return schemaEntry(described.type, described);
      });
      return entry(`${words}${choice}:`, alternatives);
    });
}
