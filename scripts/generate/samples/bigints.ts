import { isObject, type Json } from '../json.ts';
import type { Schemas } from '../schemas.ts';
import { alternatives, propertiesOf } from './sample-value.ts';

/** A value in which every 64-bit integer of its schema is a bigint, as in the types of a generated client. */
export function withBigints(value: unknown, schema: unknown, schemas: Schemas): unknown {
  const parts = partsFor(value, alternatives(schema, schemas));
  if (typeof value === 'number') {
    const isInt64 = Number.isInteger(value) && parts.some(({ format }) => format === 'int64');
    return isInt64 ? BigInt(value) : value;
  }
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items;
    return value.map((item) => withBigints(item, items, schemas));
  }
  if (!isObject(value)) return value;
  const known = propertiesOf(parts);
  const others = parts.find(({ additionalProperties }) => isObject(additionalProperties));
  const converted = Object.entries(value).map(([name, part]) => [
    name,
    withBigints(part, known[name] ?? others?.additionalProperties, schemas),
  ]);
  return Object.fromEntries(converted);
}

/** Of alternatives with names, the first that has all names of the value. */
function partsFor(value: unknown, choices: readonly (readonly Json[])[]): readonly Json[] {
  const names = isObject(value) ? Object.keys(value) : [];
  const fitting = choices.find((parts) => names.every((name) => name in propertiesOf(parts)));
  return names.length > 0 && fitting ? fitting : choices.flat();
}
