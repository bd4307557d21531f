import { canonicalDecimal } from './decimals.ts';
import { literalOf } from './literals.ts';

/**
 * A text that is the same for values that JSON Schema calls equal, and for no others: numbers are
 * compared by what they are worth, objects whatever the order of their properties.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2
 */
export function equalityKey(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const literal = literalOf(value);
  if (literal !== undefined) return canonicalDecimal(literal);
  if (Array.isArray(value)) return `[${value.map(equalityKey).join()}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const properties = Object.entries(value).filter(([, part]) => part !== undefined);
  const parts = properties.map(([name, part]) => `${JSON.stringify(name)}:${equalityKey(part)}`);
  return `{${parts.sort().join()}}`;
}
