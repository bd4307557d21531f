/*
 * Exact arithmetic on numbers as they are written. A number of JavaScript stands for its shortest text.
 */

/** `digits` times ten to the power of `exponent`. The digits begin and end with no zero; none means zero. */
interface Decimal {
  readonly sign: string;
  readonly digits: string;
  readonly exponent: number;
}

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A text that is the same for all notations of a number, and for no other number. */
export function canonicalDecimal(text: string): string {
  const { sign, digits, exponent } = readDecimal(text);
  // Beyond, two exponents could be rounded to one.
  return Number.isSafeInteger(exponent) ? `${sign}${digits}e${exponent}` : text;
}

/** Whether one finite number is a multiple of another. Takes no longer for a large exponent. */
export function isMultipleOf(text: string, divisor: string): boolean {
  const value = readDecimal(text);
  const unit = readDecimal(divisor);
  if (value.digits === '') return true;
  const shift = value.exponent - unit.exponent;
  // The digits of the value end with no zero, so that it is no multiple of a power of ten.
  if (shift < 0) return false;
  return (BigInt(value.digits) * 10n ** BigInt(shift)) % BigInt(unit.digits) === 0n;
}

/** Less than, equal to or greater than zero, as the first number is to the second. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [readDecimal(one), readDecimal(other)];
  if (a.sign !== b.sign || a.digits === '' || b.digits === '') return signOf(a) - signOf(b);
  // Digits after the first one of a number are compared as those of a fraction.
  const size = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  const larger = size === 0 && a.digits !== b.digits ? (a.digits > b.digits ? 1 : -1) : size;
  return larger * signOf(a);
}

function signOf({ sign, digits }: Decimal) {
  if (digits === '') return 0;
  return sign === '-' ? -1 : 1;
}

/** @param text a JSON number */
function readDecimal(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(text) ?? [];
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start += 1;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end -= 1;
  if (start === end) return { sign: '', digits: '', exponent: 0 };
  const shift = all.length - end - fraction.length;
  return { sign, digits: all.slice(start, end), exponent: Number(exponent) + shift };
}
