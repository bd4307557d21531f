import { isObject, type Json } from '../../generate/json.ts';
import { membersOf } from './parts.ts';
import type { At } from './rules.ts';
import { resolve } from './types.ts';

/*
 * Schemas that contain themselves without end, so that no value of them can be written.
 */

/** Reports the schemas that no finite value fits. */
export function reportEndless(at: At): void {
  const { components } = at.document as { components?: { schemas?: Record<string, Json> } };
  const schemas = Object.entries(components?.schemas ?? {});
  const finite = new Set<Json>();
  // Whatever ends makes others end, until nothing is added.
  for (let size = -1; size < finite.size; ) {
    size = finite.size;
    for (const [, schema] of schemas) if (ends(schema, at.document, finite)) finite.add(schema);
  }
  for (const [name, schema] of schemas.filter(([, schema]) => !finite.has(schema))) {
    at.below('components', 'schemas', name).report(
      `\`${name}\` contains itself without end. Take the field that leads back to it out of \`required\`.`,
      // Redocly cannot follow such references.
      refersToItself(schema, at.document) ? 'shape' : 'meaning',
    );
  }
}

/** Whether its references alone lead back to where they were. */
function refersToItself(schema: Json, document: Json): boolean {
  const seen = new Set<Json>();
  let target: Json | undefined = schema;
  while (target && !seen.has(target)) {
    seen.add(target);
    target = resolve(target.$ref, document);
  }
  return target !== undefined;
}

function ends(schema: unknown, document: Json, finite: ReadonlySet<Json>): boolean {
  if (!isObject(schema)) return true;
  const each = (part: unknown) => ends(part, document, finite);
  const target = resolve(schema.$ref, document);
  if (target && !finite.has(target)) return false;
  if (!membersOf(schema, 'allOf').every(each)) return false;
  for (const union of ['oneOf', 'anyOf'] as const) {
    if (union in schema && !membersOf(schema, union).some(each)) return false;
  }
  // There is another type to choose.
  if (Array.isArray(schema.type)) return true;
  if (Number(schema.minItems ?? 0) > 0 && !each(schema.items)) return false;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return required.every((name) => each(properties[name]));
}
