// The values that a schema allows as a tree: a part for each field, item and alternative.

import {
  applyingSchemas,
  type Direction,
  isHidden,
  isObject,
  type Json,
  listOf,
  referredName,
  type Schemas,
} from '../../contract/index.ts';
import { factsOf } from './facts.ts';

/** A value in words; all but the type is Markdown. */
export interface Described {
  readonly type: string;
  /** The name of an object of responses. The page describes such an object once, by itself. */
  readonly object: string | undefined;
  readonly description: string;
  /** The values of the schema's `enum`. */
  readonly allowed: readonly unknown[];
  readonly isDeprecated: boolean;
  /** The default; undefined if there is none. */
  readonly byDefault: unknown;
  /** What the keywords of the schema mean, in sentences. */
  readonly facts: readonly string[];
  /** The fields, items and alternatives of the value. */
  readonly parts: readonly Part[];
}

export interface Part extends Described {
  readonly title: string;
  /** The last step of the part's anchor. */
  readonly step: string;
  /** Undefined if the part is not a field with a name. */
  readonly required?: boolean;
}

/** The steps of parts that have no name. */
const ITEM = '[]';
const OTHERS = '{}';

/** Describes a schema, and all that is in its values. */
export function describeSchema(
  schema: unknown,
  schemas: Schemas,
  direction: Direction = 'response',
): Described {
  const flat = flatten(schema, schemas);
  const parts = partsOf(flat, schemas, direction);
  const isNamed = flat.name !== undefined && (flat.type === 'object' || flat.type === undefined);
  const item = parts.find(({ step }) => step === ITEM);
  const title = flat.title && `**${flat.title}**`;
  return {
    type: isNamed ? String(flat.name) : typeOf(flat, item),
    object: isNamed && direction === 'response' ? String(flat.name) : item?.object,
    description: [title, flat.description].filter(Boolean).join('\n\n'),
    allowed: listOf(flat.enum),
    isDeprecated: flat.deprecated === true,
    byDefault: flat.default,
    facts: [...factsOf(flat), ...remarksOn(flat, direction)],
    parts,
  };
}

/**
 * The keywords of a schema, of the schema that it refers to, and of its `allOf`. If several have a
 * keyword, the first one counts.
 */
function flatten(schema: unknown, schemas: Schemas): Json {
  const applying = applyingSchemas(schema, schemas);
  return {
    ...Object.assign({}, ...applying.toReversed()),
    name: applying.map(referredName).find((name) => name !== undefined),
    properties: Object.assign({}, ...applying.map(({ properties }) => properties)),
    required: applying.flatMap(({ required }) => listOf(required)),
  };
}

/** The type in words, such as `integer, int64 or null`. */
function typeOf({ type, format, oneOf, anyOf }: Json, item: Described | undefined): string {
  const named = [type ?? []].flat().map((one) => {
    if (one === 'array') return `array of ${item?.type}`;
    return format !== undefined && one !== 'null' ? `${one}, ${format}` : String(one);
  });
  if (named.length > 0) return named.join(' or ');
  return oneOf || anyOf ? 'one of several' : 'any JSON value';
}

function partsOf(flat: Json, schemas: Schemas, direction: Direction): Part[] {
  const { properties, items, additionalProperties: others } = flat;
  const describe = (part: unknown) => describeSchema(part, schemas, direction);
  const required = listOf(flat.required);
  const parts = Object.entries(properties as Json)
    .filter(([, property]) => !isHidden(property, direction, schemas))
    .map(([name, property]): Part => {
      return { ...describe(property), title: name, step: name, required: required.includes(name) };
    });
  if (isObject(others)) parts.push({ ...describe(others), title: 'Any other field', step: OTHERS });
  if (items !== undefined) parts.push({ ...describe(items), title: 'Each item', step: ITEM });
  return parts.concat(alternativesOf(flat, describe));
}

function alternativesOf(flat: Json, describe: (branch: unknown) => Described): Part[] {
  return listOf(flat.oneOf ?? flat.anyOf).map((branch, i) => {
    const step = `${wordsFor(flat)}/${i + 1}`;
    return { ...describe(branch), title: `Alternative ${i + 1}`, step };
  });
}

function wordsFor({ oneOf }: Json): string {
  return oneOf ? 'One of these' : 'One or more of these';
}

/** What is true of the parts of a value, in sentences of Markdown. */
function remarksOn(flat: Json, direction: Direction): string[] {
  const { additionalProperties: others, unevaluatedProperties, discriminator } = flat;
  const isClosed = others === false || unevaluatedProperties === false;
  const remarks: string[] = [];
  if (isClosed && direction === 'request') remarks.push('No other fields.');
  if (flat.enum && direction === 'response') {
    remarks.push(flat['x-closed'] ? 'No other values.' : 'More values may be added.');
  }
  const by = isObject(discriminator) ? `, by \`${discriminator.propertyName}\`` : '';
  if (flat.oneOf || flat.anyOf) remarks.push(`${wordsFor(flat)}${by}:`);
  return remarks;
}
