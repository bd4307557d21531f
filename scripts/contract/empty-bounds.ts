import { rangeOf } from '../../src/contract/exact-numbers.ts';
import type { Schema } from '../../src/contract/schemas.ts';
import { listOf } from './schemas.ts';

/*
 * Bounds that leave no value, where they show it without a look at any value.
 */

/** How long the texts of a format are, at least and at most. */
const LENGTHS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  date: [10, 10],
  time: [9, Number.POSITIVE_INFINITY],
  'date-time': [20, Number.POSITIVE_INFINITY],
  email: [5, Number.POSITIVE_INFINITY],
  uri: [2, Number.POSITIVE_INFINITY],
  uuid: [36, 36],
};

/** The keywords of a plain schema that no value but null keeps together with those beside them. */
export function emptyBounds(schema: Schema): string[] {
  return [...ofNumbers(schema), ...ofTexts(schema), ...ofLists(schema), ...ofObjects(schema)];
}

function ofNumbers(schema: Schema): string[] {
  const { type, format, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 } = schema;
  if (![type].flat().includes('integer')) return [];
  const [lowest, highest] = rangeOf('integer', format).map(Number) as [number, number];
  const { minimum = lowest, maximum = highest } = schema;
  const unit = Number(multipleOf);
  const least = Math.max(Number(minimum), Number(exclusiveMinimum ?? lowest - 1) + 1);
  const most = Math.min(Number(maximum), Number(exclusiveMaximum ?? highest + 1) - 1);
  if (Math.ceil(least / unit) * unit <= most) return [];
  const keywords = ['multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'minimum', 'maximum'];
  return keywords.filter((keyword) => keyword in schema).slice(0, 1);
}

function ofTexts({ format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema) {
  const [least, most] = LENGTHS[String(format)] ?? [0, Number.POSITIVE_INFINITY];
  return [
    ...(Number(minLength) > most ? ['minLength'] : []),
    ...(Number(maxLength) < least ? ['maxLength'] : []),
  ];
}

/** An item cannot be there twice. */
function ofLists({ items, uniqueItems, minItems = 0 }: Schema): string[] {
  if (uniqueItems !== true) return [];
  const { type, enum: values, const: only } = Object(items);
  const count = only !== undefined ? 1 : (values?.length ?? (type === 'boolean' ? 2 : undefined));
  return count !== undefined && Number(minItems) > count ? ['minItems'] : [];
}

function ofObjects({ properties, additionalProperties, required, ...bounds }: Schema): string[] {
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = bounds;
  const isMap = additionalProperties !== undefined && additionalProperties !== false;
  const count = Object.keys(Object(properties)).length;
  return [
    ...(!isMap && properties !== undefined && Number(minProperties) > count
      ? ['minProperties']
      : []),
    ...(listOf(required).length > Number(maxProperties) ? ['maxProperties'] : []),
  ];
}
