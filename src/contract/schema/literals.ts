import { isRawJSON } from './raw-json.ts';

const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;
const SAFE_INTEGER = /^-?\d{1,15}$/;
const DECIMAL = /^-?\d+\.\d+$/;
const JSON_NUMBER = /^-?\d/;
/** No double is as large. Longer ones would take more than linear time. */
const MAX_INTEGER_LENGTH = 400;

/** Whether a double holds the number of a JSON text so that its own text is the same, except for `-0`. */
export function isExactInDouble(literal: string): boolean {
  return (
    SAFE_INTEGER.test(literal) || (DECIMAL.test(literal) && String(Number(literal)) === literal)
  );
}

/**
 * Reads a JSON number. One that a double might change becomes a bigint if it is an integer. Any other
 * keeps its text, in a symbol, which is of no type that JSON has.
 */
export function readLiteral(literal: string): number | bigint | symbol {
  if (isExactInDouble(literal)) return Number(literal);
  const isShort = literal.length <= MAX_INTEGER_LENGTH;
  return isShort && CANONICAL_INTEGER.test(literal) ? BigInt(literal) : Symbol(literal);
}

/** The JSON text of a number in any of its forms. Undefined for any other value. */
export function literalOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'symbol') return value.description;
  return isRawJSON(value) && JSON_NUMBER.test(value.rawJSON) ? value.rawJSON : undefined;
}

export function isCanonicalInteger(text: string): boolean {
  return CANONICAL_INTEGER.test(text);
}
