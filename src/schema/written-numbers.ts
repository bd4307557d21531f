// Numbers as they were written, read without rounding.

export type Numeric = number | bigint;

/** @see RFC 8259 section 6 */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
export const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** The lowest int64 has 20 characters, and no range has a longer integer. */
const MAX_INTEGER_LENGTH = 20;
/** JavaScript writes a double in at most 25 characters; JSON may add zeros to it. */
const MAX_NUMBER_LENGTH = 100;
/** At most 15 digits, and no exponent beyond the range: a double has such a number's digits. */
const SHORT_NUMBER = /^-?[\d.]{1,15}(?:[eE][+-]?\d{1,2})?$/;
const PARTS_OF_NUMBER = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Reads a JSON number without losing anything: `5` as 5, 2^53+1 as a bigint. `5.0`, `-0` and
 * numbers that no double holds become symbols with their text: a symbol fits no type of a schema.
 */
export function readNumber(text: string): Numeric | symbol {
  const number = Number(text);
  if (!INTEGER.test(text)) {
    return Number.isInteger(number) || !isDouble(text) ? Symbol(text) : number;
  }
  if (Number.isSafeInteger(number)) return number;
  // Reading a longer text as a bigint would take long.
  return text.length <= MAX_INTEGER_LENGTH ? BigInt(text) : Symbol(text);
}

/** What was written of a number that is not a JavaScript number; undefined for all others. */
export function textOf(data: unknown): string | undefined {
  if (typeof data === 'bigint') return String(data);
  return typeof data === 'symbol' ? data.description : undefined;
}

/**
 * Whether a JSON number keeps its value as a double. It does not with too many digits, as in
 * 1.00000000000000000001, or out of range, as in 1e-400.
 */
export function isDouble(text: string): boolean {
  if (SHORT_NUMBER.test(text)) return true;
  if (text.length > MAX_NUMBER_LENGTH) return false;
  const digits = significantDigits(text);
  return digits !== undefined && digits === significantDigits(String(Number(text)));
}

/** The digits of a number without zeros around them, and where its point is; else undefined. */
function significantDigits(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = PARTS_OF_NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/0+$/, '');
  const significant = digits.replace(/^0+/, '');
  const point = Number(exponent) + whole.length - (digits.length - significant.length);
  return significant === '' ? '0' : `${significant} ${point}`;
}
