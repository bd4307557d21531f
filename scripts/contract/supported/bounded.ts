import { isObject, type Json } from '../../generate/json.ts';
import { membersOf, type Part, partsOf } from './parts.ts';
import type { At } from './rules.ts';
import { resolve, typesOf } from './types.ts';

/*
 * Values of requests have an end, since they could fill the memory of whoever reads them, and closed
 * objects, so that a typo is rejected.
 */

/** Reports what could go on without end in a schema of a request, and in all that it is made of. */
export function reportUnbounded(schema: Json, at: At, seen: Set<Json> = new Set()): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const target = resolve(schema.$ref, at.document);
  const isAlone = target !== undefined && !Object.keys(schema).some((key) => KEYWORDS.has(key));
  if (isAlone) {
    reportUnbounded(target, at.root().below(...String(schema.$ref).split('/').slice(1)), seen);
    return;
  }
  const parts = partsOf(schema, at.document);
  const types = typesOf(schema, at.document) ?? [];
  const has = (...keys: string[]) => parts.some((part) => keys.some((key) => key in part.schema));
  const isUnion = has('oneOf', 'anyOf');
  if (types.includes('string') && !isUnion && !has('maxLength', 'enum', 'const', 'format')) {
    at.report('Give this text of a request its `maxLength`.');
  }
  if (types.includes('array') && !isUnion && !has('maxItems')) {
    at.report('Give this list of a request its `maxItems`.');
  }
  if (types.includes('object') && !isUnion) reportOpen(parts, at);
  for (const part of parts) {
    for (const [keys, below] of within(part.schema)) {
      reportUnbounded(below, at.below(...part.keys, ...keys), seen);
    }
  }
}

/** Keywords that say more of a value than what a reference leads to. */
const KEYWORDS = new Set([
  ...['maxLength', 'enum', 'const', 'format', 'maxItems', 'maxProperties', 'items', 'properties'],
  ...['additionalProperties', 'unevaluatedProperties', 'allOf'],
]);

function reportOpen(parts: readonly Part[], at: At) {
  const values = (key: string) => parts.map(({ schema }) => schema[key]);
  const isClosed = [...values('additionalProperties'), ...values('unevaluatedProperties')];
  if (isClosed.includes(false) || isClosed.includes(true)) return;
  // Without any of these it is reported as saying nothing.
  const known = ['properties', 'additionalProperties'].flatMap(values);
  if (known.every((value) => value === undefined)) return;
  if (!values('additionalProperties').some(isObject)) {
    at.report(
      'Close this object of a request with `additionalProperties: false`, so that a typo is rejected.',
    );
  } else if (!values('maxProperties').some((value) => value !== undefined)) {
    at.report('Give this map of a request its `maxProperties`.');
  }
}

/** The schemas of what is in a value, and of each case that it can be. */
function within(schema: Json): [keys: (string | number)[], schema: Json][] {
  const { properties, items, additionalProperties } = schema;
  const named = Object.entries(isObject(properties) ? properties : {});
  const found: [(string | number)[], unknown][] = [
    ...named.map(([name, part]): [string[], unknown] => [['properties', name], part]),
    [['items'], items],
    [['additionalProperties'], additionalProperties],
  ];
  for (const key of ['oneOf', 'anyOf'] as const) {
    for (const [index, branch] of membersOf(schema, key).entries())
      found.push([[key, index], branch]);
  }
  return found.filter((one): one is [(string | number)[], Json] => isObject(one[1]));
}
