// Numbers as they were written, read without rounding.

export type Numeric = number | bigint;

/** @see RFC 8259 section 6 */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
export const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** The lowest int64 has 20 characters, and no range has a longer integer. */
const MAX_INTEGER_LENGTH = 20;
const MAX_INTEGER_DIGITS = 19;
/** JavaScript writes a double in at most 25 characters; JSON may add zeros to it. */
const MAX_NUMBER_LENGTH = 100;
/** At most 15 digits, and no exponent beyond the range: a double has such a number's digits. */
const SHORT_NUMBER = /^-?[\d.]{1,15}(?:[eE][+-]?\d{1,2})?$/;
const PARTS_OF_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
const ZERO = '0';

/**
 * Reads a JSON number without losing anything: `5`, `5.0` and `50e-1` as 5, 2^53+1 as a bigint.
 * Integers beyond 64 bits, and numbers that no double holds, become symbols with their text: a
 * symbol fits no type of a schema.
 */
export function readNumber(text: string): Numeric | symbol {
  const number = Number(text);
  if (text.length <= MAX_INTEGER_LENGTH && INTEGER.test(text)) {
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  if (!Number.isInteger(number)) return isDouble(text) ? number : Symbol(text);
  const integer = integerOf(text);
  return integer === undefined || !Number.isFinite(Number(integer)) ? Symbol(text) : integer;
}

/**
 * The integer that a JSON number is, in whatever form: 700 for `7.00e2`. Undefined for a fraction;
 * infinite for an integer that no range has, since writing out its zeros could take forever.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.3
 */
export function integerOf(text: string): Numeric | undefined {
  const { sign, digits, exponent } = decimalOf(text) ?? NO_INTEGER;
  if (exponent < 0) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  if (digits.length + exponent > MAX_INTEGER_DIGITS) return Number(`${sign}Infinity`);
  return BigInt(sign + digits + ZERO.repeat(exponent));
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
  const [written, held] = [decimalOf(text), decimalOf(String(Number(text)))];
  if (!written || !held) return false;
  return written.digits === held.digits && written.exponent === held.exponent;
}

/** A number as digits without zeros around them, multiplied by a power of ten. */
interface Decimal {
  readonly sign: string;
  readonly digits: string;
  readonly exponent: number;
}

const NO_INTEGER: Decimal = { sign: '', digits: '', exponent: -1 };

/** Undefined for anything but a number. Zero has no digits, and the exponent 0. */
function decimalOf(text: string): Decimal | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] = PARTS_OF_NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  // A pattern such as /0+$/ would begin again at each of many zeros.
  while (all[end - 1] === ZERO) end -= 1;
  while (start < end && all[start] === ZERO) start += 1;
  const zeros = all.length - end;
  const isZero = start === end;
  return {
    sign,
    digits: all.slice(start, end),
    exponent: isZero ? 0 : Number(exponent) - fraction.length + zeros,
  };
}
