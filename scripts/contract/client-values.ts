// Values of requests as a client takes them.

import type { Schema } from '../../src/platform/schema/schemas.ts';
import { isObject } from './json.ts';
import { plainSchema } from './plain-schemas.ts';
import type { Schemas } from './schemas.ts';

/** Converts a value of a request for the client: int64 values become bigints. */
export function clientValue(value: unknown, schema: unknown, schemas: Schemas): unknown {
  return withBigints(value, plainSchema({ components: { schemas } }, schema, 'request'));
}

/** Handles no maps, because requests have none. */
function withBigints(value: unknown, { format, items = {}, properties = {} }: Schema): unknown {
  if (format === 'int64' && typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map((item) => withBigints(item, items as Schema));
  if (!isObject(value)) return value;
  const known = properties as Record<string, Schema>;
  const fields = Object.entries(value).map(([name, field]) => {
    return [name, withBigints(field, known[name] ?? {})];
  });
  return Object.fromEntries(fields);
}
