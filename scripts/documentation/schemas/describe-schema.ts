// The values that a schema allows as a tree: a part for each field, item and alternative.

import {
  asObject,
  type Direction,
  deprecationOf,
  inDirection,
  isObject,
  listOf,
  NAME,
  type Schema,
  typesOf,
} from '../../contract/index.ts';
import { factsOf } from './facts.ts';

/** A value in words; all but the type is Markdown. */
export interface Described {
  /** The type, such as `array of Item or null`. */
  readonly type: string;
  /** The object of responses in the type. The page describes such an object once, by itself. */
  readonly object: ObjectInType | undefined;
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

/** The name of an object, and the words of the type before and after it. */
interface ObjectInType {
  readonly before: string;
  readonly name: string;
  readonly after: string;
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
/** The words before the alternatives of a union. */
const ALTERNATIVES = 'One of these';

/** Describes a schema, and all that is in its values. */
export function describeSchema(schema: Schema, direction: Direction = 'response'): Described {
  const flat = inDirection(schema, direction);
  const parts = partsOf(flat, direction);
  const { title, description } = flat;
  const { before, name, after } = typeWords(
    flat,
    parts.find(({ step }) => step === ITEM),
  );
  return {
    type: before + name + after,
    object: direction === 'response' && name !== '' ? { before, name, after } : undefined,
    description: [title && `**${title}**`, description].filter(Boolean).join('\n\n'),
    allowed: listOf(flat.enum),
    isDeprecated: deprecationOf(flat) !== undefined,
    byDefault: flat.default,
    facts: [...factsOf(flat), ...remarksOn(flat, direction)],
    parts,
  };
}

/** The type in words, such as `integer, int64 or null`, in which an object can have a name. */
function typeWords(schema: Schema, item: Described | undefined): ObjectInType {
  const [kind, ...others] = typesOf(schema).map(String);
  const orNull = others.map((other) => ` or ${other}`).join('');
  if (kind === 'object' && schema[NAME] !== undefined) {
    return { before: '', name: schema[NAME], after: orNull };
  }
  if (kind === 'array') {
    const { before, name, after } = item?.object ?? { before: item?.type, name: '', after: '' };
    return { before: `array of ${before}`, name, after: after + orNull };
  }
  const format = schema.format === undefined ? '' : `, ${schema.format}`;
  const own = schema.oneOf ? 'one of several' : `${kind ?? 'any JSON value'}${format}`;
  return { before: own + orNull, name: '', after: '' };
}

function partsOf(schema: Schema, direction: Direction): Part[] {
  const { properties, items, additionalProperties: others, oneOf } = schema;
  const describe = (part: unknown) => describeSchema(part as Schema, direction);
  const required = listOf(schema.required);
  const parts = Object.entries(asObject(properties)).map(([name, field]): Part => {
    return { ...describe(field), title: name, step: name, required: required.includes(name) };
  });
  if (isObject(others)) parts.push({ ...describe(others), title: 'Any other field', step: OTHERS });
  if (items !== undefined) parts.push({ ...describe(items), title: 'Each item', step: ITEM });
  const alternatives = listOf(oneOf).map((branch, i) => {
    return { ...describe(branch), title: `Alternative ${i + 1}`, step: `${ALTERNATIVES}/${i + 1}` };
  });
  return [...parts, ...alternatives];
}

/** What is true of the parts of a value, in sentences of Markdown. */
function remarksOn(schema: Schema, direction: Direction): string[] {
  const { discriminator } = schema;
  const remarks: string[] = [];
  if (schema.additionalProperties === false) remarks.push('No other fields.');
  if (schema.enum && direction === 'response') {
    remarks.push(schema['x-closed'] ? 'No other values.' : 'More values may be added.');
  }
  const by = isObject(discriminator) ? `, by \`${discriminator.propertyName}\`` : '';
  if (schema.oneOf) remarks.push(`${ALTERNATIVES}${by}:`);
  return remarks;
}
