// Merges the parts of an `allOf` into one schema. Either a single part gets keywords beside it,
// such as a description, or the fields of several objects are put together.

import type { Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { asObject, isObject } from './json.ts';
import { NAME } from './model.ts';
import { ANNOTATIONS, listOf, type Report, UNKNOWN } from './schemas.ts';

/** Keywords beside an `allOf` that replace those of its parts. */
export const REPLACING = [...ANNOTATIONS, 'deprecated', 'default', 'readOnly', 'writeOnly'];
/** Keywords that only one part can have. */
const OF_ONE_PART = ['default', 'readOnly', 'writeOnly', 'minProperties', 'maxProperties'];

interface At {
  readonly keys: readonly string[];
  readonly report: Report;
}

/** Merges the plain parts of an `allOf`, and the keywords beside it. */
export function mergeParts(parts: readonly JsonSchema[], own: JsonSchema, at: At): JsonSchema {
  const keys = [...at.keys, 'allOf'];
  const [only = {}, ...others] = parts;
  const isAlone = others.length === 0 && Object.keys(own).every((key) => REPLACING.includes(key));
  if (isAlone) {
    if (only.type === undefined) at.report([...keys, '0'], 'Write a schema with a `type` here.');
    return { ...only, ...own };
  }
  for (const [index, part] of parts.entries()) {
    if (!isOfFields(part)) at.report([...keys, String(index)], ONLY_FIELDS);
  }
  for (const message of contradictions(parts, own)) at.report(keys, message);
  const all = [...parts.filter(isOfFields), own];
  const properties = Object.assign({}, ...all.map((one) => one.properties));
  const names = Object.keys(properties);
  const isClosed = ({ additionalProperties, unevaluatedProperties, ...part }: JsonSchema) =>
    [additionalProperties, unevaluatedProperties].includes(false) &&
    names.some((name) => !Object.hasOwn(asObject(part.properties), name));
  if (parts.some(isClosed)) at.report(keys, CLOSED_PART);
  const required = new Set(all.flatMap((one) => listOf(one.required)));
  return Object.assign({}, ...all, {
    type: parts.every(isOfFields) ? 'object' : UNKNOWN,
    properties,
    ...(required.size > 0 && { required: [...required] }),
    // No part has all of it.
    [NAME]: undefined,
  });
}

const ONLY_FIELDS =
  'Put only objects with `properties` together: a union, a map or any other value is a field of ' +
  'its own, or alone in `allOf`.';
const CLOSED_PART =
  'Write `unevaluatedProperties: false` beside this `allOf`, and close none of its parts: a ' +
  'closed part rejects the fields of the others.';

/** Whether a part has fields, or cannot be read. */
function isOfFields({ type = 'object', properties }: JsonSchema): boolean {
  return type === UNKNOWN || (type === 'object' && isObject(properties));
}

/** Says what is written in several parts. Keywords beside the parts may replace theirs. */
function contradictions(parts: readonly JsonSchema[], own: JsonSchema): string[] {
  const { minProperties, maxProperties } = own;
  const all: JsonSchema[] = [...parts, { minProperties, maxProperties }];
  const keywords = all.flatMap((part) => OF_ONE_PART.filter((one) => part[one] !== undefined));
  const fields = [...parts, own].flatMap(({ properties }) => Object.keys(asObject(properties)));
  return repeated([...keywords, ...fields]).map(
    (name) =>
      `\`${name}\` is in several parts. Write it in one part only: an \`allOf\` puts its parts together.`,
  );
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
