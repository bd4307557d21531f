import { isObject } from '../../generate/json.ts';
import { wrongBounds } from './bounds.ts';
import { isUnion, membersOf, type Part, partsOf, propertiesOf, requiredOf } from './parts.ts';
import { wrongPattern } from './patterns.ts';
import type { At, Placed } from './rules.ts';
import { typesOf } from './types.ts';
import { reportDiscriminator } from './unions.ts';

/*
 * Schemas that are written rightly, and mean nothing that a value could be.
 */

/** Reports what contradicts itself, or has no effect, in each schema. */
export function reportMeaning({ schema, at }: Placed): void {
  const parts = partsOf(schema, at.document);
  const isMember = at.keys.at(-2) === 'allOf';
  reportTypes({ schema, at });
  for (const [key, message] of wrongBounds(parts)) {
    if (key in schema) at.below(key).report(message);
  }
  if (typeof schema.pattern === 'string') {
    const wrong = wrongPattern(schema.pattern);
    if (wrong) at.below('pattern').report(wrong);
  }
  if ('x-pattern-message' in schema && !('pattern' in schema)) {
    at.below('x-pattern-message').report('Write the `pattern` that it explains, or remove it.');
  }
  if ('const' in schema && 'enum' in schema)
    at.below('enum').report('Keep one of `const` and `enum`.');
  reportDirections({ schema, at });
  reportDiscriminator({ schema, at });
  reportItems(parts, at);
  if (!isMember) reportFields(parts, at);
}

function reportTypes({ schema, at }: Placed) {
  const types = typesOf(schema, at.document);
  if (types?.length === 0) at.report('No value can fit: the types contradict each other.');
  const own = [schema.type].flat();
  const isComposed = ['$ref', 'allOf'].some((key) => key in schema);
  if (own.includes('array') && !('items' in schema) && !isComposed) {
    at.report('Describe with `items` what the list contains.');
  }
  const hasFields = ['properties', 'additionalProperties'].some((key) => key in schema);
  if (own.includes('object') && !hasFields && !isComposed && at.keys.at(-2) !== 'allOf') {
    at.report('Name the fields in `properties`, or write `additionalProperties: true` for any.');
  }
  const isBranch = ['oneOf', 'anyOf'].includes(at.keys.at(-2) ?? '');
  if (isBranch && 'default' in schema) {
    at.below('default').report(`Write it beside \`${at.keys.at(-2)}\`: a branch has no default.`);
  }
  if (schema.type === 'null' && !isBranch) {
    at.below('type').report('Write "null" as a branch of `anyOf`, or beside another type.');
  }
}

/** `readOnly` and `writeOnly` say of a field in which direction it goes. */
function reportDirections({ schema, at }: Placed) {
  const isField = ['properties', 'schemas'].includes(at.keys.at(-2) ?? '');
  for (const key of ['readOnly', 'writeOnly'].filter((one) => one in schema)) {
    if (!isField) at.below(key).report('Write it in a field of an object, or remove it.');
  }
  if (schema.readOnly === true && schema.writeOnly === true) {
    at.below('writeOnly').report(
      'Keep one of `readOnly` and `writeOnly`: no message has this field.',
    );
  }
}

function reportItems(parts: readonly Part[], at: At) {
  const [own] = parts;
  if (own?.schema.uniqueItems !== true || !isObject(own.schema.items)) return;
  const [kinds] = partsOf(own.schema.items, at.document).flatMap(({ schema }) => {
    if ('const' in schema) return [1];
    if (Array.isArray(schema.enum)) return [schema.enum.length];
    return schema.type === 'boolean' ? [2] : [];
  });
  if (kinds !== undefined && Number(own.schema.minItems ?? 0) > kinds) {
    at.below('minItems').report(`No value can fit: there are ${kinds} different items.`);
  }
}

/** Fields that are required and nowhere described, or described and never allowed. */
function reportFields(parts: readonly Part[], at: At) {
  const properties = propertiesOf(parts);
  const required = new Set(requiredOf(parts));
  const isOpen = parts.some(({ schema }) => schema.additionalProperties || isFree(schema));
  if (!isOpen && !isUnion(parts)) {
    for (const name of [...required].filter((one) => !properties.has(one))) {
      at.below('required').report(
        `Describe \`${name}\` in \`properties\`, or take it out of \`required\`.`,
      );
    }
    const least = Math.max(0, ...parts.map(({ schema }) => Number(schema.minProperties ?? 0)));
    if (properties.size > 0 && least > properties.size) {
      at.below('minProperties').report(`No value can fit: there are ${properties.size} fields.`);
    }
  }
  const most = Math.min(...parts.map(({ schema }) => Number(schema.maxProperties ?? Infinity)));
  if (required.size > most) {
    at.below('maxProperties').report(`No value can fit: ${required.size} fields are required.`);
  }
  reportClosed(parts, properties, at);
}

function isFree(schema: object) {
  return (
    Object.keys(schema).every((key) => ['title', 'description', '$ref', 'allOf'].includes(key)) &&
    !('$ref' in schema || 'allOf' in schema)
  );
}

/** A schema of `allOf` that is closed does not know the fields of the others. */
function reportClosed(parts: readonly Part[], properties: ReadonlyMap<string, unknown>, at: At) {
  for (const { schema, keys } of parts) {
    const own = isObject(schema.properties) ? Object.keys(schema.properties) : [];
    const isClosed = schema.additionalProperties === false;
    const isWhole = keys.length === 0 && schema.unevaluatedProperties === false;
    if (isClosed && properties.size > own.length) {
      at.below(...keys, 'additionalProperties').report(
        'This rejects the fields of the other schemas of `allOf`. Write `unevaluatedProperties: false` beside `allOf` instead.',
      );
    }
    if (schema.unevaluatedProperties !== false) continue;
    if (isWhole && membersOf(schema, 'allOf').length > 0) continue;
    at.below(...keys, 'unevaluatedProperties').report(
      keys.length > 0
        ? 'Write it beside the outermost `allOf` instead: here it rejects the fields of the others.'
        : 'Write it beside `allOf`, and `additionalProperties: false` elsewhere.',
    );
  }
}
