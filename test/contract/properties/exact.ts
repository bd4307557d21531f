/*
 * JSON values that keep the text of every number, which a JavaScript number cannot, and the order and
 * repetition of fields.
 */

export type Exact = null | boolean | string | ExactNumber | readonly Exact[] | ExactObject;

export interface ExactNumber {
  /** As it is written. */
  readonly number: string;
}

export interface ExactObject {
  readonly fields: Fields;
}

export type Fields = readonly (readonly [name: string, value: Exact])[];

/** A decimal number: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

export function isNumber(value: Exact): value is ExactNumber {
  return typeof value === 'object' && value !== null && 'number' in value;
}

export function isObject(value: Exact): value is ExactObject {
  return typeof value === 'object' && value !== null && 'fields' in value;
}

export function isArray(value: Exact): value is readonly Exact[] {
  return Array.isArray(value);
}

/** JSON of the value, with every number as it is written. */
export function toJson(value: Exact): string {
  if (isArray(value)) return `[${value.map(toJson).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isNumber(value)) return value.number;
  return `{${value.fields.map(([name, field]) => `${JSON.stringify(name)}:${toJson(field)}`).join()}}`;
}

/** @throws when the text is not JSON */
export function parseExact(text: string): Exact {
  return JSON.parse(text, (_key, value, context?: { source: string }) => {
    if (typeof value === 'number') return { number: context?.source };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return { fields: Object.entries(value) };
  });
}

/** A value of JavaScript that is written in JSON exactly, such as a keyword of a schema. */
export function exactOf(value: unknown): Exact {
  return parseExact(JSON.stringify(value));
}

/** Whether two values mean the same: `1` and `1.0` do, as do objects in another order. */
export function isEqual(one: Exact, other: Exact): boolean {
  if (isArray(one)) {
    if (!isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isEqual(item, other[index] ?? null));
  }
  if (isNumber(one)) return isNumber(other) && compare(one.number, other.number) === 0;
  if (!isObject(one)) return one === other;
  if (!isObject(other) || one.fields.length !== other.fields.length) return false;
  const fields = new Map(other.fields);
  return one.fields.every(([name, value]) => {
    const twin = fields.get(name);
    return twin !== undefined && isEqual(value, twin);
  });
}

/** Whether two values are written the same, but for the order of fields. */
export function isIdentical(one: Exact, other: Exact): boolean {
  return toJson(sorted(one)) === toJson(sorted(other));
}

/** @returns less than, equal to or greater than 0 */
export function compare(one: string, other: string): number {
  const [first, second] = aligned(one, other);
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

export function isMultiple(number: string, step: string): boolean {
  const [dividend, divisor] = aligned(number, step);
  return dividend % divisor === 0n;
}

/** As integers of the same exponent. */
function aligned(one: string, other: string): readonly [bigint, bigint] {
  const [first, second] = [decimalOf(one), decimalOf(other)];
  const exponent = Math.min(first.exponent, second.exponent);
  const at = (decimal: Decimal) => decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
  return [at(first), at(second)];
}

function decimalOf(text: string): Decimal {
  const [, whole = '0', fraction = '', power = '0'] = DECIMAL.exec(text) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function sorted(value: Exact): Exact {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const fields = value.fields.map(([name, field]) => [name, sorted(field)] as const);
  return { fields: fields.sort(([one], [other]) => (one < other ? -1 : 1)) };
}
