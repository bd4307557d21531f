// Values of requests as a client takes them.

import { isObject } from './json.ts';
import type { Schema } from './model.ts';

/** Converts a value of a request for the client: int64 values become bigints. */
export function clientValue(value: unknown, schema: Schema): unknown {
  // Requests have no maps.
  const { format, items, properties } = schema;
  if (format === 'int64' && typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map((item) => ofPart(item, items));
  if (!isObject(value)) return value;
  const known = isObject(properties) ? properties : {};
  const fields = Object.entries(value).map(([name, field]) => [name, ofPart(field, known[name])]);
  return Object.fromEntries(fields);
}

function ofPart(value: unknown, schema: unknown): unknown {
  return isObject(schema) ? clientValue(value, schema as unknown as Schema) : value;
}
