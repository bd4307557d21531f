import type { Located } from './composites.ts';
import { canonicalDecimal } from './decimals.ts';
import { equalityKey } from './equality.ts';
import type { JsonType } from './keywords.ts';
import type { Source } from './numbers.ts';
import { SchemaError } from './schema-error.ts';
import { type Check, violation } from './violations.ts';

/**
 * Checks enum and const. Numbers are compared by what they are worth.
 *
 * @throws {SchemaError} when an allowed value is not of the type
 */
export function allowedChecks(
  { schema, keys }: Located,
  types: readonly JsonType[],
  source: Source,
): Check[] {
  const lists = [
    ['enum', schema.enum],
    ['const', schema.const === undefined ? undefined : [schema.const]],
  ] as const;
  return lists.flatMap(([keyword, list]) => {
    if (!Array.isArray(list)) return [];
    for (const value of list) assertTyped(value, types, [...keys, keyword]);
    const message =
      keyword === 'const'
        ? `must be ${shown(list[0])}`
        : `must be one of ${list.map(shown).join(', ')}`;
    const keyOf = keyOfValues(types, source);
    const allowed = new Set(list.map(keyOf));
    return [(value) => (allowed.has(keyOf(value)) ? undefined : violation(message))];
  });
}

/** What makes two values of a type the same. */
function keyOfValues(types: readonly JsonType[], source: Source): (value: unknown) => unknown {
  const isNumber = types.includes('integer') || types.includes('number');
  if (source === 'text') return isNumber ? (value) => canonicalDecimal(String(value)) : String;
  return isNumber ? equalityKey : (value) => value;
}

function shown(value: unknown): string {
  return String(value);
}

function assertTyped(value: unknown, types: readonly JsonType[], keys: readonly string[]) {
  const type = value === null ? 'null' : typeof value;
  const isNumber = type === 'number' || type === 'bigint';
  const fits = types.some((name) => {
    if (name === 'integer') return type === 'bigint' || Number.isSafeInteger(value);
    return isNumber ? name === 'number' : name === type;
  });
  if (fits && type !== 'object') return;
  throw new SchemaError(keys, `${JSON.stringify(value)} is not of type ${types.join(' or ')}.`);
}
