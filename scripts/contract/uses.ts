import { MAX_DEPTH } from '../../src/contract/json-bodies.ts';
import type { Schema } from '../../src/contract/schemas.ts';
import { isObject, type Json } from './json.ts';
import { type Places, plainSchema, writtenKeys } from './plain-schemas.ts';
import { partsOf, referredName, SchemaProblem } from './schemas.ts';
import { type Finding, wrongForm } from './subset.ts';
import { checkOf, neverAbsent, type Use, wrongExamples, wrongValues } from './values.ts';

/*
 * Where a contract uses a schema, and what the service would make of it there.
 */

/** Finds what could not be served as it is written, in a complete contract of the right form. */
export function wrongUses(document: Json): Finding[] {
  return usesIn(document.paths, ['paths']).flatMap((use) => wrongUse(document, use));
}

/** The parameters, headers and bodies in a part of a contract. */
export function usesIn(value: unknown, keys: readonly string[]): Use[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isObject(value) && isObject(value.schema) && keys.length > 2) {
    const schemaKeys = [...keys, 'schema'];
    const direction = keys.slice(2).includes('responses') ? 'response' : 'request';
    const kind = kindOf(value, keys);
    return [{ holder: value, schema: value.schema, keys: schemaKeys, direction, kind }];
  }
  return Object.entries(value).flatMap(([key, part]) => usesIn(part, [...keys, key]));
}

function kindOf({ in: place }: Json, keys: readonly string[]): Use['kind'] {
  if (place === 'query') return 'oneOrManyValues';
  return place === undefined && keys.at(-2) === 'content' ? 'body' : 'oneValue';
}

function wrongUse(document: Json, use: Use): Finding[] {
  const { schema, direction, kind, holder } = use;
  const name = referredName(schema);
  const keys = name === undefined ? use.keys : ['components', 'schemas', name];
  const places: Places = new WeakMap();
  try {
    const plain = plainSchema(document, schema, direction, keys, places);
    const [ofKind] = wrongForm(plain, kind);
    if (ofKind) return [{ keys, message: ofKind.message }];
    if (holder.required === true && 'default' in plain) return [neverAbsent(keys)];
    if (isNestedBeyond(MAX_DEPTH, plain)) return [{ keys, message: TOO_DEEP }];
    const form = wrongForm(plain, direction);
    if (form.length > 0) {
      return form.map((one) => ({ ...one, keys: writtenKeys(one.keys, plain, places) }));
    }
    checkOf(plain, direction);
    const found = wrongValues(document, plain, direction, places);
    return found.length > 0 ? found : wrongExamples(plain, use);
  } catch (error) {
    const at = error instanceof SchemaProblem ? error.keys : keys;
    return [{ keys: at, message: (error as Error).message }];
  }
}

const TOO_DEEP = `Describe less deep values: at most ${MAX_DEPTH} levels of nesting are read.`;

/** Whether values are nested in more levels than this of objects and lists. */
function isNestedBeyond(levels: number, plain: Schema): boolean {
  const isLevel = [plain.type].flat().some((type) => type === 'object' || type === 'array');
  const left = isLevel && !plain.anyOf && !plain.oneOf ? levels - 1 : levels;
  return left < 0 || partsOf(plain).some((part) => isNestedBeyond(left, part));
}
