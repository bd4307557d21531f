// Schemas as requests or responses have them, for people and for validators.

import {
  changeParts,
  changeSchema,
  type Schema as JsonSchema,
} from '../../src/platform/schema/schemas.ts';
import { asObject, isObject } from './json.ts';
import type { Direction, Schema } from './model.ts';
import { ANNOTATIONS, HIDING } from './schemas.ts';

const known = { request: new WeakMap<object, Schema>(), response: new WeakMap<object, Schema>() };

/**
 * A schema in one direction, without the fields of the other direction. In a response, objects are
 * not closed, because additional fields are not sent anyway.
 */
export function inDirection(schema: Schema, direction: Direction): Schema {
  const found = known[direction].get(schema) ?? directed(schema, direction, inDirection);
  known[direction].set(schema, found);
  return found;
}

/** The same for a schema of any kind. */
export function directed<Kind extends JsonSchema>(
  schema: Kind,
  direction: Direction,
  ofPart: (part: Kind, direction: Direction) => Kind = directed,
): Kind {
  const shown = changeParts(withoutHidden(schema, direction), (part) =>
    ofPart(part as Kind, direction),
  );
  const { additionalProperties, unevaluatedProperties, ...others } = shown;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  return {
    ...others,
    ...(isObject(additionalProperties) && { additionalProperties }),
    ...(isClosed && direction === 'request' && { additionalProperties: false }),
  } as unknown as Kind;
}

function withoutHidden(schema: JsonSchema, direction: Direction): JsonSchema {
  const { properties, required } = schema;
  if (!isObject(properties)) return schema;
  const isShown = (name: string) => asObject(properties[name])[HIDING[direction]] !== true;
  const shown = Object.entries(properties).filter(([name]) => isShown(name));
  return {
    ...schema,
    properties: Object.fromEntries(shown),
    ...(Array.isArray(required) && { required: required.filter(isShown) }),
  };
}

/** Keywords that say nothing to a validator. */
const NOT_CHECKED = new Set([...ANNOTATIONS, '$ref', 'summary']);

/** What the service checks and writes: a JSON Schema of one direction, for Ajv. */
export function checkedSchema(schema: Schema, direction: Direction): JsonSchema {
  return changeSchema(inDirection(schema, direction), (part) => {
    const kept = Object.entries(withSentFormat(part, direction)).filter(
      ([keyword]) => !NOT_CHECKED.has(keyword),
    );
    const { discriminator, ...others } = Object.fromEntries(kept);
    if (!isObject(discriminator)) return others;
    // Ajv does not support `mapping`.
    return { ...others, discriminator: { propertyName: discriminator.propertyName } };
  });
}

/** The format that a schema has in a direction: for responses, a wider one can be written. */
export function withSentFormat(schema: JsonSchema, direction: Direction): JsonSchema {
  const format = schema['x-response-format'];
  return format === undefined || direction === 'request' ? schema : { ...schema, format };
}
